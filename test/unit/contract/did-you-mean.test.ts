/** Suggestions for misspelt words. */
import { expect, it } from 'vitest';
import { nearest } from '../../../src/contract/did-you-mean.ts';

it.each([
  ['nmae', 'name'],
  ['d', 'id'],
  // Another single letter has nothing in common with it.
  ['q', undefined],
])('the nearest word to %j is %j', (word, found) => {
  expect(nearest(word, ['z', 'name', 'id'])).toBe(found);
});
