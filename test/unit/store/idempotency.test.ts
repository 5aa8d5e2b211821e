import { setTimeout as delay } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { claimKey, openTestStore } from '../../support/store/open-test-store.ts';

const at = new Date('2026-03-10T12:00:00Z');
const after = (hours: number) => new Date(at.getTime() + hours * 3_600_000);
const response = { status: 422, headers: { 'x-a': 'b' }, body: '{"message":"no"}', documentId: null };

async function begun() {
  const store = await openTestStore();
  const request = { teamId: (await store.team()).id, key: 'key', requestHash: 'a', at };
  return { store, request, claim: await claimKey(store, request) };
}

it('a key is new once, then running, then replayed', async () => {
  const { store, request, claim } = await begun();
  expect(await (await store.again()).idempotency.begin(request)).toEqual({ kind: 'running' });
  await store.idempotency.finish(claim, response);
  expect(await (await store.again()).idempotency.begin(request)).toEqual({ kind: 'replay', response });
});

it('reports a key reused for another request, whether running or finished', async () => {
  const { store, request, claim } = await begun();
  expect(await store.idempotency.begin({ ...request, requestHash: 'b' })).toEqual({ kind: 'mismatch' });
  await store.idempotency.finish(claim, response);
  expect(await store.idempotency.begin({ ...request, requestHash: 'b' })).toEqual({ kind: 'mismatch' });
});

it('keys belong to a team, and are case-sensitive', async () => {
  const { store, request } = await begun();
  expect(await store.idempotency.begin({ ...request, teamId: (await store.team()).id })).toMatchObject({
    kind: 'new',
  });
  expect(await store.idempotency.begin({ ...request, key: 'KEY' })).toMatchObject({ kind: 'new' });
});

it('a released request can be repeated; a finished one stays', async () => {
  const { store, request, claim } = await begun();
  await store.idempotency.release(claim);
  const second = await claimKey(store, request);
  // The first request can do nothing more.
  await store.idempotency.release(claim);
  await store.idempotency.finish(second, response);
  await store.idempotency.release(second);
  expect((await store.idempotency.begin(request)).kind).toBe('replay');
});

it('the first stored response is never replaced', async () => {
  const { store, request, claim } = await begun();
  await store.idempotency.finish(claim, response);
  await expect(store.idempotency.finish(claim, { ...response, status: 200 })).rejects.toThrow(
    expect.objectContaining({ code: 'lease_expired' }),
  );
  await expect(store.idempotency.finish(claim, response)).rejects.toThrow('given up');
  expect(await store.idempotency.begin(request)).toEqual({ kind: 'replay', response });
});

it('keeps a response for 24 hours, swept or not', async () => {
  const { store, request, claim } = await begun();
  await store.idempotency.finish(claim, response);
  expect(await store.idempotency.sweep(after(23.99))).toBe(0);
  expect((await store.idempotency.begin({ ...request, at: after(23.99) })).kind).toBe('replay');
  const second = await claimKey(store, { ...request, at: after(24), requestHash: 'b' });
  await store.idempotency.finish(second, response);
  expect(await store.idempotency.sweep(after(48))).toBe(1);
  expect(await store.idempotency.begin({ ...request, at: after(48) })).toMatchObject({ kind: 'new' });
});

it('a sweep keeps running requests', async () => {
  const { store, claim } = await begun();
  expect(await store.idempotency.sweep(after(100))).toBe(0);
  await store.idempotency.finish(claim, response);
});

it('a response can consist of a document alone', async () => {
  const { store, request, claim } = await begun();
  const binary = { status: 200, body: null, documentId: 'abc' };
  await store.idempotency.finish(claim, binary);
  expect(await store.idempotency.begin(request)).toEqual({ kind: 'replay', response: binary });
});

it('a key is taken over once its lease has ended, and the first request can no longer answer it', async () => {
  const store = await openTestStore({ leaseMs: 50 });
  const teamId = (await store.team()).id;
  const request = { teamId, key: 'key', requestHash: 'a', at };
  const first = await claimKey(store, request);
  expect((await store.idempotency.begin(request)).kind).toBe('running');
  await delay(60);
  expect((await store.idempotency.begin({ ...request, requestHash: 'b' })).kind).toBe('new');
  await delay(60);
  const second = await claimKey(await store.again(), request);
  expect(second.id).not.toBe(first.id);
  await expect(store.idempotency.finish(first, response)).rejects.toMatchObject({ code: 'lease_expired' });
  await store.idempotency.release(first);
  await store.idempotency.finish(second, response);
  await delay(60);
  expect((await store.idempotency.begin(request)).kind).toBe('replay');
});

it('one of many requests that begin together has the key', async () => {
  const store = await openTestStore();
  const other = await store.again();
  const request = { teamId: (await store.team()).id, key: 'key', requestHash: 'a', at };
  const states = await Promise.all(
    Array.from({ length: 20 }, (_, index) => (index % 2 ? store : other).idempotency.begin(request)),
  );
  expect(states.filter(({ kind }) => kind === 'new')).toHaveLength(1);
  expect(states.filter(({ kind }) => kind === 'running')).toHaveLength(19);
});
