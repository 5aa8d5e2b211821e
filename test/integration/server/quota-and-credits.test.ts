/** Quotas, credits and races for the last credit. */
import { expect, it } from 'vitest';
import { type Member, startTestServer } from '../../support/server/start-test-server.ts';
import { testClock } from '../../support/server/test-clock.ts';

const clock = testClock('2026-01-31T23:50:00Z');
const server = await startTestServer({ now: clock.now, flags: { rateLimit: '0' } });
const print = (member: Member, more: object = {}) => member.post('html-to-pdf', { html: 'a', ...more });

it('returns 402 with the usage and the purchase URL when quota and credits are both used up', async () => {
  const member = await server.team({ plan: 'discovery', quota: 2 });
  expect((await print(member)).json.usage).toEqual({ current: 1, limit: 2, percentage: 50, pack_credits: 0 });
  expect((await print(member)).json.usage).toEqual({
    current: 2,
    limit: 2,
    percentage: 100,
    pack_credits: 0,
  });
  const { status, json, headers } = await print(member);
  expect([status, json]).toEqual([
    402,
    {
      code: 'quota_exhausted',
      message: 'The monthly quota and the prepaid credits are used up.',
      usage: { current: 2, limit: 2, percentage: 100, pack_credits: 0 },
      purchase_url: expect.stringMatching(new RegExp(`^${server.url}/billing/${member.team.id}\\?expires=`)),
    },
  ]);
  // A retry does not help.
  expect(headers.has('retry-after')).toBe(false);
  const { pathname, search } = new URL(json.purchase_url);
  expect((await server.stranger().get(`${pathname}${search}`)).status).toBe(200);
});

it('uses prepaid credits beyond the quota, one per PDF', async () => {
  const member = await server.team({ plan: 'discovery', quota: 1 });
  await server.store.ledger.addCredits(member.team.id, 2);
  await print(member);
  expect((await print(member)).json.usage).toEqual({
    current: 2,
    limit: 1,
    percentage: 100,
    pack_credits: 1,
  });
  expect((await print(member)).json.usage).toMatchObject({ current: 3, pack_credits: 0 });
  expect((await print(member)).status).toBe(402);
  const { json } = await member.get('usage');
  expect(json.data).toMatchObject({ overage_count: 2, has_quota_remaining: false });
});

it('gives a paying team 1,000 credits when it first exceeds its quota, and never again', async () => {
  for (const plan of ['basic', 'pro'] as const) {
    const member = await server.team({ plan, quota: 1 });
    expect((await print(member)).json.usage.pack_credits).toBe(0);
    expect((await print(member)).json.usage).toMatchObject({ current: 2, pack_credits: 999 });
    clock.advance(20);
    await print(member);
    // There is no second pack in another month.
    expect((await print(member)).json.usage.pack_credits).toBe(998);
    clock.advance(-20);
    expect(
      (await server.store.ledger.entries(member.team.id)).filter(({ kind }) => kind === 'welcome_pack'),
    ).toHaveLength(1);
  }
});

it('resets on the first of the month, UTC, and does not carry over unused quota', async () => {
  const member = await server.team({ plan: 'discovery', quota: 2 });
  clock.set('2026-01-31T23:59:59Z');
  await print(member);
  clock.set('2026-02-01T00:00:00Z');
  expect((await print(member)).json.usage.current).toBe(1);
  expect((await print(member)).json.usage.current).toBe(2);
  expect((await print(member)).status).toBe(402);
});

it('charges the month in which the request was accepted', async () => {
  const member = await server.team({ plan: 'discovery', quota: 5 });
  clock.set('2026-03-31T23:59:59Z');
  const answer = print(member, { html: busy(500) });
  await until(async () => (await server.store.ledger.entries(member.team.id)).length === 1);
  clock.set('2026-04-01T00:00:01Z');
  expect((await answer).json.usage.current).toBe(1);
  expect((await member.get('usage')).json.data.current_month_usage).toBe(0);
  expect((await member.get('usage')).json.data.daily_usage.at(-2)).toEqual({ date: '2026-03-31', count: 1 });
});

it('gives the last credit to one of two racing requests, and asks the other to retry', async () => {
  for (let round = 0; round < 3; round++) {
    const member = await server.team({ plan: 'discovery', quota: 1 });
    // Each takes longer than the other needs to be accepted.
    const html = busy(300);
    const answers = await Promise.all([print(member, { html }), print(member, { html })]);
    const [won, lost] = answers.sort((a, b) => a.status - b.status);
    expect(won?.status).toBe(200);
    // The first one could still fail.
    expect([lost?.status, lost?.json.code]).toEqual([503, 'quota_reserved']);
    expect(Number(lost?.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await member.used()).toBe(1);
    expect((await print(member)).status).toBe(402);
  }
});

it('charges nothing for a 422, and voids the hold', async () => {
  const member = await server.team({ plan: 'discovery', quota: 1 });
  for (const html of ['{{ x', '{{ 1 // 0 }}', '<script>location = "https://example.com/"</script>']) {
    expect((await print(member, { html })).status).toBe(422);
  }
  expect(await member.used()).toBe(0);
  expect((await print(member)).status).toBe(200);
});

it('leaves the ledger consistent', async () => {
  expect(await server.store.ledger.verify()).toEqual([]);
});

const busy = (ms: number) =>
  `<script>const end = performance.now() + ${ms}; while (performance.now() < end);</script>`;

async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await new Promise((go) => setTimeout(go, 5));
}
