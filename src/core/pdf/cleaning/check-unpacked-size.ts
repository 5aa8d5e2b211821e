/**
 * Object streams that unpack to gigabytes, found before a library unpacks them: buffers do not count as heap, so
 * that the bound on the thread's heap does not hold them.
 */
import { constants, inflateSync } from 'node:zlib';
import { PdfError } from '../pdf-error.ts';

const mebibyte = 2 ** 20;

/** As generous as our own reader is. */
const greatestSize = (fileLength: number) => Math.min(8 * mebibyte + 32 * fileLength, 512 * mebibyte);

/** Throws `too_large`. Streams that are encrypted or damaged are passed over: they do not unpack to anything. */
export function checkUnpackedSize(pdf: Uint8Array): void {
  const bytes = Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength);
  let left = greatestSize(bytes.length);
  for (const kind of ['ObjStm', 'XRef']) {
    for (let at = bytes.indexOf(kind); at >= 0; at = bytes.indexOf(kind, at + 1)) {
      const start = streamStart(bytes, at);
      if (start === undefined) continue;
      left -= unpackedSize(bytes.subarray(start), left);
      if (left <= 0) throw new PdfError('too_large', 'The streams of the PDF unpack to too much.');
    }
  }
}

/** Behind the dictionary that the name stands in, if it is one of a stream. */
function streamStart(bytes: Buffer, at: number): number | undefined {
  const found = bytes.subarray(at, at + 4096).indexOf('stream');
  if (found < 0) return undefined;
  let start = at + found + 'stream'.length;
  if (bytes[start] === 0x0d) start++;
  if (bytes[start] === 0x0a) start++;
  return start;
}

function unpackedSize(data: Buffer, limit: number): number {
  try {
    return inflateSync(data, { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: limit }).length;
  } catch (error) {
    return error instanceof RangeError ? limit : 0;
  }
}
