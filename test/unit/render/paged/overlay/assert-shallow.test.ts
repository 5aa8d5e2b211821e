import { expect, it } from 'vitest';
import { assertShallow } from '../../../../../src/render/paged/overlay/assert-shallow.ts';

it.each([
  ['elements without ends', '<div>'.repeat(90_000)],
  ['elements in others that end by themselves', '<b><p>'.repeat(600)],
  ['tables in tables', '<table><tr><td>'.repeat(600)],
])('a header of %s is rejected', (_, html) => {
  expect(() => assertShallow('header', html)).toThrow('The header has elements nested more than 512 deep.');
});

it.each([
  ['many elements side by side', '<div><b>a</b></div>'.repeat(10_000)],
  ['many cells, items, lines and pictures', '<table><tr><td>a<td>b<p>c<br><img><li>d'.repeat(500)],
  ['few elements', '<div>'.repeat(200)],
])('a header of %s is accepted', (_, html) => {
  expect(() => assertShallow('header', html)).not.toThrow();
});
