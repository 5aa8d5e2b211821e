import { expect, it } from 'vitest';
import { openTestStore } from '../../support/store/open-test-store.ts';

it('creates one key of 32 bytes and returns the same to every connection', () => {
  const store = openTestStore();
  const keys = store.signingKeys();
  expect(keys).toHaveLength(1);
  expect(keys[0].secret).toHaveLength(32);
  expect(store.again().signingKeys()).toEqual(keys);
  expect(openTestStore().signingKeys()[0].secret).not.toEqual(keys[0].secret);
});

it('after a rotation, signs with a new key and accepts only that and the previous one', () => {
  const store = openTestStore();
  const [first] = store.signingKeys();
  const [second, ...older] = store.rotateSigningKey();
  expect(older).toEqual([first]);
  expect(store.again().signingKeys()).toEqual([second, first]);
  const [third] = store.rotateSigningKey();
  expect(store.signingKeys()).toEqual([third, second]);
  expect(new Set([first, second, third].map(({ id }) => id)).size).toBe(3);
});
