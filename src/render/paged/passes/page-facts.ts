/** Derives the contents of the pages of a finished print from the places of marked elements. */

import type { OutlineEntry } from '#pdf';
import type { PrintedDestinations } from '#pdf/document/printed-destinations';
import { pixelsPerPoint } from '../margin-boxes/css-pixels.ts';
import { pageSide, type SelectedPage } from '../margin-boxes/page-style.ts';
import type { PageRule } from '../page-rule.ts';
import type { ResolvedPaged, ResolvedPart } from '../page-scripts/resolved-paged.ts';
import type { PagedFacts, PagedPlace } from '../paged-facts.ts';
import { counterText } from './counter-text.ts';
import { pageContextCounts } from './page-context-counts.ts';

/** Pixels, for the places of destinations, which Chromium rounds. */
const tolerance = 2;

/** The pages of one print of a document, or of the next one as it is expected to be. */
export interface DocumentPages extends PrintedDestinations {
  /** The names of the blank pages, by their indexes. */
  readonly blanks: ReadonlyMap<number, string>;
}

/** The value of `counter(page)` on each page. */
export function numberPages(
  resolved: ResolvedPaged,
  document: DocumentPages,
  rules: readonly PageRule[],
): number[] {
  const { counters, marks } = resolved;
  const { places } = document;
  const changes = Map.groupBy(counters, ({ mark }) => places.get(marks[mark]?.name ?? '')?.page);
  const countOf = pageContextCounts(rules);
  let number = 0;
  return selectedPages(resolved, document).map((selected, page) => {
    const { reset, increment, set } = countOf(selected);
    const ownNumber = reset === undefined ? undefined : (set ?? reset + increment);
    if (reset === undefined) number = set ?? number + increment;
    const ofPage = changes.get(page) ?? [];
    for (const { kind, value } of ofPage) number = kind === 'increment' ? number + value : value;
    return ofPage.length > 0 ? number : (ownNumber ?? number);
  });
}

export function toFacts(
  resolved: ResolvedPaged,
  document: DocumentPages,
  rules: readonly PageRule[],
): PagedFacts {
  const { pages, places } = document;
  const pageNumbers = numberPages(resolved, document, rules);
  const toText = textReader(resolved, document, pageNumbers);
  const placeOf = (mark: number): PagedPlace[] => {
    const { name = '', lead = 0, before = -1 } = resolved.marks[mark] ?? {};
    const place = places.get(name);
    if (!place) return [];
    // Chromium writes places from the corner of the page's content, not from that of the page.
    const isHigh = place.y * pixelsPerPoint <= lead + tolerance;
    const atTop = isHigh && places.get(resolved.marks[before]?.name ?? '')?.page !== place.page;
    return [{ page: place.page, atTop }];
  };
  return {
    pageCount: pages.length,
    pageNumbers,
    pages: selectedPages(resolved, document),
    counters: new Map(
      [...Map.groupBy(resolved.counted, ({ name }) => name)].map(([name, changes]) => [
        name,
        valuesOnPages(
          changes.flatMap(({ mark, value }) => placeOf(mark).map((place) => ({ ...place, value }))),
          pages.length,
        ),
      ]),
    ),
    strings: resolved.strings.flatMap(({ name, parts, mark, isHidden }) =>
      placeOf(mark).map(({ page, atTop }) => ({
        page,
        // What is not displayed is not the first on any page.
        atTop: atTop && !isHidden,
        name,
        value: parts.map(toText).join(''),
      })),
    ),
    running: resolved.running.flatMap(({ name, html, mark }) =>
      placeOf(mark).map((place) => ({ ...place, name, html })),
    ),
  };
}

/** The value that a counter has at the first line of each page. */
function valuesOnPages(
  changes: readonly (PagedPlace & { readonly value: number })[],
  pageCount: number,
): number[] {
  let value = 0;
  let next = 0;
  return Array.from({ length: pageCount }, (_, page) => {
    for (
      let at = changes[next];
      at && (at.page < page || (at.page === page && at.atTop));
      at = changes[++next]
    )
      value = at.value;
    return value;
  });
}

/** The bookmarks in the order of the document, which is that of their elements. */
export function toBookmarks(
  resolved: ResolvedPaged,
  document: DocumentPages,
  rules: readonly PageRule[],
): OutlineEntry[] {
  const { bookmarks, marks } = resolved;
  const { places } = document;
  const toText = textReader(resolved, document, numberPages(resolved, document, rules));
  return bookmarks.flatMap(({ label, level, isOpen, mark }) => {
    const place = places.get(marks[mark]?.name ?? '');
    const text = label.map(toText).join('').replace(/\s+/g, ' ').trim();
    return place && text ? [{ label: text, level, isOpen, place }] : [];
  });
}

/** What page selectors ask for, of each page. */
export function selectedPages(
  { names, marks, isLeftFirst }: ResolvedPaged,
  { pages, places, blanks }: DocumentPages,
): SelectedPage[] {
  const changes = Map.groupBy(names, ({ mark }) => places.get(marks[mark]?.name ?? '')?.page);
  /** The name of the group → its first page. */
  const groups = new Map<string, number>();
  let current = '';
  let before = '';
  return pages.map((_, page) => {
    const own = changes.get(page) ?? [];
    current = own.at(-1)?.name ?? current;
    const name = blanks.get(page) ?? current;
    const isGroup = own.some(
      ({ name: each, group }) =>
        each === name && (group === 'begins' || (group === 'may-begin' && before !== name)),
    );
    if (isGroup) groups.set(name, page);
    before = name;
    return {
      name,
      side: pageSide(page, isLeftFirst),
      isFirst: page === 0,
      isBlank: blanks.has(page),
      number: page + 1,
      numberInGroup: groups.has(name) ? page + 1 - (groups.get(name) ?? 0) : 0,
    };
  });
}

/** Returns the text of a part: empty for one without, such as a picture or a leader. */
export function textReader(
  { marks }: ResolvedPaged,
  { pages, places }: PrintedDestinations,
  pageNumbers: readonly number[],
): (part: ResolvedPart) => string {
  return (part) => {
    switch (part.kind) {
      case 'text':
        return part.text;
      case 'number':
        return counterText(part.value, part.style);
      case 'pages':
        return counterText(pages.length, part.style);
      case 'page': {
        const place = places.get(marks[part.mark]?.name ?? '');
        return place ? counterText(pageNumbers[place.page] ?? 0, part.style) : '';
      }
      default:
        return '';
    }
  };
}
