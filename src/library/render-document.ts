/** Renders a template that has been read. The command line and `openRenderer` share it. */
import { attachFindings, getFindings } from '#browser/findings';
import { type FilledInvoice, fillInvoice } from '#render/fill-document';
import { pdfWorkInThisThread } from '#render/pdf-work';
import { renderContent } from '#render/render';
import type { RenderedContent, RenderRequest, RenderTools } from '#render/render-request';
import type { Deadline } from '#runtime/deadline';
import type { DataSchema } from '#template/data/data-schema';
import type { TemplateSources } from '#template/model/template-sources';
import type { RowSources } from '#template/rows/row-source';

export interface DocumentRequest extends Omit<RenderRequest, 'rows'> {
  /** Lists of the data that are read row by row, as `chooseLists` returns them. */
  readonly rows?: RowSources | undefined;
  /** Validates the rows. */
  readonly schema?: DataSchema | undefined;
  /** If false, strangers write the template, and its limits apply to documents with rows too. Default: true. */
  readonly isTrusted?: boolean | undefined;
  /** Where the parts of the template come from, so that an error in its Twig names a file and a line. */
  readonly sources: TemplateSources;
  /** Advice that is added to an error in the template's own Twig, but not to one in a header or a property. */
  readonly templateHint?: string | undefined;
}

/**
 * Reads the rows and renders, in this thread. Throws the errors of `spoolLists` and of `renderContent`, with those of Twig as `invalid_template` with a location. `getFindings` returns what the
 * page showed until an error ended the render.
 */
export const renderDocument = async (
  request: DocumentRequest,
  tools: Omit<RenderTools, 'work'>,
): Promise<RenderedContent> =>
  await withRows(request, tools.deadline, (read) =>
    renderContent(read, { ...tools, work: pdfWorkInThisThread }),
  );

/** Fills the e-invoice of the template alone, without a browser. Throws what `fillInvoice` throws, like `renderDocument`. */
export const renderInvoice = async (request: DocumentRequest, deadline: Deadline): Promise<FilledInvoice> =>
  await withRows(request, deadline, (read) => fillInvoice(read, { deadline, work: pdfWorkInThisThread }));

async function withRows<Result>(
  { sources, templateHint, rows = {}, schema, isTrusted = true, ...request }: DocumentRequest,
  deadline: Deadline,
  use: (request: RenderRequest) => Promise<Result>,
): Promise<Result> {
  const work = async (read?: RenderRequest['rows']) =>
    await use({ ...request, rows: read, sources }).catch(async (error) => {
      throw await toFailure(error, sources, templateHint);
    });
  if (Object.keys(rows).length === 0) return await work();
  const { spoolLists } = await import('#template/data/spool-lists');
  const spooled = await spoolLists(rows, { schema, deadline });
  try {
    return await work({ lists: spooled.lists, isTrusted });
  } finally {
    await spooled[Symbol.asyncDispose]();
  }
}

async function toFailure(
  error: unknown,
  sources: TemplateSources,
  templateHint: string | undefined,
): Promise<unknown> {
  // The template engine is loaded already if one of its errors was thrown.
  const { TemplateError } = await import('#twig');
  if (!(error instanceof TemplateError)) return error;
  const failure = sources.failure(error, error.part === 'template' ? templateHint : undefined);
  const findings = getFindings(error);
  return findings ? attachFindings(failure, findings) : failure;
}
