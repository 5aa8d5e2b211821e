import { expect, it } from 'vitest';
import { openTestStore } from '../../support/store/open-test-store.ts';

const at = new Date('2026-03-10T12:00:00Z');
const after = (hours: number) => new Date(at.getTime() + hours * 3_600_000);
const response = { status: 422, headers: { 'x-a': 'b' }, body: '{"message":"no"}', documentId: null };

function begun() {
  const store = openTestStore();
  const request = { teamId: store.team().id, key: 'key', requestHash: 'a', at };
  expect(store.idempotency.begin(request)).toEqual({ kind: 'new' });
  return { store, request };
}

it('a key is new once, then running, then replayed', () => {
  const { store, request } = begun();
  expect(store.again().idempotency.begin(request)).toEqual({ kind: 'running' });
  store.idempotency.finish(request.teamId, 'key', response);
  expect(store.again().idempotency.begin(request)).toEqual({ kind: 'replay', response });
});

it('reports a key reused for another request, whether running or finished', () => {
  const { store, request } = begun();
  expect(store.idempotency.begin({ ...request, requestHash: 'b' })).toEqual({ kind: 'mismatch' });
  store.idempotency.finish(request.teamId, 'key', response);
  expect(store.idempotency.begin({ ...request, requestHash: 'b' })).toEqual({ kind: 'mismatch' });
});

it('keys belong to a team, and are case-sensitive', () => {
  const { store, request } = begun();
  expect(store.idempotency.begin({ ...request, teamId: store.team().id })).toEqual({ kind: 'new' });
  expect(store.idempotency.begin({ ...request, key: 'KEY' })).toEqual({ kind: 'new' });
});

it('a released request can be repeated; a finished one stays', () => {
  const { store, request } = begun();
  store.idempotency.release(request.teamId, 'key');
  expect(store.idempotency.begin(request)).toEqual({ kind: 'new' });
  store.idempotency.finish(request.teamId, 'key', response);
  store.idempotency.release(request.teamId, 'key');
  expect(store.idempotency.begin(request).kind).toBe('replay');
});

it('the first stored response is never replaced', () => {
  const { store, request } = begun();
  store.idempotency.finish(request.teamId, 'key', response);
  expect(() => store.idempotency.finish(request.teamId, 'key', { ...response, status: 200 })).toThrow(
    expect.objectContaining({ code: 'internal' }),
  );
  expect(() => store.idempotency.finish(request.teamId, 'key', response)).toThrow(
    'Cannot store a response: the key is not running.',
  );
  expect(store.idempotency.begin(request)).toEqual({ kind: 'replay', response });
});

it('keeps a response for 24 hours, swept or not', () => {
  const { store, request } = begun();
  store.idempotency.finish(request.teamId, 'key', response);
  expect(store.idempotency.sweep(after(23.99))).toBe(0);
  expect(store.idempotency.begin({ ...request, at: after(23.99) }).kind).toBe('replay');
  expect(store.idempotency.begin({ ...request, at: after(24), requestHash: 'b' })).toEqual({ kind: 'new' });
  store.idempotency.finish(request.teamId, 'key', response);
  expect(store.idempotency.sweep(after(48))).toBe(1);
  expect(store.idempotency.begin({ ...request, at: after(48) })).toEqual({ kind: 'new' });
});

it('a sweep keeps running requests', () => {
  const { store, request } = begun();
  expect(store.idempotency.sweep(after(100))).toBe(0);
  store.idempotency.finish(request.teamId, 'key', response);
});

it('a response can consist of a document alone', () => {
  const { store, request } = begun();
  const binary = { status: 200, body: null, documentId: 'abc' };
  store.idempotency.finish(request.teamId, 'key', binary);
  expect(store.idempotency.begin(request)).toEqual({ kind: 'replay', response: binary });
});
