/**
 * The spaces in the titles of an outline, in a PDF as Chromium writes it: every object on its own, in plain text. Chromium puts
 * a title together from the lines of a heading, without what is between them, and with the soft hyphens.
 */
import { findText } from '#runtime/find-text';
import { PdfString } from '../object.ts';
import { applyEdits, type Edit } from '../printed-edits.ts';
import { readHexString, readLiteralString } from '../reading/read-string.ts';
import { decodeTextString, encodeText } from '../text-string.ts';
import { ownReferences, serialize } from '../writing/serialize.ts';

const key = '<</Title ';
const maxTitleBytes = 16_384;

/** Where a line ends at a soft hyphen, Chromium writes both that and the hyphen that is drawn. */
const ignored = /\u00ad\u2010?|\s/gu;
const toKey = (text: string): string => text.replace(ignored, '').toLowerCase();

/**
 * Gives titles the spaces of the texts that they otherwise equal, and takes out soft hyphens. The case stays. Changes the bytes
 * where the titles fit in, and else returns new ones. Throws `unsupported` where the PDF has no cross-reference table.
 */
export async function spaceTitles(pdf: Buffer, texts: readonly string[] = []): Promise<Buffer> {
  if (texts.length === 0) return pdf;
  const byKey = new Map(texts.map((text) => [toKey(text), text]));
  const edits: Edit[] = [];
  for await (const at of findText(pdf, key)) {
    const start = at + key.length;
    const rest = pdf.toString('latin1', start, start + maxTitleBytes);
    const [written] = /^(?:\((?:\\[\s\S]|[^\\()])*\)|<[0-9A-F]*>)(?=\n\/Dest)/.exec(rest) ?? [];
    if (written === undefined) continue;
    const title = decodeTextString(readString(written));
    const spaced = spaceTitle(title, byKey);
    if (spaced === title) continue;
    edits.push({ start, end: start + written.length, text: serialize(encodeText(spaced), ownReferences) });
  }
  return edits.length > 0 ? await applyEdits(pdf, edits) : pdf;
}

function spaceTitle(title: string, byKey: ReadonlyMap<string, string>): string {
  const own = title.replace(/\u00ad\u2010?/gu, '');
  const letters = own.replace(/\s/g, '');
  const text = byKey.get(toKey(own));
  // Some capital letters have small ones of another length.
  if (text === undefined || text.replace(/\s/g, '').length !== letters.length) return own;
  let next = 0;
  return text.replace(/\S/g, () => letters.charAt(next++));
}

function readString(written: string): PdfString {
  const read = written.startsWith('<') ? readHexString : readLiteralString;
  return new PdfString(read(Buffer.from(written, 'latin1'), 0).text);
}
