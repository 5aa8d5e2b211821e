/** A page that viewers cannot show, in a PDF as Chromium writes it: every object on its own, in plain text. */
import { findText } from '#runtime/find-text';

/** Points. Acrobat opens no larger ones (ISO 32000-2, annex C). */
export const maxPagePoints = 14_400;

const key = '/MediaBox [';

/** The size in points of the first page with a side longer than `maxPagePoints`. */
export async function findOversizedPage(
  pdf: Buffer,
): Promise<{ readonly width: number; readonly height: number } | undefined> {
  for await (const at of findText(pdf, key)) {
    const [, x1, y1, x2, y2] =
      /\[([-\d.]+) ([-\d.]+) ([-\d.]+) ([-\d.]+)\]/.exec(pdf.toString('latin1', at, at + 100)) ?? [];
    const [width, height] = [Number(x2) - Number(x1), Number(y2) - Number(y1)];
    if (Math.max(width, height) > maxPagePoints)
      return { width: Math.round(width), height: Math.round(height) };
  }
  return undefined;
}
