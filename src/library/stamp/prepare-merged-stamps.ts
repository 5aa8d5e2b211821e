/** The stamps of `mergePdfs`. */

import { describeFindings } from '#browser/findings';
import type { Failure } from '#contract/errors';
import { pdfWorkInThisThread } from '#render/pdf-work';
import { prepareStamping } from '#render/stamp/prepare-stamping';
import { stampSources, toStamps } from '#render/stamp/to-stamps';
import type { Deadline } from '#runtime/deadline';
import { fillInThisThread } from '#template/fill/fill-in-this-thread';
import { TemplateSources } from '#template/model/template-sources';
import { TemplateError } from '#twig';
import type { StampOption } from '../document-options.ts';
import { invalidOption } from '../invalid-option.ts';
import { browserOf } from '../local-renderer.ts';
import type { Renderer } from '../renderer.ts';

export interface MergedStampOptions {
  readonly stamp: StampOption | readonly StampOption[];
  readonly renderer?: Renderer | undefined;
}

/**
 * Returns what draws the stamps on the merged file, and adds to `warnings`. Throws `invalid_option` for HTML without a
 * renderer, `invalid_template` for errors in its Twig.
 */
export async function prepareMergedStamps(
  { stamp, renderer }: MergedStampOptions,
  { deadline, warnings }: { readonly deadline: Deadline; readonly warnings: string[] },
): Promise<(pdf: Uint8Array) => Promise<Uint8Array>> {
  const stamps = toStamps(stamp, 'stamp');
  const browser = renderer && browserOf(renderer);
  if (!browser && stamps.some(({ content }) => 'html' in content)) {
    throw invalidOption('renderer', 'must be a renderer of openRenderer, which prints the stamps of HTML');
  }
  const explain = (error: unknown): unknown => (error instanceof TemplateError ? toFailure(error) : error);
  const toFailure = (error: TemplateError): Failure =>
    new TemplateSources(stampSources(stamps), new Map()).failure(error);
  const tools = { browser, deadline, fill: fillInThisThread, work: pdfWorkInThisThread };
  const draw = await prepareStamping(stamps, tools).catch((error) => {
    throw explain(error);
  });
  return async (pdf) => {
    const stamped = await draw(pdf).catch((error) => {
      throw explain(error);
    });
    if (stamped.findings) warnings.push(...describeFindings(stamped.findings));
    return stamped.pdf;
  };
}
