/** The language of a whole document, in a PDF as Chromium writes it: every object on its own, in plain text. */
import { applyEdits, type Edit } from './printed-edits.ts';

/** Of the root of the structure, and of the catalog, which is the last dictionary before the cross-reference table. */
const places = [
  /\/S \/Document\n(\/Lang \(([^()\\]*)\))/,
  /\/Type \/Catalog\n(?:(?!endobj)[\s\S])*?(\/Lang \(([^()\\]*)\))/,
];
const starts = ['/S /Document\n/Lang (', '/Type /Catalog\n'];
/** Bytes of a catalog before its language. */
const maxDistance = 4_096;

/**
 * `language`: ASCII; null takes out the one that Chromium claims. Changes the bytes where the language fits in, and else
 * returns new ones. Throws `unsupported` where the PDF has no cross-reference table and the language does not fit in.
 */
export async function setPrintedLanguage(pdf: Buffer, language: string | null): Promise<Buffer> {
  const edits: Edit[] = [];
  for (const [i, place] of places.entries()) {
    const start = i === 0 ? pdf.indexOf(starts[0] ?? '') : pdf.lastIndexOf(starts[1] ?? '');
    if (start < 0) continue;
    const found = place.exec(pdf.toString('latin1', start, start + maxDistance));
    const [whole = '', entry = '', before] = found ?? [];
    if (!found || before === language) continue;
    const end = start + found.index + whole.length;
    edits.push({ start: end - entry.length, end, text: language === null ? '' : `/Lang (${language})` });
  }
  edits.sort((a, b) => a.start - b.start);
  return edits.length > 0 ? await applyEdits(pdf, edits) : pdf;
}
