import { expect, it } from 'vitest';
import type { Store } from '../../../src/store/store.ts';
import { charge, openTestStore } from '../../support/store/open-test-store.ts';

const at = new Date('2026-03-10T12:00:00Z');
const later = (minutes: number) => new Date(at.getTime() + minutes * 60_000);

it('queues notices at 80 % and 95 % of the quota, once each per month, with the charge that reaches them', async () => {
  const store = await openTestStore();
  const team = await store.team({ quota: 100 });
  await charge(store, team.id, 79, at);
  expect(await store.notices.list()).toEqual([]);
  await charge(store, team.id, 1, at);
  expect(await store.notices.list()).toMatchObject([
    { teamId: team.id, kind: 'quota', threshold: 80, used: 80, limit: 100, month: '2026-03', sentAt: null },
  ]);
  await charge(store, team.id, 14, at);
  expect(await store.notices.list()).toHaveLength(1);
  await charge(store, team.id, 6, at);
  expect((await store.notices.list()).map(({ threshold }) => threshold)).toEqual([95, 80]);
  await charge(store, team.id, 1, at);
  expect((await store.notices.list()).filter(({ kind }) => kind === 'quota')).toHaveLength(2);
  await charge(store, team.id, 85, new Date('2026-04-01T00:00:00Z'));
  expect((await store.notices.list())[0]).toMatchObject({ threshold: 80, used: 85, month: '2026-04' });
});

it('queues both notices when one charge crosses both thresholds', async () => {
  const store = await openTestStore();
  await charge(store, (await store.team({ quota: 10 })).id, 10, at);
  expect((await store.notices.list()).map(({ threshold }) => threshold)).toEqual([95, 80]);
});

it('queues nothing for a hold, voided or not', async () => {
  const store = await openTestStore();
  const held = await store.ledger.hold({ teamId: (await store.team({ quota: 10 })).id, amount: 10, at });
  if (held.kind === 'held') await store.ledger.void(held.hold);
  expect(await store.notices.list()).toEqual([]);
});

it('queues notices at 90 % and 95 % of the credits after the last top-up, once each per top-up', async () => {
  const store = await openTestStore();
  const team = await store.team({ plan: 'discovery', quota: 0 });
  await store.ledger.addCredits(team.id, 100);
  await charge(store, team.id, 89, at);
  expect(await store.notices.list()).toEqual([]);
  await charge(store, team.id, 1, at);
  expect(await store.notices.list()).toMatchObject([
    { kind: 'credits', threshold: 90, used: 90, limit: 100 },
  ]);
  await charge(store, team.id, 1, at);
  expect(await store.notices.list()).toHaveLength(1);
  // 9 are left; 91 more make 100 again.
  await store.ledger.addCredits(team.id, 91);
  await charge(store, team.id, 95, at);
  expect((await store.notices.list()).map(({ threshold }) => threshold)).toEqual([95, 90, 90]);
  expect((await store.notices.list())[0]).toMatchObject({ used: 95, limit: 100 });
});

it('counts the welcome pack as a top-up', async () => {
  const store = await openTestStore();
  const team = await store.team({ plan: 'pro', quota: 0 });
  await charge(store, team.id, 899, at);
  expect(await store.notices.list()).toEqual([]);
  await charge(store, team.id, 51, at);
  expect(await store.notices.list()).toMatchObject([
    { kind: 'credits', threshold: 95, used: 950, limit: 1_000 },
    { kind: 'credits', threshold: 90 },
  ]);
});

it('does not count a correction by an operator as used', async () => {
  const store = await openTestStore();
  const team = await store.team({ plan: 'discovery', quota: 0 });
  await store.ledger.addCredits(team.id, 1_000);
  await store.ledger.addCredits(team.id, -900);
  await charge(store, team.id, 89, at);
  expect(await store.notices.list()).toEqual([]);
  await charge(store, team.id, 1, at);
  expect(await store.notices.list()).toMatchObject([{ threshold: 90, used: 90, limit: 100 }]);
});

it('keeps a notice pending until it is sent, with growing pauses', async () => {
  const store = await openTestStore();
  await charge(store, (await store.team({ quota: 10 })).id, 8, at);
  const notice = await store.notices.claim(at);
  const id = notice?.id ?? 0;
  expect(notice).toMatchObject({ attempts: 0, lastError: null });
  await store.notices.markFailed(id, 'connect ECONNREFUSED', at);
  expect(await store.notices.claim(at)).toBeUndefined();
  expect(await store.notices.claim(later(1))).toMatchObject({
    id,
    attempts: 1,
    lastError: 'connect ECONNREFUSED',
  });
  for (let attempt = 2; attempt <= 19; attempt++) await store.notices.markFailed(id, 'again', at);
  expect(await store.notices.claim(later(24 * 60 - 1))).toBeUndefined();
  expect(await store.notices.claim(later(24 * 60))).toMatchObject({ id });
  // A failure ends the claim, so that from here on only the pause or the sending holds it back.
  await store.notices.markFailed(id, 'again', at);
  expect(await store.notices.claim(later(24 * 60 - 1))).toBeUndefined();
  await store.notices.markSent(id, later(3_000));
  expect(await store.notices.claim(later(100_000))).toBeUndefined();
  expect(await store.notices.list()).toMatchObject([{ sentAt: later(3_000), attempts: 20, lastError: null }]);
});

it('lists the notices of one team', async () => {
  const store = await openTestStore();
  const [one, two] = [await store.team({ quota: 10 }), await store.team({ quota: 10 })];
  await charge(store, one.id, 8, at);
  await charge(store, two.id, 10, at);
  expect(await store.notices.list(one.id)).toHaveLength(1);
  expect(await store.notices.list(two.id)).toHaveLength(2);
});

it('one node sends a notice, and another one takes over from a node that died', async () => {
  const store = await openTestStore();
  const other = await store.again();
  const team = await store.team({ plan: 'discovery', quota: 10 });
  await charge(store, team.id, 9, at);
  await charge(store, team.id, 1, at);
  const queued = (await store.notices.list()).length;
  expect(queued).toBeGreaterThan(1);
  const nodes = [store, other];
  const claimed = await Promise.all(
    Array.from({ length: 4 * queued }, (_, index) => (nodes[index % 2] as Store).notices.claim(at)),
  );
  const ids = claimed.flatMap((notice) => notice?.id ?? []);
  expect(new Set(ids).size).toBe(ids.length);
  // Nodes that waited for each other get none; they look again.
  for (let notice = await other.notices.claim(at); notice; notice = await other.notices.claim(at))
    ids.push(notice.id);
  expect(new Set(ids).size).toBe(queued);
  expect(ids).toHaveLength(queued);
  const [failed = 0, died = 0] = ids;
  await store.notices.markFailed(failed, 'no', at);
  expect((await store.notices.claim(later(1)))?.id).toBe(failed);
  await store.sql(`UPDATE notices SET claimed_until = 1 WHERE id = ${died}`);
  expect((await other.notices.claim(at))?.id).toBe(died);
});
