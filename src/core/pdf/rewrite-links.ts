/**
 * Links that lead where they should, in a PDF as Chromium writes it: every object on its own, in plain text, with a
 * cross-reference table. Nothing is read but the links, so that a PDF without such links costs one search.
 */
import { startTimeSlices } from '../time-slices.ts';
import { PdfError } from './pdf-error.ts';

interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

const key = '/URI ';
const action = '/S /URI\n';
const actionStart = `/A <</Type /Action\n${action}`;
const toFirstPage = '/S /Named\n/N /FirstPage';

/** Chromium writes it for a link to `#`, and no document has a destination without a name. */
const nameless = '/Dest /\n';

/** What no reader of a PDF can open: scripts of the page, and addresses that exist in its browser only. */
const inert = /^(?:javascript|blob|about):/;

/**
 * Every link to an address gets the one that `rewrite` returns (ASCII); an empty one leads to the first page of the
 * document, as `#` does. Links that only the page's browser can follow lead nowhere. Changes the bytes where the new
 * addresses fit in, and else returns new ones.
 *
 * Throws `unsupported` where the PDF has no cross-reference table and an address is longer than the one before.
 */
export async function rewriteLinks(pdf: Buffer, rewrite: (address: string) => string): Promise<Buffer> {
  const slice = startTimeSlices();
  const edits: Edit[] = [];
  for (const at of placesOf(pdf, `${key}(`)) {
    await slice();
    const start = at + key.length;
    const end = endOfString(pdf, start);
    const address = pdf.toString('latin1', start + 1, end - 1).replace(/\\([()\\])/g, '$1');
    if (inert.test(address)) {
      const isWhole =
        pdf.toString('latin1', at - actionStart.length, at) === actionStart &&
        pdf.toString('latin1', end, end + 2) === '>>';
      // The annotation stays, because the structure knows it.
      if (isWhole) edits.push({ start: at - actionStart.length, end: end + 2, text: '' });
      continue;
    }
    const written = rewrite(address);
    if (written === address) continue;
    const isAction = pdf.toString('latin1', at - action.length, at) === action;
    if (written === '' && isAction) {
      edits.push({ start: at - action.length, end, text: toFirstPage });
    } else {
      edits.push({ start, end, text: `(${(written || './').replace(/[()\\]/g, '\\$&')})` });
    }
  }
  for (const start of placesOf(pdf, nameless)) {
    await slice();
    edits.push({ start, end: start + nameless.length, text: `/A <</Type /Action\n${toFirstPage}>>\n` });
  }
  edits.sort((a, b) => a.start - b.start);
  if (edits.every(({ start, end, text }) => text.length <= end - start)) {
    for (const { start, end, text } of edits) pdf.write(text.padEnd(end - start), start, 'latin1');
    return pdf;
  }
  return await insert(pdf, edits, slice);
}

function* placesOf(pdf: Buffer, text: string): Generator<number> {
  const needle = Buffer.from(text, 'latin1');
  for (let at = pdf.indexOf(needle); at >= 0; at = pdf.indexOf(needle, at + 1)) yield at;
}

/** Behind the closing parenthesis. */
function endOfString(pdf: Buffer, start: number): number {
  for (let at = start; at < pdf.length; at++) {
    if (pdf[at] === 0x5c) at++;
    else if (pdf[at] === 0x29) return at + 1;
  }
  throw new PdfError('malformed', 'The address of a link has no end.');
}

/** `nnnnnnnnnn ggggg n`, and the end of the line. */
const entryLength = 20;

async function insert(
  pdf: Buffer,
  edits: readonly Edit[],
  slice: () => Promise<void> | undefined,
): Promise<Buffer> {
  const tail = pdf.toString('latin1', pdf.length - 64);
  const [, place = ''] = /startxref\s+(\d+)\s+%%EOF\s*$/.exec(tail) ?? [];
  const table = Number(place);
  const header = /^xref\n0 (\d+)\n/.exec(pdf.toString('latin1', table, table + 32));
  if (place === '' || !header) throw new PdfError('unsupported', 'The PDF has no cross-reference table.');
  const entries = table + header[0].length;
  const parts: Buffer[] = [];
  const starts: number[] = [];
  /** By how much everything moves that is behind the edit with the same index. */
  const moves: number[] = [];
  let copied = 0;
  let moved = 0;
  for (const { start, end, text } of edits) {
    parts.push(pdf.subarray(copied, start), Buffer.from(text, 'latin1'));
    copied = end;
    moved += text.length - (end - start);
    starts.push(start);
    moves.push(moved);
  }
  parts.push(pdf.subarray(copied, table));
  const movedTable = Buffer.from(pdf.subarray(table, pdf.length));
  const count = Number(header[1]);
  for (let i = 1; i < count; i++) {
    await slice();
    const at = entries - table + i * entryLength;
    if (movedTable[at + 17] !== 0x6e) continue;
    const offset = Number(movedTable.toString('latin1', at, at + 10));
    movedTable.write(String(offset + moveAt(offset)).padStart(10, '0'), at, 'latin1');
  }
  const end = movedTable.lastIndexOf('startxref');
  const last = Buffer.from(`startxref\n${table + moved}\n%%EOF`, 'latin1');
  return Buffer.concat([...parts, movedTable.subarray(0, end), last]);

  function moveAt(offset: number): number {
    let low = 0;
    let high = starts.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((starts[middle] ?? 0) < offset) low = middle + 1;
      else high = middle;
    }
    return moves[low - 1] ?? 0;
  }
}
