/** Where readers begin: at the end of the file, or at the beginning of a linearized one. */
import { isDict } from '../../object.ts';
import { PdfError } from '../../pdf-error.ts';
import { readIndirectObject } from '../../reading/indirect-object.ts';
import { ObjectParser } from '../../reading/object-parser.ts';
import type { PdfReader } from '../../reading/reader.ts';
import type { ReadingBudget } from '../../reading/reading-budget.ts';
import { Ambiguity } from './ambiguity.ts';

/** Bytes at the end of a file in which readers search for `startxref`, and at its beginning for `/Linearized`. */
const searchedBytes = 1024;

/** Throws `Ambiguity`. */
export function assertEndIsFound(file: PdfReader, end: number, budget: ReadingBudget): void {
  const { bytes } = file;
  if (bytes.length === end) return;
  if (bytes.length - bytes.lastIndexOf('startxref', undefined, 'latin1') > searchedBytes) {
    throw new Ambiguity('its startxref is too far from its end');
  }
  // Readers begin with the first table of a linearized file if it has the length that it claims.
  if (linearizedLength(file, budget) === bytes.length) {
    throw new Ambiguity('it was signed when it had not yet the length that it claims as linearized');
  }
}

function linearizedLength(file: PdfReader, budget: ReadingBudget): number | undefined {
  const { bytes } = file;
  const start = /(?<![\d.])\d+\s+\d+\s+obj/.exec(bytes.toString('latin1', 0, searchedBytes))?.index;
  if (start === undefined) return undefined;
  try {
    const { value } = readIndirectObject(bytes, new ObjectParser(bytes, start, file), () => null, budget);
    const length = isDict(value) && value.has('Linearized') ? file.resolve(value.get('L')) : undefined;
    return typeof length === 'number' ? length : undefined;
  } catch (error) {
    if (error instanceof PdfError && error.code === 'malformed') return undefined;
    throw error;
  }
}
