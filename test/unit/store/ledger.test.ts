import { setTimeout as delay } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { newDocumentId } from '../../../src/store/documents.ts';
import type { Hold, HoldResult } from '../../../src/store/ledger/ledger.ts';
import type { Store } from '../../../src/store/store.ts';
import { charge, claimKey, onPostgres, openTestStore } from '../../support/store/open-test-store.ts';

const at = new Date('2026-03-10T12:00:00Z');
const nextMonth = new Date('2026-04-01T00:00:00Z');

function holdOf(held: HoldResult): Hold {
  if (held.kind !== 'held') throw new Error('exhausted');
  return held.hold;
}

it('counts a charge in the month of its hold and includes it in the returned usage', async () => {
  const store = await openTestStore();
  const team = await store.team();
  const accepted = new Date('2026-03-31T23:59:59.999Z');
  const held = await store.ledger.hold({ teamId: team.id, amount: 1, at: accepted });
  expect(held).toEqual({
    kind: 'held',
    hold: { id: expect.any(Number), claim: expect.any(Number), teamId: team.id, month: '2026-03' },
  });
  expect(await store.ledger.settle(holdOf(held), { at: nextMonth })).toEqual({
    current: 1,
    limit: 5_000,
    percentage: 0.02,
    pack_credits: 0,
  });
  expect((await store.ledger.summary(team.id, nextMonth)).current).toBe(0);
  expect((await store.ledger.usage(team.id, nextMonth)).daily_usage.at(-2)).toEqual({
    date: '2026-03-31',
    count: 1,
  });
});

it('a voided hold is not charged, and leaves the quota unchanged', async () => {
  const store = await openTestStore();
  const team = await store.team({ plan: 'discovery', quota: 1 });
  const hold = holdOf(await store.ledger.hold({ teamId: team.id, amount: 1, at }));
  expect((await store.ledger.hold({ teamId: team.id, amount: 1, at })).kind).toBe('reserved');
  expect(await store.ledger.void(hold)).toBe(true);
  expect((await store.ledger.summary(team.id, at)).current).toBe(0);
  expect((await charge(store, team.id, 1, at)).current).toBe(1);
});

it('settles a hold only once', async () => {
  const store = await openTestStore();
  const team = await store.team();
  const posted = holdOf(await store.ledger.hold({ teamId: team.id, amount: 1, at }));
  await store.ledger.settle(posted, { at });
  await expect(store.ledger.settle(posted, { at })).rejects.toThrow(
    expect.objectContaining({ code: 'internal' }),
  );
  expect(await store.ledger.void(posted)).toBe(false);
  const voided = holdOf(await store.ledger.hold({ teamId: team.id, amount: 1, at }));
  await store.ledger.void(voided);
  await expect(store.ledger.settle(voided, { at })).rejects.toThrow(
    expect.objectContaining({ code: 'lease_expired' }),
  );
  expect((await store.ledger.summary(team.id, at)).current).toBe(1);
  expect(await store.ledger.verify()).toEqual([]);
});

it('rejects a hold that quota and credits cannot cover, and reports the usage', async () => {
  const store = await openTestStore();
  const team = await store.team({ plan: 'discovery', quota: 2 });
  await store.ledger.addCredits(team.id, 1);
  await charge(store, team.id, 3, at);
  expect(await store.ledger.hold({ teamId: team.id, amount: 1, at })).toEqual({
    kind: 'exhausted',
    usage: { current: 3, limit: 2, percentage: 100, pack_credits: 0 },
  });
  expect((await store.ledger.hold({ teamId: team.id, amount: 1, at: nextMonth })).kind).toBe('held');
});

it('holds a merge as a whole or not at all', async () => {
  const store = await openTestStore();
  const team = await store.team({ plan: 'discovery', quota: 10 });
  await charge(store, team.id, 8, at);
  expect((await store.ledger.hold({ teamId: team.id, amount: 3, at })).kind).toBe('exhausted');
  expect((await charge(store, team.id, 2, at)).current).toBe(10);
});

