/** Numbers in content streams. */
import type { PdfDict } from '#pdf/object';
import type { PdfReader } from '#pdf/reading/reader';

/** Formats numbers to a thousandth, without exponents. */
export const operands = (...numbers: readonly number[]): string =>
  numbers.map((number) => String(Number(number.toFixed(3)))).join(' ');

/** The numbers of an array. */
export const numbersOf = (file: PdfReader, dict: PdfDict, key: string): number[] =>
  (file.array(dict, key) ?? []).map((item) => file.resolve(item)).filter((item) => typeof item === 'number');
