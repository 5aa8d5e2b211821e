/** Files of more than a megabyte, which are stored in parts. */
import { expect, it } from 'vitest';
import type { PushedTemplate } from '../../../src/store/templates.ts';
import { onPostgres, openTestStore, type TestStore } from '../../support/store/open-test-store.ts';

/** Bytes without a repeating pattern, so that parts in the wrong order are noticed. */
const bytesOf = (length: number, seed = 1) =>
  Buffer.from(
    Uint32Array.from({ length: Math.ceil(length / 4) }, (_, index) => Math.imul(index + seed, 2_654_435_761))
      .buffer,
  ).subarray(0, length);

function pushed(teamId: number, files: Record<string, Uint8Array>): PushedTemplate {
  const all = new Map([['template.html', Buffer.from('one')], ...Object.entries(files)]);
  return { teamId, name: 'invoice', type: 'html', hasBasePdf: false, files: all, publish: true };
}

async function partsIn(store: TestStore): Promise<number> {
  const [row] = await store.sql('SELECT count(*) AS count FROM blob_parts');
  return Number(row?.count);
}

it.each([0, 1, 1_048_575, 1_048_576, 2_097_150, 5_000_000])('returns %i bytes unchanged', async (length) => {
  const store = await openTestStore();
  const teamId = (await store.team()).id;
  const large = bytesOf(length);
  const { id, version } = await store.templates.push(pushed(teamId, { 'a.bin': large }));
  const { templates } = await store.again();
  const read = (await templates.files(id, version)).get('a.bin') ?? Buffer.from('none');
  expect(Buffer.compare(read, large)).toBe(0);
  const digest = (await templates.digests(id, version)).get('a.bin');
  expect(digest?.size).toBe(length);
  const hash = digest?.hash ?? Buffer.alloc(0);
  expect(await templates.contentSize(id, hash)).toBe(length);
  expect(await templates.contentSize(id + 1, hash)).toBeUndefined();
  expect(Buffer.compare(await templates.content(id, hash, length), large)).toBe(0);
  const pieces: Uint8Array[] = [];
  for await (const piece of templates.pieces(id, hash)) pieces.push(piece);
  expect(Buffer.compare(Buffer.concat(pieces), large)).toBe(0);
  for (const piece of pieces.slice(0, -1)) expect(piece.length % 3).toBe(0);
  expect(await partsIn(store)).toBe(length > 1_048_575 ? Math.ceil(length / 1_048_575) : 0);
});

it('stores a file once when another version has it too', async () => {
  const store = await openTestStore();
  const teamId = (await store.team()).id;
  const large = bytesOf(3_000_000);
  await store.templates.push(pushed(teamId, { 'a.bin': large }));
  await store.templates.push(pushed(teamId, { 'a.bin': large, 'b.bin': large }));
  expect(await partsIn(store)).toBe(3);
  expect((await store.templates.files(1, 2)).get('b.bin')?.length).toBe(3_000_000);
});

it('a push keeps a file that a concurrent push with a conflict has too', async () => {
  const store = await openTestStore();
  const teamId = (await store.team()).id;
  const large = bytesOf(4_000_000);
  const conflicting = { ...pushed(teamId, { 'a.bin': large }), name: 'other', base: 'f'.repeat(64) };
  const [good, bad] = await Promise.allSettled([
    store.templates.push(pushed(teamId, { 'a.bin': large })),
    store.templates.push(conflicting),
  ]);
  expect(bad).toMatchObject({ status: 'rejected', reason: { code: 'template_conflict' } });
  expect(good).toMatchObject({ status: 'fulfilled', value: { id: 1, version: 1 } });
  expect(Buffer.compare((await store.templates.files(1, 1)).get('a.bin') ?? Buffer.alloc(0), large)).toBe(0);
});

it('leaves nothing of a push that fails or is only tried', async () => {
  const store = await openTestStore();
  const teamId = (await store.team()).id;
  const push = pushed(teamId, { 'a.bin': bytesOf(3_000_000) });
  await expect(store.templates.push({ ...push, base: 'f'.repeat(64) })).rejects.toThrow('no template');
  expect(await partsIn(store)).toBe(0);
  expect(await store.templates.tryPush(push)).toMatchObject({ id: undefined, version: 1 });
  expect(await partsIn(store)).toBe(0);
});

// On PostgreSQL, a push writes all of its parts in one transaction.
it.skipIf(onPostgres)('sweeps the unfinished writes of a process that ended, and nothing else', async () => {
  const store = await openTestStore();
  const teamId = (await store.team()).id;
  await store.templates.push(pushed(teamId, { 'a.bin': bytesOf(3_000_000) }));
  for (const part of [0, 1]) {
    await store.sql('INSERT INTO blob_parts VALUES (?, ?, ?)', Buffer.alloc(32), part, Buffer.alloc(1));
  }
  await store.templates.sweep();
  expect(await partsIn(store)).toBe(3);
  expect((await store.templates.files(1, 1)).get('a.bin')?.length).toBe(3_000_000);
});

it('reads a large file that an older version stored whole', async () => {
  const store = await openTestStore();
  const large = bytesOf(2_000_000);
  const { id, version } = await store.templates.push(pushed((await store.team()).id, { 'a.bin': large }));
  await store.sql('UPDATE blobs SET bytes = ? WHERE length(bytes) = 0', large);
  await store.sql('DELETE FROM blob_parts');
  expect(
    Buffer.compare((await store.templates.files(id, version)).get('a.bin') ?? Buffer.alloc(0), large),
  ).toBe(0);
  expect((await store.templates.digests(id, version)).get('a.bin')?.size).toBe(2_000_000);
});
