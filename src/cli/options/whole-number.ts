/** A count as the value of an option. */
import { InvalidArgumentError } from 'commander';

export function wholeNumber(text: string): number {
  if (/^\d{1,12}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('It must be a whole number of at least 0.');
}
