/** `GET /usage`. */
import { expect, it } from 'vitest';
import { type Member, startTestServer } from '../../support/server/start-test-server.ts';
import { testClock } from '../../support/server/test-clock.ts';

const clock = testClock('2026-03-31T23:59:00Z');
const server = await startTestServer({ browser: false, now: clock.now, flags: { quota: 'basic=200' } });

const charge = async ({ team }: Member, amount: number) => {
  const held = await server.store.ledger.hold({ teamId: team.id, amount, at: clock.now() });
  if (held.kind !== 'held') throw new Error(held.kind);
  await server.store.ledger.settle(held.hold, { at: clock.now() });
};
const usageOf = async (member: Member) => {
  const { status, json } = await member.get('usage');
  expect(status).toBe(200);
  return json.data;
};

it('reports a month without usage', async () => {
  const data = await usageOf(await server.team({ plan: 'discovery' }));
  expect(data).toMatchObject({
    current_month_usage: 0,
    quota_limit: 100,
    quota_percentage: 0,
    pack_credits: 0,
    has_quota_remaining: true,
    plan: 'discovery',
    overage_count: 0,
  });
  expect(data.daily_usage).toHaveLength(31);
});

it('lists exactly 31 days, oldest first, including zeros, with today last', async () => {
  clock.set('2026-03-01T12:00:00Z');
  const member = await server.team();
  await charge(member, 2);
  clock.set('2026-03-31T23:59:00Z');
  await charge(member, 3);
  const { daily_usage } = await usageOf(member);
  expect(daily_usage).toHaveLength(31);
  expect(daily_usage[0]).toEqual({ date: '2026-03-01', count: 2 });
  expect(daily_usage[1]).toEqual({ date: '2026-03-02', count: 0 });
  expect(daily_usage.at(-1)).toEqual({ date: '2026-03-31', count: 3 });
});

it('restarts on the first of each month, UTC, and keeps days of the previous month in the daily list', async () => {
  clock.set('2026-03-31T23:59:59Z');
  const member = await server.team();
  await charge(member, 4);
  expect((await usageOf(member)).current_month_usage).toBe(4);
  clock.set('2026-04-01T00:00:00Z');
  const data = await usageOf(member);
  expect(data).toMatchObject({ current_month_usage: 0, quota_percentage: 0 });
  expect(data.daily_usage.slice(-2)).toEqual([
    { date: '2026-03-31', count: 4 },
    { date: '2026-04-01', count: 0 },
  ]);
});

it('rounds the percentage to two decimals and caps it at 100', async () => {
  const member = await server.team({ plan: 'basic', quota: 3 });
  await charge(member, 1);
  expect((await usageOf(member)).quota_percentage).toBe(33.33);
  await charge(member, 4);
  expect(await usageOf(member)).toMatchObject({
    current_month_usage: 5,
    quota_percentage: 100,
    overage_count: 2,
    // The welcome pack, minus the PDFs beyond the quota.
    pack_credits: 998,
    has_quota_remaining: true,
  });
});

it('reports that no quota remains when quota and credits are both used up', async () => {
  const member = await server.team({ plan: 'discovery', quota: 2 });
  await charge(member, 2);
  expect(await usageOf(member)).toMatchObject({ has_quota_remaining: false, quota_percentage: 100 });
  await server.store.ledger.addCredits(member.team.id, 1);
  expect(await usageOf(member)).toMatchObject({ has_quota_remaining: true, pack_credits: 1 });
});

it('applies the operator’s quota for a plan, unless the team has its own', async () => {
  expect((await usageOf(await server.team({ plan: 'basic' }))).quota_limit).toBe(200);
  expect((await usageOf(await server.team({ plan: 'basic', quota: 7 }))).quota_limit).toBe(7);
  expect((await usageOf(await server.team({ plan: 'pro' }))).quota_limit).toBe(15_000);
});
