/** Draws stamps on a document, whatever wrote their PDFs. */
import { Failure, sentence } from '#contract/errors';
import { cleanForm } from '#forms';
import { choosePages, PdfError } from '#pdf';
import { stampPages } from '#pdf/overlay/stamp-pages';
import { unreadablePdf } from '#pdf/reading/unreadable-pdf';
import type { NamedLayer } from './print-stamps.ts';

export interface StampTask {
  readonly pdf: Uint8Array;
  /** Indexes of the pages that are left, in their order, before the stamps. Default: all. */
  readonly pages?: readonly number[] | undefined;
  readonly layers: readonly NamedLayer[];
}

/** Throws `invalid_pdf` if a stamp cannot be read, or needs a password. */
export async function applyLayers({ pdf, pages, layers }: StampTask): Promise<Uint8Array> {
  const chosen = pages ? choosePages(pdf, pages) : pdf;
  try {
    return stampPages(chosen, layers);
  } catch (error) {
    if (!(error instanceof PdfError)) throw error;
  }
  // Most faults of a PDF, whatever created it, can be repaired, which takes a thread and time.
  const repaired = await Promise.all(layers.map(repair));
  try {
    return stampPages(chosen, repaired);
  } catch (error) {
    if (!(error instanceof PdfError)) throw error;
    throw new Failure('invalid_pdf', `The PDF cannot be stamped: ${error.message}`, { cause: error });
  }
}

async function repair(layer: NamedLayer): Promise<NamedLayer> {
  try {
    return { ...layer, pdf: (await cleanForm(layer.pdf, { draw: 'all' })).pdf };
  } catch (error) {
    if (!(error instanceof PdfError)) throw error;
    const hint = error.code === 'encrypted' ? 'Remove its password first: pdfapi unlock' : undefined;
    throw unreadablePdf(error, `${layer.name} cannot be used: ${sentence(error.message)}`, hint);
  }
}
