/** Which pages of a document are wanted, as people write it: `1-3,7,9-`. */
import { Failure } from '../errors.ts';

/** Pages from 1 on, in the order of the document that is made: `9-7` is 9, 8, 7. */
interface PageRange {
  /** Counts from the end if it is negative: -1 is the last page. */
  readonly first: number;
  readonly last: number;
  /** Leaves only pages with such numbers. */
  readonly parity: 'even' | 'odd' | undefined;
  /** As it was written, for messages. */
  readonly text: string;
}

/** Characters of a selection: every second page of 4,000 fits. */
const maxSelectionLength = 10_000;

/** Pages of a selection that may repeat them. No document has as many. */
const maxRepeatedPages = 100_000;

/** For messages. */
export const pageSelectionRule =
  'Pages are numbers and ranges from 1 on, such as 1-3,7,9-, last, r2 (the last but one) or even';

/**
 * Numbers have at most six digits, more than any document has pages. The other words are those of qpdf, pdftk and cpdf.
 */
const end = String.raw`\d{1,6}|last|end|z|[r~]\d{1,6}`;
const range = new RegExp(
  String.raw`^(?:(?<single>${end})|(?:(?<first>${end})?\s*-\s*(?<last>${end})?))?\s*(?<parity>even|odd)?$`,
  'i',
);

/**
 * Reads numbers and ranges, separated by commas. `9-` goes on to the last page, `-3` begins with the first one, `last` is
 * the last one, `r2` the one before it, and `even` and `odd` choose within a range, or within all pages. Undefined for
 * anything else.
 *
 * @example
 * parsePageSelection('1-3,7,9-')
 */
export function parsePageSelection(text: string): readonly PageRange[] | undefined {
  if (text.length > maxSelectionLength) return undefined;
  const ranges: PageRange[] = [];
  for (const item of text.split(',')) {
    const read = parseRange(item.trim());
    if (!read) return undefined;
    ranges.push(read);
  }
  return ranges;
}

/** Says which range of a text is none, and what would be right. Undefined for a selection. */
export function findSelectionProblem(text: string): string | undefined {
  if (parsePageSelection(text)) return undefined;
  const wrong =
    text.length > maxSelectionLength ? undefined : text.split(',').find((item) => !parseRange(item.trim()));
  // Messages about options already name a text of one range.
  const named = wrong === undefined || wrong === text ? '' : `${JSON.stringify(wrong.trim())} is none. `;
  return `${named}${pageSelectionRule}.`;
}

function parseRange(text: string): PageRange | undefined {
  const { single, first = single, last = single, parity } = range.exec(text)?.groups ?? {};
  const isAll = /^(?:even|odd)$/i.test(text);
  if (first === undefined && last === undefined && !isAll) return undefined;
  const [from, to] = [first === undefined ? 1 : toPage(first), last === undefined ? -1 : toPage(last)];
  if (from === 0 || to === 0) return undefined;
  return { first: from, last: to, parity: parity?.toLowerCase() as PageRange['parity'], text };
}

function toPage(text: string): number {
  const digits = /^\D?(\d+)$/.exec(text)?.[1];
  if (digits === undefined) return -1;
  return /^\d/.test(text) ? Number(digits) : 0 - Number(digits);
}

/** Where a selection comes from, for errors. */
interface SelectionPlace {
  /** Such as `config.pages`. */
  readonly field: string;
  /** The name of the document, if there are several. */
  readonly name?: string | undefined;
}

interface SelectionRules {
  /** Whether a page may be selected more than once. Default: false. */
  readonly mayRepeat?: boolean;
}

/**
 * Returns the indexes of the selected pages, from 0 on and in the order of the selection; undefined for the whole document.
 * Throws `invalid_option` for a page that the document does not have, and, unless pages may repeat, for one that is selected
 * twice.
 *
 * @example
 * resolvePages('2-', 3, { field: 'config.pages' }) // [1, 2]
 */
export function resolvePages(
  selection: string,
  count: number,
  place: SelectionPlace,
  { mayRepeat = false }: SelectionRules = {},
): readonly number[] | undefined {
  const ranges = parsePageSelection(selection);
  if (!ranges) throw invalid(findSelectionProblem(selection) ?? '', place);
  const seen = new Set<number>();
  const selected: number[] = [];
  for (const range of ranges) {
    for (const page of pagesOf(range, count, place)) {
      if (!mayRepeat && seen.has(page)) {
        throw invalid(`Page ${page} is selected twice, but a document has each page once.`, place);
      }
      seen.add(page);
      selected.push(page - 1);
    }
    if (selected.length > Math.max(count, maxRepeatedPages)) {
      throw invalid(`${selection.slice(0, 50)} selects more than ${maxRepeatedPages} pages.`, place);
    }
  }
  return selected.length === count && selected.every((page, index) => page === index) ? undefined : selected;
}

function* pagesOf(range: PageRange, count: number, place: SelectionPlace): Generator<number> {
  const { parity, text } = range;
  const [from, to] = [range.first, range.last].map((page) => (page < 0 ? count + 1 + page : page)) as [
    number,
    number,
  ];
  const has = `The document has ${count} ${count === 1 ? 'page' : 'pages'}`;
  if (Math.max(from, to) > count) {
    // `14-` is not a range that goes backwards.
    const selectsNone = Math.min(from, to) > count || range.last === -1;
    throw invalid(`${has}; ${text} ${selectsNone ? 'selects none' : 'goes beyond the last one'}.`, place);
  }
  if (Math.min(from, to) < 1) throw invalid(`${has}; ${text} goes beyond the first one.`, place);
  const step = from <= to ? 1 : -1;
  let selected = 0;
  for (let page = from; page !== to + step; page += step) {
    if (parity !== undefined && (page % 2 === 0) !== (parity === 'even')) continue;
    selected++;
    yield page;
  }
  if (selected === 0) throw invalid(`${has}; ${text} selects none.`, place);
}

function invalid(message: string, { field, name }: SelectionPlace): Failure {
  const named = name === undefined ? message : `${name}: ${message}`;
  return new Failure('invalid_option', named, { errors: { [field]: [named] } });
}
