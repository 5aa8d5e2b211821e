/** Renders a template that has been read. The command line and `openRenderer` share it. */
import { attachFindings, getFindings } from '../core/findings.ts';
import { renderContent } from '../core/render.ts';
import type { RenderedContent, RenderRequest, RenderTools } from '../core/render-request.ts';
import type { TemplateSources } from '../core/template/model/template-sources.ts';

export interface DocumentRequest extends RenderRequest {
  /** Where the parts of the template come from, so that an error in its Twig names a file and a line. */
  readonly sources: TemplateSources;
  /** Advice that is added to an error in the template's own Twig, but not to one in a header or a property. */
  readonly templateHint?: string | undefined;
}

/**
 * Throws the errors of `renderContent`, with those of Twig as `invalid_template` with a location. `getFindings` returns what the
 * page showed until an error ended the render.
 */
export async function renderDocument(
  { sources, templateHint, ...request }: DocumentRequest,
  tools: RenderTools,
): Promise<RenderedContent> {
  return await renderContent({ ...request, sources }, tools).catch(async (error) => {
    throw await toFailure(error, sources, templateHint);
  });
}

async function toFailure(
  error: unknown,
  sources: TemplateSources,
  templateHint: string | undefined,
): Promise<unknown> {
  // The template engine is loaded already if one of its errors was thrown.
  const { TemplateError } = await import('../core/twig/index.ts');
  if (!(error instanceof TemplateError)) return error;
  const failure = sources.failure(error, error.part === 'template' ? templateHint : undefined);
  const findings = getFindings(error);
  return findings ? attachFindings(failure, findings) : failure;
}
