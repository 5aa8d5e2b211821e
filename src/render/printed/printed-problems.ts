/** Finds what is wrong with a PDF that Chromium could print. */
import { findOversizedPage, maxPagePoints } from '#pdf/find-oversized-page';
import { findUnprintedGlyphs } from '#pdf/find-unprinted-glyphs';

const maxShown = 10;

/** Longer texts are not searched: reading the fonts of their PDF costs little beside printing them. */
const maxSearchedCharacters = 200_000;

/** Fonts other than those of the system, frames and scripts that may add text, and symbols or references to them. */
const mayUseColourGlyphs =
  /@font-face|@import|<link|<script|<i?frame|<object|<embed|&#|[\u203c\u2049\u2100-\u2bff\u3030\u303d\u3297\u3299\ue000-\uf8ff]|[\ud83c-\ud83e\udb80-\udbff][\udc00-\udfff]/i;

/**
 * Returns a sentence for each problem of a PDF as Chromium writes it. Reading its fonts takes 1 to 2 ms, a tenth of a
 * small document, so they are skipped if none of the `texts` that it was printed from can show colour glyphs. Undefined
 * if the texts are unknown.
 */
export async function printedProblems(pdf: Buffer, texts: readonly string[] | undefined): Promise<string[]> {
  const problems: string[] = [];
  const page = await findOversizedPage(pdf);
  if (page) {
    problems.push(
      `a page has ${page.width} × ${page.height} pt, but Acrobat opens pages of at most ${maxPagePoints} pt (5.08 m)`,
    );
  }
  const maySkipFonts = texts?.every(
    (text) => text.length <= maxSearchedCharacters && !mayUseColourGlyphs.test(text),
  );
  if (maySkipFonts) return problems;
  for (const { font, characters } of await findUnprintedGlyphs(pdf)) {
    const more = characters.length > maxShown ? ` and ${characters.length - maxShown} more` : '';
    problems.push(
      `the font ${font} prints nothing for ${characters.slice(0, maxShown).join(' ')}${more}: browsers cannot print colour glyphs of its kind (SVG). Fonts with outlines (@fontsource/noto-emoji), COLR (@fontsource/noto-color-emoji/emoji.css, twemoji-colr-font) or bitmaps (CBDT) are printed`,
    );
  }
  return problems;
}
