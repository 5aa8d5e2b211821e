/** Which pages of a document are wanted, as people write it: `1-3,7,9-`. */

/** Pages from 1 on, in the order of the document that is made: `9-7` is 9, 8, 7. */
export interface PageRange {
  /** Undefined for the last page. */
  readonly first: number | undefined;
  readonly last: number | undefined;
  /** As it was written, for messages. */
  readonly text: string;
}

/** Characters of a selection: every second page of 4,000 fits. */
export const maxSelectionLength = 10_000;

/** For messages and descriptions. */
export const pageSelectionExamples = 'such as 1-3,7,9- or last';

/** The greatest number has six digits, more than any document has pages. */
const range = /^(?:(?<single>\d{1,6}|last)|(?<first>\d{1,6}|last)?\s*-\s*(?<last>\d{1,6}|last)?)$/i;

/**
 * Reads numbers and ranges, separated by commas. `9-` goes on to the last page, `-3` begins with the first one, and `last`
 * is the last one. Undefined for anything else.
 *
 * @example
 * parsePageSelection('1-3,7,9-')
 */
export function parsePageSelection(text: string): readonly PageRange[] | undefined {
  if (text.length > maxSelectionLength) return undefined;
  const ranges: PageRange[] = [];
  for (const item of text.split(',')) {
    const written = item.trim();
    const { single, first = single, last = single } = range.exec(written)?.groups ?? {};
    if (first === undefined && last === undefined) return undefined;
    const from = first === undefined ? 1 : toPage(first);
    const to = last === undefined ? undefined : toPage(last);
    if (from === 0 || to === 0) return undefined;
    ranges.push({ first: from, last: to, text: written });
  }
  return ranges;
}

const toPage = (text: string): number | undefined => (/^\d/.test(text) ? Number(text) : undefined);
