/** Decodes content of which viewers show what is before the damage. */
import { constants, inflateSync } from 'node:zlib';
import { isNamed, type PdfStream, toList } from '../object.ts';
import { PdfError } from '../pdf-error.ts';
import type { PdfReader } from '../reading/reader.ts';

interface DecodedStart {
  readonly data: Uint8Array;
  readonly isWhole: boolean;
}

/** Throws `unsupported`, `too_large`. */
export function decodeStart(file: PdfReader, stream: PdfStream): DecodedStart {
  try {
    return { data: file.decode(stream), isWhole: true };
  } catch (error) {
    if (!(error instanceof PdfError) || error.code !== 'malformed') throw error;
  }
  const [filter, ...more] = toList(file.get(stream.dict, 'Filter')).map((item) => file.resolve(item));
  const isPlain = more.length === 0 && (isNamed(filter, 'FlateDecode') || isNamed(filter, 'Fl'));
  const data = isPlain && !stream.dict.has('DecodeParms') ? inflateStart(file, stream.data) : Buffer.alloc(0);
  return { data, isWhole: false };
}

/** Bytes of content that is damaged. */
const maxInflated = 2 ** 24;

/** Inflates the longest part without damage. It is found by bisection: inflating only tells whether a part has any. */
function inflateStart(file: PdfReader, data: Uint8Array): Uint8Array {
  let inflated: Uint8Array = Buffer.alloc(0);
  let [low, high] = [0, data.length];
  while (low < high) {
    const end = Math.ceil((low + high) / 2);
    try {
      const part = data.subarray(0, end);
      inflated = inflateSync(part, { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: maxInflated });
      file.spend(inflated.length);
      low = end;
    } catch {
      high = end - 1;
    }
  }
  return inflated;
}
