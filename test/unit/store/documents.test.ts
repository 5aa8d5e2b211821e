import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { newDocumentId } from '../../../src/store/documents.ts';
import type { Store } from '../../../src/store/store.ts';
import { openTestStore } from '../../support/store/open-test-store.ts';

const at = new Date('2026-03-10T12:00:00Z');
const after = (minutes: number) => new Date(at.getTime() + minutes * 60_000);
const bytes = Buffer.from('%PDF-1.7');

/** Acts like a request: writes the file, then records it with the charge. */
async function deliver(store: Store, teamId: number, expiresAt: Date): Promise<string> {
  const id = newDocumentId();
  const held = await store.ledger.hold({ teamId, amount: 1, at });
  await store.documents.write(id, bytes);
  const document = { id, teamId, filename: 'a.pdf', size: bytes.length, createdAt: at, expiresAt };
  if (held.kind === 'held') await store.ledger.settle(held.hold, { at, document });
  return id;
}

it('writes a complete file under its id that only its owner can read', async () => {
  const store = await openTestStore();
  const id = await deliver(store, (await store.team()).id, after(60));
  expect(Buffer.from(await store.documents.read(id)).equals(bytes)).toBe(true);
  expect(readdirSync(join(store.dataDirectory, 'documents'))).toEqual([id]);
  expect(statSync(store.documents.pathOf(id)).mode & 0o777).toBe(0o600);
  expect(statSync(join(store.dataDirectory, 'documents')).mode & 0o777).toBe(0o700);
  expect(await store.documents.get(id)).toMatchObject({
    id,
    filename: 'a.pdf',
    size: 8,
    expiresAt: after(60),
  });
});

it('creates distinct ids of 24 characters, which hold 144 bits', () => {
  const ids = Array.from({ length: 1_000 }, newDocumentId);
  expect(new Set(ids).size).toBe(1_000);
  for (const id of ids) expect(id).toMatch(/^[\w-]{24}$/);
});

it.each(['../database.sqlite', '', '.', 'a/b', `${'x'.repeat(30)}/..`, 'x'.repeat(100)])(
  'has no path for %j',
  async (id) => {
    const store = await openTestStore();
    expect(() => store.documents.pathOf(id)).toThrow(expect.objectContaining({ code: 'internal' }));
    await expect(store.documents.read(id)).rejects.toMatchObject({ code: 'internal' });
    await expect(store.documents.remove(id)).rejects.toMatchObject({ code: 'internal' });
  },
);

it('a sweep removes expired documents and nothing else', async () => {
  const store = await openTestStore();
  const teamId = (await store.team()).id;
  const short = await deliver(store, teamId, after(10));
  const long = await deliver(store, teamId, after(60));
  expect(await store.documents.expired(after(9.99))).toEqual([]);
  expect(await store.documents.sweep(after(9.99))).toBe(0);
  expect((await store.documents.expired(after(10))).map(({ id }) => id)).toEqual([short]);
  expect(await store.documents.sweep(after(10))).toBe(1);
  expect(await store.documents.get(short)).toBeUndefined();
  await expect(store.documents.read(short)).rejects.toMatchObject({ code: 'file_unreadable' });
  expect(readdirSync(join(store.dataDirectory, 'documents'))).toEqual([long]);
});

it('a sweep keeps a file without a row; a sweep at the start removes the leftovers of a crash', async () => {
  const store = await openTestStore();
  const kept = await deliver(store, (await store.team()).id, after(60));
  const gone = await deliver(store, (await store.team()).id, after(60));
  const half = newDocumentId();
  await store.documents.write(half, bytes);
  const folder = join(store.dataDirectory, 'documents');
  writeFileSync(join(folder, `.${newDocumentId()}.abc.tmp`), 'half');
  mkdirSync(join(folder, 'lost+found'));
  expect(await store.documents.sweep(at)).toBe(0);
  expect(readdirSync(folder)).toContain(half);

  await store.documents.remove(gone);
  await store.ledger.voidPending();
  expect(await store.documents.sweep(at, { atStart: true })).toBe(3);
  expect(readdirSync(folder)).toEqual([kept]);
  expect(await store.documents.get(kept)).toBeDefined();
});

it('a sweep at the start removes rows without a file, as after a restore', async () => {
  const store = await openTestStore();
  const id = newDocumentId();
  const teamId = (await store.team()).id;
  const held = await store.ledger.hold({ teamId, amount: 1, at });
  const document = { id, teamId, filename: 'a.pdf', size: 1, createdAt: at, expiresAt: after(60) };
  if (held.kind === 'held') await store.ledger.settle(held.hold, { at, document });
  expect(await store.documents.sweep(at, { atStart: true })).toBe(1);
  expect(await store.documents.get(id)).toBeUndefined();
});

it('removes a file without a charge, and does nothing the second time', async () => {
  const store = await openTestStore();
  const id = newDocumentId();
  await store.documents.write(id, bytes);
  await store.documents.remove(id);
  await store.documents.remove(id);
  expect(readdirSync(join(store.dataDirectory, 'documents'))).toEqual([]);
});

it('reports that the file cannot be written, and leaves no partial file', async () => {
  const store = await openTestStore();
  const id = newDocumentId();
  mkdirSync(store.documents.pathOf(id));
  await expect(store.documents.write(id, bytes)).rejects.toMatchObject({
    code: 'file_unwritable',
  });
  expect(readdirSync(join(store.dataDirectory, 'documents'))).toEqual([id]);
});
