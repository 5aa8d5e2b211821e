/** Other titles in the outline of a PDF as Chromium writes it: every object on its own, in plain text. */
import { findText } from '#runtime/find-text';
import { PdfString } from '../object.ts';
import { applyEdits, type Edit, objectNumberBefore } from '../printed-edits.ts';
import { readHexString, readLiteralString } from '../reading/read-string.ts';
import { decodeTextString, encodeText } from '../text-string.ts';
import { ownReferences, serialize } from '../writing/serialize.ts';

const key = '<</Title ';
const opening = ' 0 obj\n';
const maxTitleBytes = 16_384;

/**
 * `toTitle` gets the number of the object of an entry. Changes the bytes where the titles fit in, and else returns new ones. Throws
 * `unsupported` where the PDF has no cross-reference table.
 */
export async function editTitles(
  pdf: Buffer,
  toTitle: (title: string, entry: number | undefined) => string,
): Promise<Buffer> {
  const edits: Edit[] = [];
  for await (const at of findText(pdf, key)) {
    const start = at + key.length;
    const rest = pdf.toString('latin1', start, start + maxTitleBytes);
    // Spaces are what an earlier edit has left of a longer title.
    const [written] = /^(?:\((?:\\[\s\S]|[^\\()])*\)|<[0-9A-F]*>)(?= *\n\/Dest)/.exec(rest) ?? [];
    if (written === undefined) continue;
    const title = decodeTextString(readString(written));
    const wanted = toTitle(title, objectNumberBefore(pdf, at - opening.length));
    if (wanted === title) continue;
    edits.push({ start, end: start + written.length, text: serialize(encodeText(wanted), ownReferences) });
  }
  return edits.length > 0 ? await applyEdits(pdf, edits) : pdf;
}

function readString(written: string): PdfString {
  const read = written.startsWith('<') ? readHexString : readLiteralString;
  return new PdfString(read(Buffer.from(written, 'latin1'), 0).text);
}