it('pending holds of a month count against the credits that another month would need', async () => {
  const store = await openTestStore();
  const team = await store.team({ plan: 'discovery', quota: 1 });
  await store.ledger.addCredits(team.id, 2);
  const last = new Date('2026-03-31T23:59:59Z');
  const march = holdOf(await store.ledger.hold({ teamId: team.id, amount: 3, at: last }));
  const april = holdOf(await store.ledger.hold({ teamId: team.id, amount: 1, at: nextMonth }));
  expect((await store.ledger.hold({ teamId: team.id, amount: 1, at: nextMonth })).kind).toBe('reserved');
  await store.ledger.settle(april, { at: nextMonth });
  expect(await store.ledger.settle(march, { at: nextMonth })).toMatchObject({ current: 3, pack_credits: 0 });
  expect(await store.ledger.verify()).toEqual([]);
});

it('the first charge above the quota of a paying team adds the welcome pack, once', async () => {
  const store = await openTestStore();
  const team = await store.team({ plan: 'pro', quota: 10 });
  expect(await charge(store, team.id, 10, at)).toMatchObject({ current: 10, pack_credits: 0 });
  expect((await store.ledger.usage(team.id, at)).has_quota_remaining).toBe(true);
  expect(await charge(store, team.id, 1, at)).toMatchObject({ current: 11, pack_credits: 999 });
  expect(await charge(store, team.id, 5, at)).toMatchObject({ pack_credits: 994 });
  expect(await charge(store, team.id, 12, nextMonth)).toMatchObject({ current: 12, pack_credits: 992 });
  const kinds = (await store.ledger.entries(team.id)).map(({ kind }) => kind);
  expect(kinds.filter((kind) => kind === 'welcome_pack')).toHaveLength(1);
  expect(await store.ledger.verify()).toEqual([]);
});

it.each([
  ['plan', { plan: 999, own: 'exhausted' }],
  ['always', { plan: 999, own: 999 }],
  ['never', { plan: 'exhausted', own: 'exhausted' }],
] as const)('the rule %s decides who gets the welcome pack', async (welcomePack, expected) => {
  const store = await openTestStore({ welcomePack });
  const atPlan = await store.team({ plan: 'basic' });
  const own = await store.team({ plan: 'basic', quota: 1 });
  await store.sql(
    'INSERT INTO usage_days (team_id, day, posted) VALUES (?, ?, 5000)',
    atPlan.id,
    '2026-03-01',
  );
  await store.sql('INSERT INTO usage_days (team_id, day, posted) VALUES (?, ?, 1)', own.id, '2026-03-01');
  const packOf = async ({ id }: { readonly id: number }) => {
    const held = await store.ledger.hold({ teamId: id, amount: 1, at });
    return held.kind === 'held' ? (await store.ledger.settle(held.hold, { at })).pack_credits : held.kind;
  };
  expect({ plan: await packOf(atPlan), own: await packOf(own) }).toEqual(expected);
});

it('a hold counts on no more than the welcome pack, and not on one already given', async () => {
  const store = await openTestStore();
  const team = await store.team({ plan: 'pro', quota: 0 });
  expect((await store.ledger.hold({ teamId: team.id, amount: 1_001, at })).kind).toBe('exhausted');
  const first = holdOf(await store.ledger.hold({ teamId: team.id, amount: 600, at }));
  expect((await store.ledger.hold({ teamId: team.id, amount: 401, at })).kind).toBe('reserved');
  const second = holdOf(await store.ledger.hold({ teamId: team.id, amount: 400, at }));
  expect(await store.ledger.settle(second, { at })).toMatchObject({ pack_credits: 600 });
  expect(await store.ledger.settle(first, { at })).toMatchObject({ pack_credits: 0 });
  expect((await store.ledger.hold({ teamId: team.id, amount: 1, at: nextMonth })).kind).toBe('exhausted');
});

it('discovery gets no welcome pack until it changes to a paying plan', async () => {
  const store = await openTestStore();
  const team = await store.team({ plan: 'discovery', quota: 1 });
  await store.ledger.addCredits(team.id, 5);
  expect(await charge(store, team.id, 2, at)).toMatchObject({ pack_credits: 4 });
  await store.teams.set(team.id, { plan: 'basic' });
  expect(await charge(store, team.id, 1, at)).toMatchObject({ pack_credits: 1_003 });
});

