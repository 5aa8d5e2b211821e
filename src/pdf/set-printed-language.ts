/** The language of a whole document, in a PDF as Chromium writes it: every object on its own, in plain text. */
import { findText } from '#runtime/find-text';
import { applyEdits, type Edit } from './printed-edits.ts';

/** An entry of the root element of the structure. */
const root = '/S /Document\n';
/** The last dictionary of the file but for those of fonts and pictures. */
const catalog = '/Type /Catalog\n';
const key = '/Lang (';
/** Bytes of a catalog before its language. */
const maxDistance = 4_096;

/**
 * `language`: ASCII; null takes out the one that Chromium claims. Changes the bytes where the language fits in, and else
 * returns new ones. Throws `unsupported` where the PDF has no cross-reference table and the language does not fit in.
 */
export async function setPrintedLanguage(pdf: Buffer, language: string | null): Promise<Buffer> {
  const edits: Edit[] = [];
  let last: number | undefined;
  for await (const at of findText(pdf, catalog)) last = at;
  const { value: first } = await findText(pdf, `${root}${key}`).next();
  for (const dictionary of [first, last]) {
    if (dictionary === undefined) continue;
    const text = pdf.toString('latin1', dictionary, dictionary + maxDistance);
    const at = text.indexOf(key);
    const end = text.indexOf(')', at);
    const isInside = at >= 0 && end >= 0 && !text.slice(0, at).includes('endobj');
    if (!isInside || text.slice(at + key.length, end) === language) continue;
    edits.push({
      start: dictionary + at,
      end: dictionary + end + 1,
      text: language === null ? '' : `${key}${language})`,
    });
  }
  edits.sort((a, b) => a.start - b.start);
  return edits.length > 0 ? await applyEdits(pdf, edits) : pdf;
}
