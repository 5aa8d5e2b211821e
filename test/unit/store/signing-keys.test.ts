import { expect, it } from 'vitest';
import { openTestStore } from '../../support/store/open-test-store.ts';

it('creates one key of 32 bytes and returns the same to every connection', async () => {
  const store = await openTestStore();
  const keys = await store.signingKeys();
  expect(keys).toHaveLength(1);
  expect(keys[0].secret).toHaveLength(32);
  expect(await (await store.again()).signingKeys()).toEqual(keys);
  expect((await (await openTestStore()).signingKeys())[0].secret).not.toEqual(keys[0].secret);
});

it('after a rotation, signs with a new key and accepts only that and the previous one', async () => {
  const store = await openTestStore();
  const [first] = await store.signingKeys();
  const [second, ...older] = await store.rotateSigningKey();
  expect(older).toEqual([first]);
  expect(await (await store.again()).signingKeys()).toEqual([second, first]);
  const [third] = await store.rotateSigningKey();
  expect(await store.signingKeys()).toEqual([third, second]);
  expect(new Set([first, second, third].map(({ id }) => id)).size).toBe(3);
});
