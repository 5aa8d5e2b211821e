/** A map that forgets what was used least recently. */
import { expect, it } from 'vitest';
import { LRUMap } from '../../src/core/lru-cache.ts';

it('forgets what was used least recently when its entries weigh too much', () => {
  const map = new LRUMap<string, number>(10);
  map.set('a', 1, 4);
  map.set('b', 2, 4);
  expect(map.get('a')).toBe(1);
  map.set('c', 3, 4);
  expect([map.get('a'), map.get('b'), map.get('c')]).toEqual([1, undefined, 3]);
});

it('keeps no entry that is heavier than all of it, and counts a key that is set again once', () => {
  const map = new LRUMap<string, number>(10);
  map.set('a', 1, 5);
  map.set('a', 2, 5);
  map.set('b', 3, 5);
  expect([map.get('a'), map.get('b')]).toEqual([2, 3]);
  map.set('a', 4, 11);
  expect([map.get('a'), map.get('b')]).toEqual([undefined, 3]);
  map.delete('b');
  map.set('c', 5, 10);
  expect(map.get('c')).toBe(5);
});

it('forgets what was used least recently when there are too many', () => {
  const map = new LRUMap<string, number>(10, 2);
  for (const [value, key] of ['a', 'b', 'c'].entries()) map.set(key, value, 0);
  expect([map.get('a'), map.get('b'), map.get('c')]).toEqual([undefined, 1, 2]);
});
