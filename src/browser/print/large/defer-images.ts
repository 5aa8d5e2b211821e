/**
 * Returns a PDF as Chromium writes it without the data of its large images, which stay in a file. Chromium writes every
 * object on its own, with a cross-reference table at the end, so the images are found without reading them.
 */

import type { FileHandle } from 'node:fs/promises';
import { Failure } from '#contract/errors';
import type { DeferredStreams } from '#pdf/large-pdf/deferred-streams';
import { fingerprintOf, OpenFileData } from '#pdf/large-pdf/stored-data';

/** Smaller images stay in the PDF. */
const minBytes = 64 * 1024;
/** Longer dictionaries of images do not occur. */
const maxDictBytes = 2048;
/** The table of a document with a million objects has 20 MB. */
const maxTableBytes = 512 * 1024 * 1024;
/** `nnnnnnnnnn ggggg n`, and the end of the line. */
const entryLength = 20;

interface Entry {
  /** In the cross-reference table. */
  readonly index: number;
  readonly offset: number;
}

/** Throws `page_failed` for a file that Chromium has not finished. */
export async function deferImages(
  file: FileHandle,
  size: number,
  deferred: DeferredStreams,
): Promise<Buffer> {
  const tail = await readAt(file, Math.max(0, size - 1024), size);
  const table = Number(/startxref\s+(\d+)\s+%%EOF\s*$/.exec(tail.toString('latin1'))?.[1] ?? -1);
  if (table < 0 || table >= size || size - table > maxTableBytes) throw unfinished();
  const end = await readAt(file, table, size);
  const header = /^xref\n0 (\d+)\n/.exec(end.toString('latin1', 0, 32));
  if (!header) throw unfinished();
  const entries = readEntries(end, header[0].length, Number(header[1]));

  const parts: Buffer[] = [];
  let length = 0;
  let kept = 0;
  const add = (part: Buffer) => {
    parts.push(part);
    length += part.length;
  };
  /** The number of bytes taken out so far, by which everything after them moves forward. */
  let removed = 0;
  for (const [i, { index, offset }] of entries.entries()) {
    writeOffset(end, header[0].length + index * entryLength, offset - removed);
    const next = entries[i + 1]?.offset ?? table;
    if (next - offset < minBytes) continue;
    const image = readImage(await readAt(file, offset, Math.min(next, offset + maxDictBytes)));
    if (!image) continue;
    const start = offset + image.head.length;
    const range = { start, end: start + image.length };
    if (range.end > next) throw unfinished();
    const data = new OpenFileData(file, range);
    const mark = Buffer.from(deferred.add({ data, fingerprint: await fingerprintOf(data) }), 'latin1');
    const head = image.head.replace(/\/Length \d+/, `/Length ${mark.length}`);
    add(await readAt(file, kept, offset));
    add(Buffer.from(head, 'latin1'));
    add(mark);
    kept = range.end;
    removed = kept - length;
  }
  add(await readAt(file, kept, table));
  const trailer = end.toString('latin1', header[0].length + Number(header[1]) * entryLength);
  const rows = end.subarray(0, header[0].length + Number(header[1]) * entryLength);
  const finish = trailer.replace(/startxref\s+\d+/, `startxref\n${length}`);
  return Buffer.concat([...parts, rows, Buffer.from(finish, 'latin1')]);
}

/** In the order of their offsets. */
function readEntries(table: Buffer, start: number, count: number): Entry[] {
  const entries: Entry[] = [];
  for (let index = 0; index < count; index++) {
    const at = start + index * entryLength;
    if (table[at + 17] !== 0x6e) continue;
    entries.push({ index, offset: Number(table.toString('latin1', at, at + 10)) });
  }
  return entries.sort((a, b) => a.offset - b.offset);
}

function writeOffset(table: Buffer, at: number, offset: number): void {
  table.write(String(offset).padStart(10, '0'), at, 'latin1');
}

/** `head` is what precedes the data. Undefined for any other object. */
function readImage(start: Buffer): { readonly head: string; readonly length: number } | undefined {
  const text = start.toString('latin1');
  const word = 'stream\n';
  const at = text.indexOf(word);
  if (at < 0) return undefined;
  const head = text.slice(0, at + word.length);
  if (!/^\d+ 0 obj\s/.test(head) || !/\/Subtype \/Image\b/.test(head)) return undefined;
  const length = Number(/\/Length (\d+)/.exec(head)?.[1] ?? 0);
  return length >= minBytes / 2 ? { head, length } : undefined;
}

async function readAt(file: FileHandle, start: number, end: number): Promise<Buffer> {
  const buffer = Buffer.allocUnsafeSlow(end - start);
  for (let at = 0; at < buffer.length; ) {
    const { bytesRead } = await file.read(buffer, at, buffer.length - at, start + at);
    if (bytesRead === 0) throw unfinished();
    at += bytesRead;
  }
  return buffer;
}

const unfinished = (): Failure => new Failure('page_failed', 'Chromium did not finish the PDF.');
