/** Decodes stream filters, except those of images. */
import { constants, inflateSync } from 'node:zlib';
import { isDict, PdfName, type PdfStream, type PdfValue, toList } from '../object.ts';
import { PdfError } from '../pdf-error.ts';
import { decodeAscii85, decodeAsciiHex } from './filters/ascii.ts';
import { decodeLzw } from './filters/lzw.ts';
import { undoPredictor } from './predictor.ts';
import type { ReadingBudget } from './reading-budget.ts';

/** Output chunk sizes in bytes. */
const minChunkBytes = 1024;
const maxChunkBytes = 256 * 1024;

/** More filters in a row than any producer writes. */
const maxFilters = 8;

/**
 * Throws `unsupported` for image filters, `malformed` for damaged data, and `too_large` if the result exceeds the
 * budget.
 */
export function decodeStream(
  stream: PdfStream,
  resolve: (value: PdfValue | undefined) => PdfValue,
  budget: ReadingBudget,
): Uint8Array {
  const filters = toList(resolve(stream.dict.get('Filter')));
  const parameters = toList(resolve(stream.dict.get('DecodeParms')));
  if (filters.length > maxFilters) throw new PdfError('unsupported', 'A stream has too many filters.');
  let data = stream.data;
  for (const [i, filter] of filters.entries()) {
    data = undo(resolve(filter), data, { dict: resolve(parameters[i]), resolve, budget });
  }
  return data;
}

interface FilterOptions {
  /** `/DecodeParms` of this filter. */
  readonly dict: PdfValue;
  readonly resolve: (value: PdfValue | undefined) => PdfValue;
  readonly budget: ReadingBudget;
}

/** Short names are allowed only in inline images, but all readers accept them everywhere. */
function undo(filter: PdfValue, data: Uint8Array, { dict, resolve, budget }: FilterOptions): Uint8Array {
  switch (filter instanceof PdfName ? filter.value : undefined) {
    case 'FlateDecode':
    case 'Fl':
      return undoParameters(inflate(data, budget), dict, resolve);
    case 'LZWDecode':
    case 'LZW': {
      const early = !isDict(dict) || resolve(dict.get('EarlyChange')) !== 0;
      const decoded = decodeLzw(data, early, (bytes) => budget.decoded(bytes));
      return undoParameters(decoded, dict, resolve);
    }
    case 'RunLengthDecode':
    case 'RL':
      return decodeRunLength(data, (bytes) => budget.decoded(bytes));
    case 'ASCIIHexDecode':
    case 'AHx':
      return counted(decodeAsciiHex(data), budget);
    case 'ASCII85Decode':
    case 'A85':
      return counted(decodeAscii85(data), budget);
    default:
      throw new PdfError('unsupported', 'A stream has an unsupported filter.');
  }
}

function counted(data: Uint8Array, budget: ReadingBudget): Uint8Array {
  budget.decoded(data.length);
  return data;
}

function inflate(data: Uint8Array, budget: ReadingBudget): Uint8Array {
  let inflated: Uint8Array;
  try {
    inflated = inflateSync(data, {
      // Many files lack the end of the deflate stream. The data before it still counts.
      finishFlush: constants.Z_SYNC_FLUSH,
      maxOutputLength: Math.max(1, budget.decodable),
      // Usually large enough for one chunk.
      chunkSize: Math.min(Math.max(5 * data.length, minChunkBytes), maxChunkBytes),
    });
  } catch (error) {
    if (error instanceof RangeError) {
      throw new PdfError('too_large', 'A stream of the PDF is too large when decompressed.', {
        cause: error,
      });
    }
    throw new PdfError('malformed', 'A compressed stream of the PDF is damaged.', { cause: error });
  }
  budget.decoded(inflated.length);
  return inflated;
}

function undoParameters(
  data: Uint8Array,
  parameters: PdfValue,
  resolve: (value: PdfValue | undefined) => PdfValue,
): Uint8Array {
  if (!isDict(parameters)) return data;
  const number = (key: string, otherwise: number) => {
    const value = resolve(parameters.get(key));
    return typeof value === 'number' ? value : otherwise;
  };
  return undoPredictor(data, {
    predictor: number('Predictor', 1),
    colors: number('Colors', 1),
    bitsPerComponent: number('BitsPerComponent', 8),
    columns: number('Columns', 1),
  });
}

/** The length that ends data of RunLengthDecode. */
const endOfData = 128;

/**
 * RunLengthDecode (ISO 32000-2, 7.4.5): runs of one byte, and literal bytes. `grow` receives the decoded size of each
 * run and throws if the sum exceeds the budget.
 */
function decodeRunLength(data: Uint8Array, grow: (bytes: number) => void): Buffer {
  const parts: Uint8Array[] = [];
  for (let at = 0; at < data.length; ) {
    const length = data[at++] ?? endOfData;
    if (length === endOfData) break;
    const isRun = length > endOfData;
    const part = isRun
      ? Buffer.alloc(257 - length, data[at] ?? 0)
      : data.subarray(at, Math.min(at + length + 1, data.length));
    grow(part.length);
    parts.push(part);
    at += isRun ? 1 : length + 1;
  }
  return Buffer.concat(parts);
}
