import { expect, it } from 'vitest';
import { charge, openTestStore } from '../../support/store/open-test-store.ts';

const at = new Date('2026-03-10T12:00:00Z');
const later = (minutes: number) => new Date(at.getTime() + minutes * 60_000);

it('queues notices at 80 % and 95 % of the quota, once each per month, with the charge that reaches them', () => {
  const store = openTestStore();
  const team = store.team({ quota: 100 });
  charge(store, team.id, 79, at);
  expect(store.notices.list()).toEqual([]);
  charge(store, team.id, 1, at);
  expect(store.notices.list()).toMatchObject([
    { teamId: team.id, kind: 'quota', threshold: 80, used: 80, limit: 100, month: '2026-03', sentAt: null },
  ]);
  charge(store, team.id, 14, at);
  expect(store.notices.list()).toHaveLength(1);
  charge(store, team.id, 6, at);
  expect(store.notices.list().map(({ threshold }) => threshold)).toEqual([95, 80]);
  charge(store, team.id, 1, at);
  expect(store.notices.list().filter(({ kind }) => kind === 'quota')).toHaveLength(2);
  charge(store, team.id, 85, new Date('2026-04-01T00:00:00Z'));
  expect(store.notices.list()[0]).toMatchObject({ threshold: 80, used: 85, month: '2026-04' });
});

it('queues both notices when one charge crosses both thresholds', () => {
  const store = openTestStore();
  charge(store, store.team({ quota: 10 }).id, 10, at);
  expect(store.notices.list().map(({ threshold }) => threshold)).toEqual([95, 80]);
});

it('queues nothing for a hold, voided or not', () => {
  const store = openTestStore();
  const held = store.ledger.hold({ teamId: store.team({ quota: 10 }).id, amount: 10, at });
  if (held.kind === 'held') store.ledger.void(held.hold.id);
  expect(store.notices.list()).toEqual([]);
});

it('queues notices at 90 % and 95 % of the credits after the last top-up, once each per top-up', () => {
  const store = openTestStore();
  const team = store.team({ plan: 'discovery', quota: 0 });
  store.ledger.addCredits(team.id, 100);
  charge(store, team.id, 89, at);
  expect(store.notices.list()).toEqual([]);
  charge(store, team.id, 1, at);
  expect(store.notices.list()).toMatchObject([{ kind: 'credits', threshold: 90, used: 90, limit: 100 }]);
  charge(store, team.id, 1, at);
  expect(store.notices.list()).toHaveLength(1);
  // 9 are left; 91 more make 100 again.
  store.ledger.addCredits(team.id, 91);
  charge(store, team.id, 95, at);
  expect(store.notices.list().map(({ threshold }) => threshold)).toEqual([95, 90, 90]);
  expect(store.notices.list()[0]).toMatchObject({ used: 95, limit: 100 });
});

it('counts the welcome pack as a top-up', () => {
  const store = openTestStore();
  const team = store.team({ plan: 'pro', quota: 0 });
  charge(store, team.id, 899, at);
  expect(store.notices.list()).toEqual([]);
  charge(store, team.id, 51, at);
  expect(store.notices.list()).toMatchObject([
    { kind: 'credits', threshold: 95, used: 950, limit: 1_000 },
    { kind: 'credits', threshold: 90 },
  ]);
});

it('does not count a correction by an operator as used', () => {
  const store = openTestStore();
  const team = store.team({ plan: 'discovery', quota: 0 });
  store.ledger.addCredits(team.id, 1_000);
  store.ledger.addCredits(team.id, -900);
  charge(store, team.id, 89, at);
  expect(store.notices.list()).toEqual([]);
  charge(store, team.id, 1, at);
  expect(store.notices.list()).toMatchObject([{ threshold: 90, used: 90, limit: 100 }]);
});

it('keeps a notice pending until it is sent, with growing pauses', () => {
  const store = openTestStore();
  charge(store, store.team({ quota: 10 }).id, 8, at);
  const [notice] = store.notices.pending(at);
  const id = notice?.id ?? 0;
  expect(notice).toMatchObject({ attempts: 0, lastError: null });
  store.notices.markFailed(id, 'connect ECONNREFUSED', at);
  expect(store.notices.pending(at)).toEqual([]);
  expect(store.notices.pending(later(1))).toMatchObject([
    { id, attempts: 1, lastError: 'connect ECONNREFUSED' },
  ]);
  for (let attempt = 2; attempt <= 20; attempt++) store.notices.markFailed(id, 'again', at);
  expect(store.notices.pending(later(24 * 60 - 1))).toEqual([]);
  expect(store.notices.pending(later(24 * 60))).toHaveLength(1);
  store.notices.markSent(id, later(3_000));
  expect(store.notices.pending(later(100_000))).toEqual([]);
  expect(store.notices.list()).toMatchObject([{ sentAt: later(3_000), attempts: 20, lastError: null }]);
});

it('lists the notices of one team', () => {
  const store = openTestStore();
  const [one, two] = [store.team({ quota: 10 }), store.team({ quota: 10 })];
  charge(store, one.id, 8, at);
  charge(store, two.id, 10, at);
  expect(store.notices.list(one.id)).toHaveLength(1);
  expect(store.notices.list(two.id)).toHaveLength(2);
});
