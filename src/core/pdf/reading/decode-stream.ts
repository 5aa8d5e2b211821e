/** A stream's bytes with its filters undone. Only FlateDecode: all that the structure of a file uses. */
import { constants, inflateSync } from 'node:zlib';
import { isDict, isNamed, type PdfStream, type PdfValue } from '../object.ts';
import { PdfError } from '../pdf-error.ts';
import { undoPredictor } from './predictor.ts';
import type { ReadingBudget } from './reading-budget.ts';

/** Bytes to unpack at a time. */
const smallestChunk = 1024;
const largestChunk = 256 * 1024;

/** More filters in a row than any producer writes. */
const longestFilterChain = 8;

/**
 * Throws `unsupported` for filters other than FlateDecode, `malformed` for damaged data, `too_large` when it
 * unpacks to more than the budget allows.
 */
export function decodeStream(
  stream: PdfStream,
  resolve: (value: PdfValue | undefined) => PdfValue,
  budget: ReadingBudget,
): Uint8Array {
  const filters = listOf(resolve(stream.dict.get('Filter')));
  const parameters = listOf(resolve(stream.dict.get('DecodeParms')));
  if (filters.length > longestFilterChain)
    throw new PdfError('unsupported', 'A stream has too many filters.');
  let data = stream.data;
  for (const [i, filter] of filters.entries()) {
    const name = resolve(filter);
    if (!isNamed(name, 'FlateDecode'))
      throw new PdfError('unsupported', 'A stream has an unsupported filter.');
    data = undoParameters(inflate(data, budget), resolve(parameters[i]), resolve);
  }
  return data;
}

function listOf(value: PdfValue): PdfValue[] {
  if (value === null) return [];
  return Array.isArray(value) ? value : [value];
}

function inflate(data: Uint8Array, budget: ReadingBudget): Uint8Array {
  let inflated: Uint8Array;
  try {
    inflated = inflateSync(data, {
      // Many files lack the end of the deflate stream; what is there still counts.
      finishFlush: constants.Z_SYNC_FLUSH,
      maxOutputLength: Math.max(1, budget.decodable),
      // In one piece, mostly.
      chunkSize: Math.min(Math.max(5 * data.length, smallestChunk), largestChunk),
    });
  } catch (error) {
    if (error instanceof RangeError) {
      throw new PdfError('too_large', 'A stream of the PDF unpacks to too much.', { cause: error });
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
