/** Reads spooled rows as a list of a template's data: synchronously, and one row at a time. */
import { readSync } from 'node:fs';
import { type ListedRow, parseData, RowList } from '#twig';
import type { SpooledRows } from './spool-rows.ts';

/** `maxCount`: rows after these are left out. */
export function spooledRowList(
  { file, count, content }: SpooledRows,
  maxCount = Number.POSITIVE_INFINITY,
): RowList {
  const listed = Math.min(count, maxCount);
  return new RowList({ file, count: listed, read: () => listedRows(content, listed) });
}

function* listedRows(content: Uint8Array | number, count: number): Generator<ListedRow> {
  let left = count;
  for (const line of lines(content)) {
    if (left-- === 0) return;
    const tab = line.indexOf('\t');
    const text = line.slice(tab + 1);
    yield {
      value: parseData(text),
      size: text.length,
      line: tab > 0 ? Number(line.slice(0, tab)) : undefined,
    };
  }
}

/** Bytes of one read. A longer line takes several. */
const blockSize = 128 * 1024;

const newline = 0x0a;

/** Positions are its own, because several readers share a file. */
function* lines(content: Uint8Array | number): Generator<string> {
  if (typeof content !== 'number') {
    const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
    yield* completeLines(bytes, 0);
    return;
  }
  let block = Buffer.allocUnsafe(blockSize);
  let position = 0;
  /** Bytes of a line whose end has not been read yet, at the start of the block. */
  let begun = 0;
  for (;;) {
    if (begun === block.length) block = Buffer.concat([block], block.length * 2);
    const read = readSync(content, block, begun, block.length - begun, position);
    if (read === 0) return;
    position += read;
    const end = begun + read;
    const complete = block.lastIndexOf(newline, end - 1) + 1;
    yield* completeLines(block.subarray(0, complete), begun);
    block.copyWithin(0, complete, end);
    begun = end - complete;
  }
}

/** The first newline is at `from` or later. */
function* completeLines(bytes: Buffer, from: number): Generator<string> {
  let start = 0;
  for (let end = bytes.indexOf(newline, from); end >= 0; end = bytes.indexOf(newline, start)) {
    yield bytes.toString('utf8', start, end);
    start = end + 1;
  }
}