it('a reduction by an operator between hold and post leaves PDFs uncovered, but never negative credits', async () => {
  const store = await openTestStore();
  const team = await store.team({ plan: 'discovery', quota: 10 });
  await store.ledger.addCredits(team.id, 3);
  const hold = holdOf(await store.ledger.hold({ teamId: team.id, amount: 10, at }));
  await store.teams.set(team.id, { quota: 4 });
  await store.ledger.addCredits(team.id, -2, 'sold twice by mistake');
  expect(await store.ledger.settle(hold, { at })).toEqual({
    current: 10,
    limit: 4,
    percentage: 100,
    pack_credits: 0,
  });
  expect((await store.ledger.entries(team.id)).at(-1)?.split).toEqual({
    quota: 4,
    fromQuota: 4,
    fromCredits: 1,
    uncovered: 5,
  });
  expect((await store.ledger.usage(team.id, at)).overage_count).toBe(6);
  expect(await store.ledger.verify()).toEqual([]);
});

it.each([0, 1.5, Number.NaN, -3, 2_000_000_000])('rejects %s credits for a team with 2', async (credits) => {
  const store = await openTestStore();
  const team = await store.team();
  await store.ledger.addCredits(team.id, 2);
  await expect(store.ledger.addCredits(team.id, credits)).rejects.toThrow(
    expect.objectContaining({ code: 'invalid_option', errors: { credits: [expect.any(String)] } }),
  );
  expect((await store.ledger.summary(team.id, at)).pack_credits).toBe(2);
});

it('a correction removes existing credits, down to zero', async () => {
  const store = await openTestStore();
  const team = await store.team();
  await store.ledger.addCredits(team.id, 2);
  expect(await store.ledger.addCredits(team.id, -2, 'refunded')).toBe(0);
  expect((await store.ledger.entries(team.id)).at(-1)).toMatchObject({
    kind: 'correction',
    amount: 2,
    note: 'refunded',
  });
  expect(await store.ledger.verify()).toEqual([]);
});

it('stays in the latest month reached when the clock is set back', async () => {
  const store = await openTestStore();
  const team = await store.team({ plan: 'discovery', quota: 1 });
  await charge(store, team.id, 1, nextMonth);
  expect((await store.ledger.hold({ teamId: team.id, amount: 1, at })).kind).toBe('exhausted');
  expect((await store.ledger.summary(team.id, at)).current).toBe(1);
  expect(await store.ledger.usage(team.id, at)).toMatchObject({
    current_month_usage: 1,
    has_quota_remaining: false,
  });
  const other = await store.team({ plan: 'discovery', quota: 1 });
  expect(await store.ledger.hold({ teamId: other.id, amount: 1, at })).toMatchObject({
    hold: { month: '2026-03' },
  });
});

it('a voided hold does not keep a team in a month that a wrong clock produced', async () => {
  const store = await openTestStore();
  const team = await store.team();
  const hold = holdOf(
    await store.ledger.hold({ teamId: team.id, amount: 1, at: new Date('2099-01-01T00:00:00Z') }),
  );
  expect(await store.ledger.hold({ teamId: team.id, amount: 1, at })).toMatchObject({
    hold: { month: '2099-01' },
  });
  await store.ledger.void(hold);
  await store.ledger.voidPending();
  expect(await store.ledger.hold({ teamId: team.id, amount: 1, at })).toMatchObject({
    hold: { month: '2026-03' },
  });
});

it('a start voids pending holds and releases running keys', async () => {
  const store = await openTestStore();
  const team = await store.team();
  const key = { teamId: team.id, key: 'k', requestHash: 'a', at };
  await store.idempotency.begin(key);
  const hold = holdOf(await store.ledger.hold({ teamId: team.id, amount: 3, at }));
  await charge(store, team.id, 1, at);
  const restarted = await store.again();
  expect(await restarted.ledger.voidPending()).toBe(1);
  expect(await restarted.ledger.voidPending()).toBe(0);
  await expect(store.ledger.settle(hold, { at })).rejects.toThrow(
    expect.objectContaining({ code: 'lease_expired' }),
  );
  expect((await restarted.ledger.summary(team.id, at)).current).toBe(1);
  expect(await restarted.idempotency.begin(key)).toMatchObject({ kind: 'new' });
  expect(await restarted.ledger.verify()).toEqual([]);
});

