/** The keywords of `string()` and `element()`, after css-gcpm 3, 1.1.2. */
import { expect, test } from 'vitest';
import { NamedValues, type ValueKeyword } from '../../../../../src/render/paged/margin-boxes/named-values.ts';

/** A page without an assignment, one that starts with one, one with two further down, and one without. */
const values = new NamedValues([
  { name: 'heading', value: 'A', page: 1, atTop: true },
  { name: 'other', value: 'x', page: 0, atTop: true },
  { name: 'heading', value: 'B', page: 2, atTop: false },
  { name: 'heading', value: 'C', page: 2, atTop: false },
  { name: 'heading', value: 'D', page: 4, atTop: true },
  { name: 'heading', value: 'E', page: 4, atTop: false },
]);

test.each<[ValueKeyword, (string | undefined)[]]>([
  ['first', [undefined, 'A', 'B', 'C', 'D', 'E']],
  ['start', [undefined, 'A', 'A', 'C', 'D', 'E']],
  ['last', [undefined, 'A', 'C', 'C', 'E', 'E']],
  ['first-except', [undefined, undefined, undefined, 'C', undefined, 'E']],
])('%s takes the value that the specification names', (keyword, expected) => {
  expect(expected.map((_, page) => values.on(page, 'heading', keyword))).toEqual(expected);
});

test('an assignment further down does not start the page, even if the next one does', () => {
  const nested = new NamedValues([
    { name: 'title', value: 'One', page: 0, atTop: true },
    { name: 'title', value: 'Two', page: 1, atTop: false },
    { name: 'title', value: 'Three', page: 1, atTop: true },
  ]);
  expect(nested.on(1, 'title', 'start')).toBe('One');
});

test('a name that is never assigned has no value', () => {
  expect(values.on(3, 'nothing', 'first')).toBeUndefined();
  expect(new NamedValues<string>([]).on(0, 'heading', 'last')).toBeUndefined();
});
