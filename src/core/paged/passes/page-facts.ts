/** What the pages of a finished print hold, from the places of marked elements. */
import type { Paper } from '../../browser/browser.ts';
import type { ResolvedPaged, ResolvedPart } from '../../browser/page-scripts/paged/resolve-paged.ts';
import type { OutlineEntry, PrintedDestinations } from '../../pdf/index.ts';
import { pageMargins } from '../margin-boxes/page-margins.ts';
import { pageStyle } from '../margin-boxes/page-style.ts';
import type { PageRule } from '../page-rule.ts';
import type { PagedFacts, PagedPlace } from '../paged-facts.ts';
import { counterText } from './counter-text.ts';

/** Pixels, for the places of destinations, which Chromium rounds. */
const tolerance = 2;
const pixelsPerPoint = 96 / 72;
const millimetresPerPoint = 25.4 / 72;

/** The value of `counter(page)` on each page. */
export function countPages(
  { counters, marks }: ResolvedPaged,
  { pages, places }: PrintedDestinations,
): number[] {
  const changes = Map.groupBy(counters, ({ mark }) => places.get(marks[mark]?.name ?? '')?.page);
  let number = 0;
  return pages.map((_, page) => {
    number++;
    for (const { kind, value } of changes.get(page) ?? [])
      number = kind === 'increment' ? number + value : value;
    return number;
  });
}

export function toFacts(
  resolved: ResolvedPaged,
  destinations: PrintedDestinations,
  options: { readonly pageRules: readonly PageRule[]; readonly paper: Paper },
): PagedFacts {
  const { pages, places } = destinations;
  const pageNumbers = countPages(resolved, destinations);
  const pageNames = namePages(resolved, destinations);
  const tops = new Map<number, number>();
  const topOf = (page: number): number => {
    const known = tops.get(page);
    if (known !== undefined) return known;
    const name = pageNames[page] ?? '';
    const top = contentTop(options, { page, name, size: pages[page] ?? { width: 0, height: 0 } });
    tops.set(page, top);
    return top;
  };
  const placeOf = (mark: number): PagedPlace[] => {
    const { name = '', lead = 0 } = resolved.marks[mark] ?? {};
    const place = places.get(name);
    if (!place) return [];
    const atTop = place.y * pixelsPerPoint - topOf(place.page) <= lead + tolerance;
    return [{ page: place.page, atTop }];
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
export function toBookmarks(
  { bookmarks, marks }: ResolvedPaged,
  { places }: PrintedDestinations,
): OutlineEntry[] {
  return bookmarks.flatMap(({ label, level, isOpen, mark }) => {
    const place = places.get(marks[mark]?.name ?? '');
    const text = plainText(label).replace(/\s+/g, ' ').trim();
    return place && text ? [{ label: text, level, isOpen, place }] : [];
  });
}

/** Pixels between the top edge of a page and its content. */
function contentTop(
  { pageRules, paper }: { readonly pageRules: readonly PageRule[]; readonly paper: Paper },
  {
    page,
    name,
    size,
  }: { page: number; name: string; size: { readonly width: number; readonly height: number } },
): number {
  const side = page % 2 === 0 ? 'right' : 'left';
  const style = pageStyle(pageRules, { name, side, isFirst: page === 0 });
  const millimetres = { width: size.width * millimetresPerPoint, height: size.height * millimetresPerPoint };
  const [, number, unit = ''] =
    /^([-.\d]+)([a-z]+)$/i.exec(pageMargins(style.page, millimetres, paper).top) ?? [];
  return Number(number ?? 0) * (pixels[unit.toLowerCase()] ?? 1);
}

/** Of the units of CSS. */
const pixels: Readonly<Record<string, number>> = {
  px: 1,
  in: 96,
  cm: 96 / 2.54,
  mm: 96 / 25.4,
  q: 96 / 101.6,
  pt: 96 / 72,
  pc: 16,
  em: 16,
  rem: 16,
};

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