it('a hold whose lease has ended is voided by any node, and can no longer be charged', async () => {
  const store = await openTestStore({ leaseMs: 50 });
  const other = await store.again();
  const team = await store.team({ plan: 'discovery', quota: 2 });
  const lost = holdOf(await store.ledger.hold({ teamId: team.id, amount: 1, at }));
  expect(await other.ledger.voidExpired()).toBe(0);
  await delay(60);
  const kept = holdOf(await store.ledger.hold({ teamId: team.id, amount: 1, at }));
  // Two nodes look at the same time.
  const voided = await Promise.all([store.ledger.voidExpired(), other.ledger.voidExpired()]);
  expect(voided.toSorted()).toEqual([0, 1]);
  await expect(store.ledger.settle(lost, { at })).rejects.toMatchObject({ code: 'lease_expired' });
  expect(await store.ledger.void(lost)).toBe(false);
  expect((await store.ledger.settle(kept, { at })).current).toBe(1);
  expect((await store.ledger.hold({ teamId: team.id, amount: 1, at })).kind).toBe('held');
  expect(await store.ledger.verify()).toEqual([]);
});

it('several nodes admit exactly what a team can pay', async () => {
  const store = await openTestStore();
  const nodes = [store, ...(await Promise.all([store.again(), store.again(), store.again()]))];
  const team = await store.team({ plan: 'discovery', quota: 41 });
  const held = await Promise.all(
    Array.from({ length: 60 }, (_, index) =>
      (nodes[index % nodes.length] as Store).ledger.hold({ teamId: team.id, amount: 1, at }),
    ),
  );
  expect(held.filter(({ kind }) => kind === 'held')).toHaveLength(41);
  const holds = held.flatMap((each) => (each.kind === 'held' ? [each.hold] : []));
  const settled = holds.map((hold, index) => (nodes[index % 3] as Store).ledger.settle(hold, { at }));
  const counts = (await Promise.all(settled)).map(({ current }) => current);
  // Each sees the usage right after its own charge.
  expect(counts.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 41 }, (_, index) => index + 1));
  expect(await store.ledger.verify()).toEqual([]);
});

it('posts, records the document and stores the response in one transaction', async () => {
  const store = await openTestStore();
  const team = await store.team();
  const key = { teamId: team.id, key: 'k', requestHash: 'a', at };
  const id = newDocumentId();
  const document = {
    id,
    teamId: team.id,
    filename: 'a.pdf',
    size: 3,
    createdAt: at,
    expiresAt: nextMonth,
    sha256: null,
  };
  const claim = await claimKey(store, key);
  const holdId = holdOf(await store.ledger.hold({ teamId: team.id, amount: 1, at }));
  const usage = await store.ledger.settle(holdId, {
    at,
    document,
    idempotency: {
      claim,
      toResponse: ({ current }) => ({ status: 200, body: `{"current":${current}}`, documentId: id }),
    },
  });
  expect(usage.current).toBe(1);
  expect(await store.documents.get(id)).toEqual(document);
  expect(await store.idempotency.begin(key)).toEqual({
    kind: 'replay',
    response: { status: 200, body: '{"current":1}', documentId: id },
  });
});

it('a post that fails at its end changes nothing, and the hold can still be voided', async () => {
  const store = await openTestStore();
  const team = await store.team({ plan: 'pro', quota: 0 });
  const document = {
    id: newDocumentId(),
    teamId: team.id,
    filename: 'a.pdf',
    size: 3,
    createdAt: at,
    expiresAt: nextMonth,
    sha256: null,
  };
  const toResponse = () => ({ status: 200, body: '', documentId: document.id });
  const holdId = holdOf(await store.ledger.hold({ teamId: team.id, amount: 1_000, at }));
  const before = await store.ledger.entries(team.id);
  // The key was never registered.
  const claim = { teamId: team.id, key: 'k', id: 'none' };
  await expect(
    store.ledger.settle(holdId, { at, document, idempotency: { claim, toResponse } }),
  ).rejects.toThrow(expect.objectContaining({ code: 'lease_expired' }));
  expect(await store.ledger.entries(team.id)).toEqual(before);
  expect(await store.documents.get(document.id)).toBeUndefined();
  expect(await store.notices.list()).toEqual([]);
  expect(await store.ledger.summary(team.id, at)).toMatchObject({ current: 0, pack_credits: 0 });
  expect(await store.ledger.void(holdId)).toBe(true);
  expect(await store.ledger.verify()).toEqual([]);
});

it('charges a key once, even if two stores both rendered for it', async () => {
  const store = await openTestStore();
  const team = await store.team();
  const claim = await claimKey(store, { teamId: team.id, key: 'k', requestHash: 'a', at });
  const toResponse = () => ({ status: 200, body: '{}', documentId: null });
  const posting = { at, idempotency: { claim, toResponse } };
  const one = holdOf(await store.ledger.hold({ teamId: team.id, amount: 1, at }));
  const two = holdOf(await (await store.again()).ledger.hold({ teamId: team.id, amount: 1, at }));
  await store.ledger.settle(one, posting);
  await expect(store.ledger.settle(two, posting)).rejects.toThrow(
    expect.objectContaining({ code: 'lease_expired' }),
  );
  expect((await store.ledger.summary(team.id, at)).current).toBe(1);
});

