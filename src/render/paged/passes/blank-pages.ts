/**
 * Blank pages, where what follows has to begin on a left or a right page (css-break 3, 3.1). Such an element begins a page
 * in any case, so a page before it moves all that follows by one. If left and right pages have the same room it changes
 * nothing else, and one print says for the whole document where they are needed.
 */
import type { PrintedDestinations } from '#pdf/document/printed-destinations';
import { pageSide, pageStyle } from '../margin-boxes/page-style.ts';
import type { PageRule } from '../page-rule.ts';
import type { BlankPage } from '../page-scripts/place-blank-pages.ts';
import type { ResolvedPaged } from '../page-scripts/resolved-paged.ts';
import { pageDeclaration } from './nth-pages.ts';
import type { DocumentPages } from './page-facts.ts';

/** Indexes of `ResolvedPaged.sides` that a blank page comes before. */
export type BlankPlaces = ReadonlySet<number>;

/** The pages from each of `ResolvedPaged.sides` to the next one, as far as a print had it on its side. */
export type KnownLengths = Map<number, number>;

/**
 * Returns where a document that was printed with some blank pages needs them. What begins on the wrong side has other
 * pages there if left and right pages differ in their room: `known`, which gets more with each print, goes before it.
 */
export function findBlankPlaces(
  resolved: ResolvedPaged,
  destinations: PrintedDestinations,
  { placed, known }: { readonly placed: BlankPlaces; readonly known: KnownLengths },
): BlankPlaces {
  const isOn = (page: number, side: 'left' | 'right') => pageSide(page, resolved.isLeftFirst) === side;
  const printed = resolved.sides.flatMap(({ side, mayFollowBlank }, index) => {
    const page = pageOf(resolved, destinations, index);
    return page === undefined ? [] : [{ index, page, side, mayFollowBlank }];
  });
  const wanted = new Set<number>();
  let at = 0;
  for (const [i, { index, page, side, mayFollowBlank }] of printed.entries()) {
    const isPlaced = placed.has(index);
    if (i === 0) at = isPlaced ? page - 1 : page;
    if (mayFollowBlank && !isOn(at, side)) {
      wanted.add(index);
      at++;
    }
    const next = printed[i + 1];
    if (!next) break;
    const length = next.page - page - (placed.has(next.index) ? 1 : 0);
    if (isOn(page, side)) known.set(index, length);
    at += known.get(index) ?? length;
  }
  return wanted;
}

/** The pages as they are to be with the blank pages in `wanted`. */
export function withBlankPages(
  resolved: ResolvedPaged,
  { pages, places, links }: PrintedDestinations,
  { placed, wanted }: { readonly placed: BlankPlaces; readonly wanted: BlankPlaces },
): DocumentPages {
  const blanks = new Map<number, string>();
  const before = (which: BlankPlaces) => Map.groupBy(which, (index) => pageOf(resolved, { places }, index));
  const [removed, added] = [before(placed), before(wanted)];
  const moved: PrintedDestinations['pages'][number][] = [];
  /** The old index of a page → its new one. */
  const numbers = pages.map((page, index) => {
    const known = (removed.get(index) ?? []).map(() => moved.pop());
    for (const side of added.get(index) ?? []) {
      blanks.set(moved.length, resolved.sides[side]?.page ?? '');
      moved.push(known.pop() ?? page);
    }
    return moved.push(page) - 1;
  });
  const renumber = (all: PrintedDestinations['places']) =>
    new Map([...all].map(([name, place]) => [name, { ...place, page: numbers[place.page] ?? place.page }]));
  return {
    pages: moved,
    blanks,
    places: renumber(places),
    links: renumber(links),
  };
}

/** Returns the pages for the document, and `@page` rules for them if those of the document have any for blank ones. */
export function blankPagesToPlace(
  { sides, isLeftFirst, areSidesSwapped }: ResolvedPaged,
  wanted: BlankPlaces,
  rules: readonly PageRule[],
): { readonly blanks: readonly BlankPage[]; readonly css: string } {
  const hasOwn = rules.some(
    ({ selector, declarations }) => selector.pseudos.includes('blank') && declarations.length > 0,
  );
  if (!hasOwn) return { blanks: [...wanted].map((side) => ({ side, page: 'auto' })), css: '' };
  const names = [...new Set([...wanted].map((side) => sides[side]?.page ?? ''))];
  // A name for them, because Chromium knows no page as blank.
  const css = names.flatMap((name, i) =>
    [0, 1, 2].map((index) => {
      const side = pageSide(index, isLeftFirst);
      const isFirst = index === 0;
      const page = { name, side, isFirst, isBlank: true, number: index + 1, numberInGroup: 0 };
      const declarations = pageStyle(rules, page).page.map(pageDeclaration);
      const printed = pageSide(index, isLeftFirst !== areSidesSwapped);
      return `@page pdfapi-blank-${i}:${isFirst ? 'first' : printed}{${declarations.join('')}}`;
    }),
  );
  return {
    blanks: [...wanted].map((side) => ({
      side,
      page: `pdfapi-blank-${names.indexOf(sides[side]?.page ?? '')}`,
    })),
    css: css.join(''),
  };
}

/** One sentence for what begins on the wrong side. */
export function wrongSides(resolved: ResolvedPaged, destinations: PrintedDestinations): string[] {
  const wrong = resolved.sides.filter(({ side }, index) => {
    const page = pageOf(resolved, destinations, index);
    return page !== undefined && pageSide(page, resolved.isLeftFirst) !== side;
  });
  const [first] = wrong;
  if (!first) return [];
  const others = wrong.length > 1 ? `, and ${wrong.length - 1} more` : '';
  const other = first.side === 'left' ? 'right' : 'left';
  const reason = wrong.every(({ mayFollowBlank }) => mayFollowBlank)
    ? 'left and right pages have so different room that no order of blank pages was found'
    : 'there can be no blank page within a table, columns, a grid or flex row: put the break outside of it';
  return [`a <${first.element}> begins a ${other} page instead of a ${first.side} one${others}: ${reason}`];
}

function pageOf(
  { sides, marks }: ResolvedPaged,
  { places }: Pick<PrintedDestinations, 'places'>,
  index: number,
): number | undefined {
  return places.get(marks[sides[index]?.mark ?? -1]?.name ?? '')?.page;
}
