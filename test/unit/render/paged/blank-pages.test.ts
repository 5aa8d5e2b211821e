/** Where blank pages are needed, and what the next print is expected to be. */
import { expect, test } from 'vitest';
import type { PrintedDestinations } from '../../../../src/pdf/document/printed-destinations.ts';
import type { ResolvedPaged } from '../../../../src/render/paged/page-scripts/resolved-paged.ts';
import {
  findBlankPlaces,
  withBlankPages,
  wrongSides,
} from '../../../../src/render/paged/passes/blank-pages.ts';

type Side = 'left' | 'right';

/** Elements that begin on a side, each with the page that it is on, from 1. */
function print(elements: readonly (readonly [side: Side, page: number])[], count: number) {
  const resolved: ResolvedPaged = {
    references: [],
    strings: [],
    running: [],
    bookmarks: [],
    counters: [],
    counted: [],
    names: [],
    missing: [],
    hidden: [],
    repeated: [],
    isLeftFirst: false,
    areSidesSwapped: false,
    marks: elements.map((_, i) => ({ name: `m${i}`, lead: 0 })),
    sides: elements.map(([side], mark) => ({ side, mark, element: 'h1', mayFollowBlank: true, page: '' })),
  };
  const printed: PrintedDestinations = {
    pages: Array.from({ length: count }, (_, object) => ({ object, width: 100, height: 100 })),
    places: new Map(elements.map(([, page], i) => [`m${i}`, { page: page - 1, x: 0, y: 0 }])),
    links: new Map(),
  };
  return { resolved, printed };
}

const none: ReadonlySet<number> = new Set();

test.each<[elements: [Side, number][], wanted: number[]]>([
  [[['right', 3]], []],
  [[['right', 2]], [0]],
  [[['left', 1]], [0]],
  [
    [
      ['right', 2],
      ['right', 3],
      ['right', 4],
      ['left', 5],
    ],
    [0, 1, 2],
  ],
  [
    [
      ['right', 2],
      ['left', 3],
      ['left', 4],
    ],
    [0, 2],
  ],
])('%j needs blank pages before %j', (elements, wanted) => {
  const { resolved, printed } = print(elements, 6);
  const found = findBlankPlaces(resolved, printed, { placed: none, known: new Map() });
  expect([...found]).toEqual(wanted);
  const next = withBlankPages(resolved, printed, { placed: none, wanted: found });
  expect(next.pages).toHaveLength(6 + wanted.length);
  expect(next.blanks.size).toBe(wanted.length);
  expect(wrongSides(resolved, next)).toEqual([]);
  // A print as it was expected needs no others, and is known as it is.
  expect(findBlankPlaces(resolved, next, { placed: found, known: new Map() })).toEqual(found);
  expect(withBlankPages(resolved, next, { placed: found, wanted: found })).toEqual(next);
});

test('a blank page that is needed no more is taken away again', () => {
  const { resolved, printed } = print([['right', 4]], 4);
  const placed = new Set([0]);
  expect(findBlankPlaces(resolved, printed, { placed, known: new Map() })).toEqual(none);
  const next = withBlankPages(resolved, printed, { placed, wanted: none });
  expect(next.pages.map(({ object }) => object)).toEqual([0, 1, 3]);
  expect(next.places.get('m0')?.page).toBe(2);
});

test('what begins on the wrong side is named once, with how many more there are', () => {
  const { resolved, printed } = print(
    [
      ['right', 2],
      ['left', 3],
    ],
    3,
  );
  expect(wrongSides(resolved, printed)).toEqual([
    'a <h1> begins a left page instead of a right one, and 1 more: left and right pages have so different room that no order of blank pages was found',
  ]);
});