it('rejects a hold of an unknown team', async () => {
  const store = await openTestStore();
  await expect(store.ledger.hold({ teamId: 99, amount: 1, at })).rejects.toThrow(
    expect.objectContaining({ code: 'team_not_found' }),
  );
});

it.each([0, -1, 1.5, Number.NaN])('rejects a hold of %s PDFs as a bug', async (amount) => {
  const store = await openTestStore();
  const team = await store.team();
  await expect(store.ledger.hold({ teamId: team.id, amount, at })).rejects.toThrow(
    expect.objectContaining({ code: 'internal' }),
  );
});

it('the database itself rejects changed or deleted entries, second settlements and second welcome packs', async () => {
  const store = await openTestStore();
  const team = await store.team({ plan: 'pro', quota: 0 });
  await charge(store, team.id, 1, at);
  const rejects = async (sql: string, reason: RegExp) => await expect(store.sql(sql)).rejects.toThrow(reason);
  await rejects('UPDATE entries SET amount = 2', /append-only/);
  await rejects('DELETE FROM entries', /append-only/);
  const [hold] = await store.sql("SELECT id FROM entries WHERE kind = 'hold'");
  await rejects(
    `INSERT INTO entries (team_id, kind, at, amount, day, settles) VALUES (${team.id}, 'void', 0, 1, '2026-03-10', ${hold?.id})`,
    /unique/i,
  );
  await rejects(
    `INSERT INTO entries (team_id, kind, at, amount) VALUES (${team.id}, 'welcome_pack', 0, 1000)`,
    /unique/i,
  );
  await rejects('UPDATE credits SET balance = -1', /check/i);
});

/** Removes what protects the entries. */
const unprotected = onPostgres
  ? 'DROP TRIGGER entries_are_not_changed ON entries'
  : 'DROP TRIGGER entries_are_not_updated';

it.each([
  ['UPDATE credits SET balance = balance - 1', 'A balance is not the sum'],
  ['UPDATE credits SET base = base + 1', 'The credits after the last top-up'],
  ['UPDATE usage_days SET posted = posted + 1', 'The count of a day'],
  ['DELETE FROM usage_days', 'The count of a day'],
  ['DELETE FROM pending_holds', 'The pending holds'],
  [
    `INSERT INTO pending_holds (id, team_id, day, amount) SELECT id, team_id, day, amount FROM entries WHERE kind = 'post'`,
    'The pending holds',
  ],
  [
    `${unprotected}; UPDATE entries SET from_quota = 1, from_credits = 0 WHERE from_quota = 0`,
    'A post is not split',
  ],
  [
    `${unprotected}; UPDATE entries SET amount = 2 WHERE kind = 'hold'`,
    'A post or void does not match its hold',
  ],
  [
    `DROP INDEX entries_settle_a_hold_once; INSERT INTO entries (team_id, kind, at, amount, day, settles)
     SELECT team_id, 'void', 0, amount, day, settles FROM entries WHERE kind = 'post'`,
    'A hold is settled more than once',
  ],
  [
    `DROP INDEX entries_one_welcome_pack; INSERT INTO entries (team_id, kind, at, amount)
     SELECT team_id, kind, 0, amount FROM entries WHERE kind = 'welcome_pack'`,
    'A team has more than one welcome pack',
  ],
])('the audit reports: %s', async (tampering, finding) => {
  const store = await openTestStore();
  const team = await store.team({ plan: 'pro', quota: 0 });
  await charge(store, team.id, 1, at);
  await store.ledger.hold({ teamId: team.id, amount: 1, at });
  expect(await store.ledger.verify()).toEqual([]);
  await store.sql(tampering);
  expect((await store.ledger.verify()).join('\n')).toContain(finding);
});

