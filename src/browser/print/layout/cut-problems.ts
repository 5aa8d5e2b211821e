/** Warns about boxes that do not show all that they hold. */
import { readableAddress } from '#template/model/document-address';
import type { CutBox } from '../../page-scripts/layout/find-cut-content.ts';
import type { FramedPdf } from '../../page-scripts/layout/find-framed-pdfs.ts';
import { toMillimetres } from './to-millimetres.ts';

/** Returns a sentence for each box. */
export const cutProblems = (boxes: readonly CutBox[]): string[] => boxes.map(describe);

/** Returns a sentence for each PDF. */
export const framedPdfProblems = (pdfs: readonly FramedPdf[]): string[] =>
  pdfs.map(
    ({ name, address }) =>
      `the PDF ${readableAddress(address)} in ${name} is not printed, because browsers print no PDFs within documents: join the files (pdfapi merge)`,
  );

function describe({ name, height, width, overflow }: CutBox): string {
  const lost = [
    ...(height > 0 ? [`${toMillimetres(height)} of the height`] : []),
    ...(width > 0 ? [`${toMillimetres(width)} of the width`] : []),
  ].join(' and ');
  const cut = `${lost} of the contents of ${name} are cut off`;
  return overflow === undefined
    ? `${cut}, because frames do not grow with their documents: give it a larger height, or put its contents into the document`
    : `${cut} by its overflow: ${overflow}: let it grow on paper (height: auto; overflow: visible), or make its contents fit`;
}
