/** Files of more than a megabyte, which are stored in parts. */
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { expect, it } from 'vitest';
import type { PushedTemplate } from '../../../src/store/templates.ts';
import { openTestStore } from '../../support/store/open-test-store.ts';

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

const partsIn = (dataDirectory: string): number => {
  const sqlite = new Sqlite(join(dataDirectory, 'database.sqlite'), { readonly: true });
  const { count } = sqlite.prepare('SELECT count(*) AS count FROM blob_parts').get() as { count: number };
  sqlite.close();
  return count;
};

it.each([0, 1, 1_048_575, 1_048_576, 2_097_150, 5_000_000])('returns %i bytes unchanged', async (length) => {
  const store = openTestStore();
  const teamId = store.team().id;
  const large = bytesOf(length);
  const { id, version } = await store.templates.pushInTurns(pushed(teamId, { 'a.bin': large }));
  const { templates } = store.again();
  expect(Buffer.compare(templates.files(id, version).get('a.bin') ?? Buffer.from('none'), large)).toBe(0);
  const inTurns = (await templates.filesInTurns(id, version)).get('a.bin') ?? Buffer.from('none');
  expect(Buffer.compare(inTurns, large)).toBe(0);
  const digest = templates.digests(id, version).get('a.bin');
  expect(digest?.size).toBe(length);
  const hash = digest?.hash ?? Buffer.alloc(0);
  expect(templates.contentSize(id, hash)).toBe(length);
  expect(templates.contentSize(id + 1, hash)).toBeUndefined();
  expect(Buffer.compare(await templates.contentInTurns(id, hash, length), large)).toBe(0);
  const pieces = [...templates.pieces(id, hash)];
  expect(Buffer.compare(Buffer.concat(pieces), large)).toBe(0);
  for (const piece of pieces.slice(0, -1)) expect(piece.length % 3).toBe(0);
  expect(partsIn(store.dataDirectory)).toBe(length > 1_048_575 ? Math.ceil(length / 1_048_575) : 0);
});

it('stores a file once when another version has it too', async () => {
  const store = openTestStore();
  const teamId = store.team().id;
  const large = bytesOf(3_000_000);
  await store.templates.pushInTurns(pushed(teamId, { 'a.bin': large }));
  await store.templates.pushInTurns(pushed(teamId, { 'a.bin': large, 'b.bin': large }));
  expect(partsIn(store.dataDirectory)).toBe(3);
  expect(store.templates.files(1, 2).get('b.bin')?.length).toBe(3_000_000);
});

it('a push keeps a file that a concurrent push with a conflict has too', async () => {
  const store = openTestStore();
  const teamId = store.team().id;
  const large = bytesOf(4_000_000);
  const conflicting = { ...pushed(teamId, { 'a.bin': large }), name: 'other', base: 'f'.repeat(64) };
  const [good, bad] = await Promise.allSettled([
    store.templates.pushInTurns(pushed(teamId, { 'a.bin': large })),
    store.templates.pushInTurns(conflicting),
  ]);
  expect(bad).toMatchObject({ status: 'rejected', reason: { code: 'template_conflict' } });
  expect(good).toMatchObject({ status: 'fulfilled', value: { id: 1, version: 1 } });
  expect(Buffer.compare(store.templates.files(1, 1).get('a.bin') ?? Buffer.alloc(0), large)).toBe(0);
});

it('leaves nothing of a push that fails or is only tried', async () => {
  const store = openTestStore();
  const teamId = store.team().id;
  const push = pushed(teamId, { 'a.bin': bytesOf(3_000_000) });
  await expect(store.templates.pushInTurns({ ...push, base: 'f'.repeat(64) })).rejects.toThrow('no template');
  expect(partsIn(store.dataDirectory)).toBe(0);
  expect(store.templates.tryPush(push)).toMatchObject({ id: undefined, version: 1 });
  expect(partsIn(store.dataDirectory)).toBe(0);
});

it('sweeps the unfinished writes of a process that ended, and nothing else', async () => {
  const store = openTestStore();
  const teamId = store.team().id;
  await store.templates.pushInTurns(pushed(teamId, { 'a.bin': bytesOf(3_000_000) }));
  const sqlite = new Sqlite(join(store.dataDirectory, 'database.sqlite'));
  sqlite.exec(
    "INSERT INTO blob_parts VALUES (zeroblob(32), 0, 'abc'), (zeroblob(32), 1, 'abc')".replaceAll(
      "'abc'",
      "x'00'",
    ),
  );
  sqlite.close();
  store.templates.sweep();
  expect(partsIn(store.dataDirectory)).toBe(3);
  expect(store.templates.files(1, 1).get('a.bin')?.length).toBe(3_000_000);
});

it('a synchronous push stores the same content', () => {
  const store = openTestStore();
  const large = bytesOf(3_000_000);
  const { id, version } = store.templates.push(pushed(store.team().id, { 'a.bin': large }));
  expect(Buffer.compare(store.templates.files(id, version).get('a.bin') ?? Buffer.alloc(0), large)).toBe(0);
});

it('reads a large file that an older version stored whole', () => {
  const store = openTestStore();
  const large = bytesOf(2_000_000);
  const { id, version } = store.templates.push(pushed(store.team().id, { 'a.bin': large }));
  const sqlite = new Sqlite(join(store.dataDirectory, 'database.sqlite'));
  sqlite.prepare('UPDATE blobs SET bytes = ? WHERE length(bytes) = 0').run(large);
  sqlite.exec('DELETE FROM blob_parts');
  sqlite.close();
  expect(Buffer.compare(store.templates.files(id, version).get('a.bin') ?? Buffer.alloc(0), large)).toBe(0);
  expect(store.templates.digests(id, version).get('a.bin')?.size).toBe(2_000_000);
});
