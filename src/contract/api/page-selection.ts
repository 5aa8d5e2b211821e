/** Which pages of a document are wanted, as people write it: `1-3,7,9-`. */
import { Failure } from '../errors.ts';

/** Pages from 1 on, in the order of the document that is made: `9-7` is 9, 8, 7. */
interface PageRange {
  /** Undefined for the last page. */
  readonly first: number | undefined;
  readonly last: number | undefined;
  /** As it was written, for messages. */
  readonly text: string;
}

/** Characters of a selection: every second page of 4,000 fits. */
const maxSelectionLength = 10_000;

/** For messages. */
export const pageSelectionRule = 'Pages are numbers and ranges from 1 on, such as 1-3,7,9- or last';

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

/** Where a selection comes from, for errors. */
interface SelectionPlace {
  /** Such as `config.pages`. */
  readonly field: string;
  /** Of the document, if there are several. */
  readonly name?: string | undefined;
}

/**
 * Returns the indexes of the selected pages, from 0 on and in the order of the selection; undefined for the whole document.
 * Throws `invalid_option` for a page that the document does not have, or that is selected twice: tags and form fields can
 * be in a document only once.
 *
 * @example
 * resolvePages('2-', 3, { field: 'config.pages' }) // [1, 2]
 */
export function resolvePages(
  selection: string,
  count: number,
  place: SelectionPlace,
): readonly number[] | undefined {
  const ranges = parsePageSelection(selection);
  if (!ranges) throw invalid(`${pageSelectionRule}.`, place);
  const pages = new Set<number>();
  for (const range of ranges) {
    for (const page of pagesOf(range, count, place)) {
      if (pages.has(page - 1)) {
        throw invalid(`Page ${page} is selected twice, but a document has each page once.`, place);
      }
      pages.add(page - 1);
    }
  }
  const selected = [...pages];
  return selected.length === count && selected.every((page, index) => page === index) ? undefined : selected;
}

function* pagesOf({ first, last, text }: PageRange, count: number, place: SelectionPlace): Generator<number> {
  const from = first ?? count;
  const to = last ?? count;
  if (Math.max(from, to) > count) {
    const has = `The document has ${count} ${count === 1 ? 'page' : 'pages'}`;
    // `14-` is not a range that goes backwards.
    const selectsNone = Math.min(from, to) > count || last === undefined;
    throw invalid(`${has}; ${text} ${selectsNone ? 'selects none' : 'goes beyond the last one'}.`, place);
  }
  const step = from <= to ? 1 : -1;
  for (let page = from; page !== to + step; page += step) yield page;
}

function invalid(message: string, { field, name }: SelectionPlace): Failure {
  const named = name === undefined ? message : `${name}: ${message}`;
  return new Failure('invalid_option', named, { errors: { [field]: [named] } });
}
