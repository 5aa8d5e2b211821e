/** A map that evicts the least recently used entry. */
import { expect, it } from 'vitest';
import { LRUMap } from '../../../src/runtime/lru-cache.ts';

it('evicts the least recently used entry when the total weight exceeds the limit', () => {
  const map = new LRUMap<string, number>(10);
  map.set('a', 1, 4);
  map.set('b', 2, 4);
  expect(map.get('a')).toBe(1);
  map.set('c', 3, 4);
  expect([map.get('a'), map.get('b'), map.get('c')]).toEqual([1, undefined, 3]);
});

it('drops an entry heavier than the limit, and counts an overwritten key once', () => {
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

it('evicts the least recently used entry when there are too many', () => {
  const map = new LRUMap<string, number>(10, 2);
  for (const [value, key] of ['a', 'b', 'c'].entries()) map.set(key, value, 0);
  expect([map.get('a'), map.get('b'), map.get('c')]).toEqual([undefined, 1, 2]);
});
