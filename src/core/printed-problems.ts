/** What is wrong with a PDF though it could be printed, a sentence each. */
import { findOversizedPage, findUnprintedGlyphs, maxPagePoints } from './pdf/index.ts';

const maxShown = 10;

/** Of a PDF as Chromium writes it. */
export async function printedProblems(pdf: Buffer): Promise<string[]> {
  const problems: string[] = [];
  const page = findOversizedPage(pdf);
  if (page) {
    problems.push(
      `a page has ${page.width} × ${page.height} pt, and Acrobat opens pages of at most ${maxPagePoints} pt (5.08 m)`,
    );
  }
  for (const { font, characters } of await findUnprintedGlyphs(pdf)) {
    const more = characters.length > maxShown ? ` and ${characters.length - maxShown} more` : '';
    problems.push(
      `the font ${font} prints nothing for ${characters.slice(0, maxShown).join(' ')}${more}: browsers cannot print colour glyphs of its kind (COLRv1). Fonts with outlines (@fontsource/noto-emoji), COLRv0 (twemoji-colr-font) or bitmaps (CBDT) are printed`,
    );
  }
  return problems;
}