it('an entry has only the fields of its kind', async () => {
  const store = await openTestStore({ now: () => at });
  const { id: teamId } = await store.team({ plan: 'pro', quota: 1 });
  const posted = holdOf(await store.ledger.hold({ teamId, amount: 2, at }));
  await store.ledger.settle(posted, { at: nextMonth });
  const voided = holdOf(await store.ledger.hold({ teamId, amount: 1, at }));
  await store.ledger.void(voided);
  await store.ledger.addCredits(teamId, 5);
  await store.ledger.addCredits(teamId, -3, 'by mistake');
  const day = '2026-03-10';
  const about = (entry: object) => ({ id: expect.any(Number), teamId, at, ...entry });
  expect(await store.ledger.entries(teamId)).toStrictEqual([
    about({ id: posted.id, kind: 'hold', amount: 2, day }),
    about({ kind: 'welcome_pack', amount: 1_000, at: nextMonth }),
    about({
      kind: 'post',
      amount: 2,
      at: nextMonth,
      day,
      settles: posted.id,
      split: { quota: 1, fromQuota: 1, fromCredits: 1, uncovered: 0 },
    }),
    about({ id: voided.id, kind: 'hold', amount: 1, day }),
    about({ kind: 'void', amount: 1, day, settles: voided.id }),
    about({ kind: 'top_up', amount: 5 }),
    about({ kind: 'correction', amount: 3, note: 'by mistake' }),
  ]);
});

it('explains an invalid number of credits, and accepts the largest valid one', async () => {
  const store = await openTestStore();
  const team = await store.team();
  const refusal = async (credits: number): Promise<string> => {
    try {
      await store.ledger.addCredits(team.id, credits);
    } catch (error) {
      return (error as Error).message;
    }
    return 'taken';
  };
  expect(await refusal(0.5)).toBe('The credits must be a whole number of PDFs other than 0.');
  expect(await refusal(2)).toBe('taken');
  expect(await refusal(-3)).toBe('The team has 2 credits; that many can be taken away at most.');
  expect(await refusal(999_999_999)).toBe('A team can have 1000000000 credits at most.');
  expect(await refusal(999_999_998)).toBe('taken');
});

it('asks to retry if a crash lost the hold, and never settles another one that got its id', async () => {
  const store = await openTestStore();
  const [one, other] = [await store.team(), await store.team()];
  const hold = holdOf(await store.ledger.hold({ teamId: other.id, amount: 1, at }));
  const lost = { id: hold.id, teamId: one.id, claim: hold.claim + 1 };
  await expect(store.ledger.settle(lost, { at })).rejects.toMatchObject({ code: 'lease_expired' });
  expect(await store.ledger.void(lost)).toBe(false);
  expect((await store.ledger.settle(hold, { at })).current).toBe(1);
  expect(await store.ledger.void(lost)).toBe(false);
  await expect(store.ledger.settle(lost, { at })).rejects.toMatchObject({ code: 'lease_expired' });
  expect((await store.ledger.summary(one.id, at)).current).toBe(0);
});

it('names the hold that was charged before, and the invalid amount', async () => {
  const store = await openTestStore();
  const team = await store.team();
  const hold = holdOf(await store.ledger.hold({ teamId: team.id, amount: 1, at }));
  await store.ledger.settle(hold, { at });
  await expect(store.ledger.settle(hold, { at })).rejects.toThrow(`Hold ${hold.id} is not pending.`);
  await expect(store.ledger.hold({ teamId: team.id, amount: -2, at })).rejects.toThrow(
    'Invalid amount of a hold: -2.',
  );
});

it('does not mistake a violated constraint for a full disk', async () => {
  const store = await openTestStore();
  const team = await store.team();
  const hold = holdOf(await store.ledger.hold({ teamId: team.id, amount: 1, at }));
  const refuse = async (kind: string, table: string) =>
    await store.sql(
      onPostgres
        ? `CREATE FUNCTION no_${table}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'no'; END $$;
           CREATE TRIGGER no_${table} BEFORE ${kind} ON ${table} FOR EACH ROW EXECUTE FUNCTION no_${table}()`
        : `CREATE TRIGGER no_${table} BEFORE ${kind} ON ${table} BEGIN SELECT RAISE(ABORT, 'no'); END`,
    );
  await refuse('INSERT', 'entries');
  await expect(store.ledger.void(hold)).rejects.toThrow('no');
  const claim = await claimKey(store, { teamId: team.id, key: 'k', requestHash: 'a', at });
  await refuse('DELETE', 'idempotency');
  await expect(store.idempotency.release(claim)).rejects.toThrow('no');
  await store.sql(`DROP TRIGGER no_entries${onPostgres ? ' ON entries' : ''}`);
  expect(await store.ledger.void(hold)).toBe(true);
});
