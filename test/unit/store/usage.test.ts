import { expect, it } from 'vitest';
import { charge, openTestStore } from '../../support/store/open-test-store.ts';

it('reports exactly 31 days, oldest first, ending today, across the end of a month', async () => {
  const store = await openTestStore();
  const team = await store.team();
  await charge(store, team.id, 1, new Date('2026-02-07T23:59:59Z'));
  await charge(store, team.id, 2, new Date('2026-02-08T00:00:00Z'));
  await charge(store, team.id, 3, new Date('2026-03-01T10:00:00Z'));
  await charge(store, team.id, 4, new Date('2026-03-10T08:00:00Z'));
  const usage = await store.ledger.usage(team.id, new Date('2026-03-10T23:59:59.999Z'));
  expect(usage).toMatchObject({
    current_month_usage: 7,
    quota_limit: 5_000,
    quota_percentage: 0.14,
    pack_credits: 0,
    has_quota_remaining: true,
    plan: 'basic',
    overage_count: 0,
  });
  expect(usage.daily_usage).toHaveLength(31);
  expect(usage.daily_usage[0]).toEqual({ date: '2026-02-08', count: 2 });
  expect(usage.daily_usage.at(-1)).toEqual({ date: '2026-03-10', count: 4 });
  expect(usage.daily_usage.filter(({ count }) => count > 0)).toHaveLength(3);
  const dates = usage.daily_usage.map(({ date }) => date);
  expect([...new Set(dates)].sort()).toEqual(dates);
});

it('counts PDFs that credits paid for, and reports those above the quota', async () => {
  const store = await openTestStore();
  const team = await store.team({ plan: 'pro', quota: 3 });
  const at = new Date('2026-03-10T12:00:00Z');
  await charge(store, team.id, 5, at);
  expect(await store.ledger.usage(team.id, at)).toMatchObject({
    current_month_usage: 5,
    quota_percentage: 100,
    pack_credits: 998,
    has_quota_remaining: true,
    overage_count: 2,
  });
});

it('has quota remaining while one more PDF would be accepted, pending holds included', async () => {
  const store = await openTestStore();
  const team = await store.team({ plan: 'discovery', quota: 1 });
  const at = new Date('2026-03-10T12:00:00Z');
  const has = async () => (await store.ledger.usage(team.id, at)).has_quota_remaining;
  expect(await has()).toBe(true);
  const held = await store.ledger.hold({ teamId: team.id, amount: 1, at });
  expect(await has()).toBe(false);
  await store.ledger.addCredits(team.id, 1);
  expect(await has()).toBe(true);
  if (held.kind === 'held') await store.ledger.settle(held.hold, { at });
  expect(await has()).toBe(true);
  await charge(store, team.id, 1, at);
  expect(await has()).toBe(false);
});

it("an operator's quota for a plan applies to its teams, and a team's own takes precedence", async () => {
  const store = await openTestStore({ quotas: { basic: 7 } });
  const at = new Date();
  expect((await store.ledger.usage((await store.team()).id, at)).quota_limit).toBe(7);
  expect(await store.ledger.usage((await store.team({ quota: 0 })).id, at)).toMatchObject({
    quota_limit: 0,
    quota_percentage: 100,
  });
  expect((await store.ledger.usage((await store.team({ plan: 'pro' })).id, at)).quota_limit).toBe(15_000);
});

it('reports 31 days across a leap day', async () => {
  const store = await openTestStore();
  const { daily_usage } = await store.ledger.usage((await store.team()).id, new Date('2028-03-01T00:00:00Z'));
  expect(daily_usage.at(-2)?.date).toBe('2028-02-29');
  expect(daily_usage[0]?.date).toBe('2028-01-31');
});
