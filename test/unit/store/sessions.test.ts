import { expect, it } from 'vitest';
import { openTestStore } from '../../support/store/open-test-store.ts';

const at = new Date('2026-03-10T12:00:00Z');
const endsAt = new Date('2026-03-11T00:00:00Z');

async function setUp() {
  const store = await openTestStore();
  const { id: tokenId } = await store.tokens.create({ teamId: (await store.team()).id });
  return { store, tokenId };
}

it('a session is known to every node until it is closed', async () => {
  const { store, tokenId } = await setUp();
  const id = await store.sessions.open(tokenId, { at, endsAt });
  const other = await store.again();
  expect(await other.sessions.find(id)).toEqual({ tokenId, endsAt });
  expect(await other.sessions.find(`${id}x`)).toBeUndefined();
  await other.sessions.close(id);
  expect(await store.sessions.find(id)).toBeUndefined();
});

it('stores the hash and never the number of the cookie', async () => {
  const { store, tokenId } = await setUp();
  const id = await store.sessions.open(tokenId, { at, endsAt });
  const [row] = await store.sql('SELECT * FROM sessions');
  expect(JSON.stringify(row)).not.toContain(id);
  expect(Buffer.from(row?.hash as Uint8Array).includes(Buffer.from(id, 'base64url'))).toBe(false);
});

it('keeps the twenty newest sessions of a token', async () => {
  const { store, tokenId } = await setUp();
  const { id: another } = await store.tokens.create({ teamId: (await store.team()).id });
  const kept = await store.sessions.open(another, { at, endsAt });
  const ids: string[] = [];
  for (let minute = 0; minute < 22; minute++) {
    const openedAt = new Date(at.getTime() + minute * 60_000);
    ids.push(await store.sessions.open(tokenId, { at: openedAt, endsAt }));
  }
  const found = await Promise.all(ids.map(async (id) => (await store.sessions.find(id)) !== undefined));
  expect(found).toEqual(ids.map((_, index) => index > 1));
  expect(await store.sessions.find(kept)).toBeDefined();
});

it('sweeps sessions that have ended', async () => {
  const { store, tokenId } = await setUp();
  const id = await store.sessions.open(tokenId, { at, endsAt });
  expect(await store.sessions.sweep(new Date(endsAt.getTime() - 1))).toBe(0);
  expect(await store.sessions.sweep(endsAt)).toBe(1);
  expect(await store.sessions.find(id)).toBeUndefined();
});
