/** What the pages of a finished print hold, from the places of marked elements. */
import type { Paper } from '../../browser/browser.ts';
import type { ResolvedPaged, ResolvedPart } from '../../browser/page-scripts/paged/resolve-paged.ts';
import type { PrintedDestinations, PrintedPlace } from '../../pdf/index.ts';
import type { PagedFacts, PagedPlace } from '../paged-facts.ts';
import type { PageRule } from '../page-rule.ts';
import { counterText } from './counter-text.ts';

/** An entry of the outline, in document order. */
export interface Bookmark {
  readonly label: string;
  /** From 1. */
  readonly level: number;
  readonly isOpen: boolean;
  readonly place: PrintedPlace;
}

/** Pixels, for the places of destinations, which Chromium rounds. */
const tolerance = 2;
const pixelsPerPoint = 96 / 72;

/** The value of `counter(page)` on each page. */
export function countPages({ counters, marks }: ResolvedPaged, { pages, places }: PrintedDestinations): number[] {
  const changes = Map.groupBy(counters, ({ mark }) => places.get(marks[mark]?.name ?? '')?.page);
  let number = 0;
  return pages.map((_, page) => {
    number++;
    for (const { kind, value } of changes.get(page) ?? []) number = kind === 'increment' ? number + value : value;
    return number;
  });
}

export function toFacts(
  resolved: ResolvedPaged,
  destinations: PrintedDestinations,
  _options: { readonly pageRules: readonly PageRule[]; readonly paper: Paper },
): PagedFacts {
  const { pages, places } = destinations;
  const pageNumbers = countPages(resolved, destinations);
  const pageNames = namePages(resolved, destinations);
  const placeOf = (mark: number): PagedPlace[] => {
    const { name = '', lead = 0 } = resolved.marks[mark] ?? {};
    const place = places.get(name);
    if (!place) return [];
    const top = 0;
    return [{ page: place.page, atTop: place.y * pixelsPerPoint - top <= lead + tolerance }];
  };
  return {
    pageCount: pages.length,
    pageNumbers,
    pageNames,
    strings: resolved.strings.flatMap(({ name, parts, mark }) =>
      placeOf(mark).map((place) => ({ ...place, name, value: plainText(parts) })),
    ),
    running: resolved.running.flatMap(({ name, html, mark }) =>
      placeOf(mark).map((place) => ({ ...place, name, html })),
    ),
  };
}

/** The bookmarks in the order of the document, which is that of their elements. */
export function toBookmarks({ bookmarks, marks }: ResolvedPaged, { places }: PrintedDestinations): Bookmark[] {
  return bookmarks.flatMap(({ label, level, isOpen, mark }) => {
    const place = places.get(marks[mark]?.name ?? '');
    const text = plainText(label).replace(/\s+/g, ' ').trim();
    return place && text ? [{ label: text, level, isOpen, place }] : [];
  });
}

function namePages({ names, marks }: ResolvedPaged, { pages, places }: PrintedDestinations): string[] {
  const changes = Map.groupBy(names, ({ mark }) => places.get(marks[mark]?.name ?? '')?.page);
  let current = '';
  return pages.map((_, page) => {
    current = changes.get(page)?.at(-1)?.name ?? current;
    return current;
  });
}

const plainText = (parts: readonly ResolvedPart[]): string =>
  parts
    .map((part) =>
      part.kind === 'text' ? part.text : part.kind === 'number' ? counterText(part.value, part.style) : '',
    )
    .join('');
