import { mkdirSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { newDocumentId } from '../../../src/store/documents.ts';
import type { Store } from '../../../src/store/store.ts';
import { openTestStore, type TestStore } from '../../support/store/open-test-store.ts';

const at = new Date('2026-03-10T12:00:00Z');
const after = (minutes: number) => new Date(at.getTime() + minutes * 60_000);
const bytes = Buffer.from('%PDF-1.7');

const pathOf = ({ dataDirectory }: TestStore, id: string) => join(dataDirectory, 'documents', id);

/** Acts like a request: writes the file, then records it with the charge. */
async function deliver(store: Store, teamId: number, expiresAt: Date): Promise<string> {
  const id = newDocumentId();
  const held = await store.ledger.hold({ teamId, amount: 1, at });
  const sha256 = await store.documents.write(id, bytes);
  const document = { id, teamId, filename: 'a.pdf', size: bytes.length, createdAt: at, expiresAt, sha256 };
  if (held.kind === 'held') await store.ledger.settle(held.hold, { at, document });
  return id;
}

it('writes a complete file under its id that only its owner can read', async () => {
  const store = await openTestStore();
  const id = await deliver(store, (await store.team()).id, after(60));
  expect(Buffer.from(await store.documents.read(id)).equals(bytes)).toBe(true);
  expect(readdirSync(join(store.dataDirectory, 'documents'))).toEqual([id]);
  expect(statSync(pathOf(store, id)).mode & 0o777).toBe(0o600);
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
    await expect(store.documents.write(id, bytes)).rejects.toMatchObject({ code: 'internal' });
    await expect(store.documents.open({ id } as never)).rejects.toMatchObject({ code: 'internal' });
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

it('a store that is opened removes nothing, and a sweep keeps files without a row', async () => {
  const store = await openTestStore();
  const kept = await deliver(store, (await store.team()).id, after(60));
  const half = newDocumentId();
  await store.documents.write(half, bytes);
  const folder = join(store.dataDirectory, 'documents');
  writeFileSync(join(folder, `.${newDocumentId()}.abc.tmp`), 'half');
  mkdirSync(join(folder, 'lost+found'));
  const again = await store.again();
  expect(await again.documents.sweep(at)).toBe(0);
  expect(readdirSync(folder)).toHaveLength(4);
  expect(readdirSync(folder)).toContain(kept);
});

it('a row whose file is gone stays until it expires', async () => {
  const store = await openTestStore();
  const id = await deliver(store, (await store.team()).id, after(60));
  rmSync(pathOf(store, id));
  expect(await store.documents.has(id)).toBe(false);
  expect(await store.documents.sweep(at)).toBe(0);
  expect(await store.documents.get(id)).toBeDefined();
  expect(await store.documents.sweep(after(60))).toBe(1);
  expect(await store.documents.get(id)).toBeUndefined();
});

/** The longest life of a document is that of a job: a week, and a day after its end. */
const longestLifeMs = 8 * 24 * 3_600_000;

it('a sweep removes what nobody finished after an hour, and documents without a row when all would have expired', async () => {
  const store = await openTestStore();
  const path = join(store.dataDirectory, 'documents');
  const living = await deliver(store, (await store.team()).id, after(60));
  const [young, old, ancient] = [newDocumentId(), newDocumentId(), newDocumentId()];
  const [youngHalf, oldHalf] = [young, old].map((id) => `.${id}.0123456789ab.tmp`);
  const age = (name: string | undefined, ms: number) => {
    const time = new Date(Date.now() - ms);
    utimesSync(join(path, String(name)), time, time);
  };
  for (const name of [young, old, ancient, youngHalf, oldHalf, 'notes.txt']) {
    writeFileSync(join(path, `${name}`), 'x');
  }
  mkdirSync(join(path, 'a-folder-with-a-name-like-an-id'));
  for (const name of [living, ancient, 'notes.txt', 'a-folder-with-a-name-like-an-id']) {
    age(name, longestLifeMs + 1_000);
  }
  age(old, longestLifeMs - 60_000);
  age(oldHalf, 3_601_000);
  expect(await store.documents.sweep(at)).toBe(1);
  const left = [living, young, old, youngHalf, 'notes.txt', 'a-folder-with-a-name-like-an-id'];
  expect(readdirSync(path).sort()).toEqual(left.sort());
});

it('in the database, a sweep keeps a living document, however old its bytes are', async () => {
  const store = await openTestStore({ documents: { kind: 'database' } });
  const living = await deliver(store, (await store.team()).id, after(60));
  const old = newDocumentId();
  await store.documents.write(old, bytes);
  await store.sql(`UPDATE document_bytes SET written_at = written_at - ${longestLifeMs + 1_000}`);
  const young = newDocumentId();
  await store.documents.write(young, bytes);
  await store.sql(`UPDATE document_bytes SET written_at = written_at - ${longestLifeMs - 60_000}`);
  expect(await store.documents.sweep(at)).toBe(1);
  await expect(store.documents.read(old)).rejects.toMatchObject({ code: 'file_unreadable' });
  for (const id of [living, young]) {
    expect(Buffer.from(await store.documents.read(id)).equals(bytes)).toBe(true);
  }
  // The next search is an hour later.
  await store.sql('UPDATE document_bytes SET written_at = written_at - 61000');
  expect(await store.documents.sweep(at)).toBe(0);
  expect(await (await store.again()).documents.sweep(at)).toBe(1);
  expect(await store.documents.has(living)).toBe(true);
});

it('three servers that sweep at once while documents are written remove what has expired and nothing else', async () => {
  const store = await openTestStore();
  const nodes = [store, await store.again(), await store.again()];
  const teamId = (await store.team()).id;
  const short: string[] = [];
  for (let index = 0; index < 130; index++) short.push(await deliver(store, teamId, after(10)));
  const writing = async () => {
    const ids: string[] = [];
    for (let index = 0; index < 20; index++) ids.push(await deliver(store, teamId, after(60)));
    return ids;
  };
  const [living] = await Promise.all([writing(), ...nodes.map((node) => node.documents.sweep(after(10)))]);
  expect(await store.documents.expired(after(10))).toEqual([]);
  expect(readdirSync(join(store.dataDirectory, 'documents')).sort()).toEqual([...living].sort());
  for (const id of living) expect(await store.documents.has(id)).toBe(true);
});

it('a row remains if its bytes cannot be removed, and the next sweep removes both', async () => {
  const store = await openTestStore();
  const id = await deliver(store, (await store.team()).id, after(10));
  rmSync(pathOf(store, id));
  mkdirSync(pathOf(store, id));
  await expect(store.documents.sweep(after(10))).rejects.toMatchObject({ code: 'documents_unavailable' });
  expect(await store.documents.get(id)).toBeDefined();
  rmSync(pathOf(store, id), { recursive: true });
  expect(await store.documents.sweep(after(10))).toBe(1);
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
  mkdirSync(pathOf(store, id));
  await expect(store.documents.write(id, bytes)).rejects.toMatchObject({
    code: 'documents_unavailable',
    message: expect.stringContaining(`cannot write ${pathOf(store, id)}`),
  });
  expect(readdirSync(join(store.dataDirectory, 'documents'))).toEqual([id]);
});
