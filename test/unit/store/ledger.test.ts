import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { expect, it } from 'vitest';
import { newDocumentId } from '../../../src/store/documents.ts';
import type { HoldResult } from '../../../src/store/ledger/ledger.ts';
import { charge, openTestStore } from '../../support/store/open-test-store.ts';

const at = new Date('2026-03-10T12:00:00Z');
const nextMonth = new Date('2026-04-01T00:00:00Z');

function idOf(held: HoldResult): number {
  if (held.kind !== 'held') throw new Error('exhausted');
  return held.hold.id;
}

it('counts a charge in the month of its hold and includes it in the returned usage', () => {
  const store = openTestStore();
  const team = store.team();
  const accepted = new Date('2026-03-31T23:59:59.999Z');
  const held = store.ledger.hold({ teamId: team.id, amount: 1, at: accepted });
  expect(held).toEqual({ kind: 'held', hold: { id: expect.any(Number), month: '2026-03' } });
  expect(store.ledger.settle(idOf(held), { at: nextMonth })).toEqual({
    current: 1,
    limit: 5_000,
    percentage: 0.02,
    pack_credits: 0,
  });
  expect(store.ledger.summary(team.id, nextMonth).current).toBe(0);
  expect(store.ledger.usage(team.id, nextMonth).daily_usage.at(-2)).toEqual({ date: '2026-03-31', count: 1 });
});

it('a voided hold is not charged, and leaves the quota unchanged', () => {
  const store = openTestStore();
  const team = store.team({ plan: 'discovery', quota: 1 });
  const id = idOf(store.ledger.hold({ teamId: team.id, amount: 1, at }));
  expect(store.ledger.hold({ teamId: team.id, amount: 1, at }).kind).toBe('exhausted');
  expect(store.ledger.void(id)).toBe(true);
  expect(store.ledger.summary(team.id, at).current).toBe(0);
  expect(charge(store, team.id, 1, at).current).toBe(1);
});

it('settles a hold only once', () => {
  const store = openTestStore();
  const team = store.team();
  const posted = idOf(store.ledger.hold({ teamId: team.id, amount: 1, at }));
  store.ledger.settle(posted, { at });
  expect(() => store.ledger.settle(posted, { at })).toThrow(expect.objectContaining({ code: 'internal' }));
  expect(store.ledger.void(posted)).toBe(false);
  const voided = idOf(store.ledger.hold({ teamId: team.id, amount: 1, at }));
  store.ledger.void(voided);
  expect(() => store.ledger.settle(voided, { at })).toThrow(expect.objectContaining({ code: 'internal' }));
  expect(store.ledger.summary(team.id, at).current).toBe(1);
  expect(store.ledger.verify()).toEqual([]);
});

it('rejects a hold that quota and credits cannot cover, and reports the usage', () => {
  const store = openTestStore();
  const team = store.team({ plan: 'discovery', quota: 2 });
  store.ledger.addCredits(team.id, 1);
  charge(store, team.id, 3, at);
  expect(store.ledger.hold({ teamId: team.id, amount: 1, at })).toEqual({
    kind: 'exhausted',
    usage: { current: 3, limit: 2, percentage: 100, pack_credits: 0 },
  });
  expect(store.ledger.hold({ teamId: team.id, amount: 1, at: nextMonth }).kind).toBe('held');
});

it('holds a merge as a whole or not at all', () => {
  const store = openTestStore();
  const team = store.team({ plan: 'discovery', quota: 10 });
  charge(store, team.id, 8, at);
  expect(store.ledger.hold({ teamId: team.id, amount: 3, at }).kind).toBe('exhausted');
  expect(charge(store, team.id, 2, at).current).toBe(10);
});

it('pending holds of a month count against the credits that another month would need', () => {
  const store = openTestStore();
  const team = store.team({ plan: 'discovery', quota: 1 });
  store.ledger.addCredits(team.id, 2);
  const last = new Date('2026-03-31T23:59:59Z');
  const march = idOf(store.ledger.hold({ teamId: team.id, amount: 3, at: last }));
  const april = idOf(store.ledger.hold({ teamId: team.id, amount: 1, at: nextMonth }));
  expect(store.ledger.hold({ teamId: team.id, amount: 1, at: nextMonth }).kind).toBe('exhausted');
  store.ledger.settle(april, { at: nextMonth });
  expect(store.ledger.settle(march, { at: nextMonth })).toMatchObject({ current: 3, pack_credits: 0 });
  expect(store.ledger.verify()).toEqual([]);
});

it('the first charge above the quota of a paying team adds the welcome pack, once', () => {
  const store = openTestStore();
  const team = store.team({ plan: 'pro', quota: 10 });
  expect(charge(store, team.id, 10, at)).toMatchObject({ current: 10, pack_credits: 0 });
  expect(store.ledger.usage(team.id, at).has_quota_remaining).toBe(true);
  expect(charge(store, team.id, 1, at)).toMatchObject({ current: 11, pack_credits: 999 });
  expect(charge(store, team.id, 5, at)).toMatchObject({ pack_credits: 994 });
  expect(charge(store, team.id, 12, nextMonth)).toMatchObject({ current: 12, pack_credits: 992 });
  const kinds = store.ledger.entries(team.id).map(({ kind }) => kind);
  expect(kinds.filter((kind) => kind === 'welcome_pack')).toHaveLength(1);
  expect(store.ledger.verify()).toEqual([]);
});

it('a hold counts on no more than the welcome pack, and not on one already given', () => {
  const store = openTestStore();
  const team = store.team({ plan: 'pro', quota: 0 });
  expect(store.ledger.hold({ teamId: team.id, amount: 1_001, at }).kind).toBe('exhausted');
  const first = idOf(store.ledger.hold({ teamId: team.id, amount: 600, at }));
  expect(store.ledger.hold({ teamId: team.id, amount: 401, at }).kind).toBe('exhausted');
  const second = idOf(store.ledger.hold({ teamId: team.id, amount: 400, at }));
  expect(store.ledger.settle(second, { at })).toMatchObject({ pack_credits: 600 });
  expect(store.ledger.settle(first, { at })).toMatchObject({ pack_credits: 0 });
  expect(store.ledger.hold({ teamId: team.id, amount: 1, at: nextMonth }).kind).toBe('exhausted');
});

it('discovery gets no welcome pack until it changes to a paying plan', () => {
  const store = openTestStore();
  const team = store.team({ plan: 'discovery', quota: 1 });
  store.ledger.addCredits(team.id, 5);
  expect(charge(store, team.id, 2, at)).toMatchObject({ pack_credits: 4 });
  store.teams.set(team.id, { plan: 'basic' });
  expect(charge(store, team.id, 1, at)).toMatchObject({ pack_credits: 1_003 });
});

it('a reduction by an operator between hold and post leaves PDFs uncovered, but never negative credits', () => {
  const store = openTestStore();
  const team = store.team({ plan: 'discovery', quota: 10 });
  store.ledger.addCredits(team.id, 3);
  const id = idOf(store.ledger.hold({ teamId: team.id, amount: 10, at }));
  store.teams.set(team.id, { quota: 4 });
  store.ledger.addCredits(team.id, -2, 'sold twice by mistake');
  expect(store.ledger.settle(id, { at })).toEqual({
    current: 10,
    limit: 4,
    percentage: 100,
    pack_credits: 0,
  });
  expect(store.ledger.entries(team.id).at(-1)?.split).toEqual({
    quota: 4,
    fromQuota: 4,
    fromCredits: 1,
    uncovered: 5,
  });
  expect(store.ledger.usage(team.id, at).overage_count).toBe(6);
  expect(store.ledger.verify()).toEqual([]);
});

it.each([0, 1.5, Number.NaN, -3, 2_000_000_000])('rejects %s credits for a team with 2', (credits) => {
  const store = openTestStore();
  const team = store.team();
  store.ledger.addCredits(team.id, 2);
  expect(() => store.ledger.addCredits(team.id, credits)).toThrow(
    expect.objectContaining({ code: 'invalid_option', errors: { credits: [expect.any(String)] } }),
  );
  expect(store.ledger.summary(team.id, at).pack_credits).toBe(2);
});

it('a correction removes existing credits, down to zero', () => {
  const store = openTestStore();
  const team = store.team();
  store.ledger.addCredits(team.id, 2);
  expect(store.ledger.addCredits(team.id, -2, 'refunded')).toBe(0);
  expect(store.ledger.entries(team.id).at(-1)).toMatchObject({
    kind: 'correction',
    amount: 2,
    note: 'refunded',
  });
  expect(store.ledger.verify()).toEqual([]);
});

it('stays in the latest month reached when the clock is set back', () => {
  const store = openTestStore();
  const team = store.team({ plan: 'discovery', quota: 1 });
  charge(store, team.id, 1, nextMonth);
  expect(store.ledger.hold({ teamId: team.id, amount: 1, at }).kind).toBe('exhausted');
  expect(store.ledger.summary(team.id, at).current).toBe(1);
  expect(store.ledger.usage(team.id, at)).toMatchObject({
    current_month_usage: 1,
    has_quota_remaining: false,
  });
  const other = store.team({ plan: 'discovery', quota: 1 });
  expect(store.ledger.hold({ teamId: other.id, amount: 1, at })).toMatchObject({
    hold: { month: '2026-03' },
  });
});

it('a voided hold does not keep a team in a month that a wrong clock produced', () => {
  const store = openTestStore();
  const team = store.team();
  const id = idOf(store.ledger.hold({ teamId: team.id, amount: 1, at: new Date('2099-01-01T00:00:00Z') }));
  expect(store.ledger.hold({ teamId: team.id, amount: 1, at })).toMatchObject({ hold: { month: '2099-01' } });
  store.ledger.void(id);
  store.ledger.voidPending();
  expect(store.ledger.hold({ teamId: team.id, amount: 1, at })).toMatchObject({ hold: { month: '2026-03' } });
});

it('a start voids pending holds and releases running keys', () => {
  const store = openTestStore();
  const team = store.team();
  const key = { teamId: team.id, key: 'k', requestHash: 'a', at };
  store.idempotency.begin(key);
  const id = idOf(store.ledger.hold({ teamId: team.id, amount: 3, at }));
  charge(store, team.id, 1, at);
  const restarted = store.again();
  expect(restarted.ledger.voidPending()).toBe(1);
  expect(restarted.ledger.voidPending()).toBe(0);
  expect(() => store.ledger.settle(id, { at })).toThrow(expect.objectContaining({ code: 'internal' }));
  expect(restarted.ledger.summary(team.id, at).current).toBe(1);
  expect(restarted.idempotency.begin(key)).toEqual({ kind: 'new' });
  expect(restarted.ledger.verify()).toEqual([]);
});

it('posts, records the document and stores the response in one transaction', () => {
  const store = openTestStore();
  const team = store.team();
  const key = { teamId: team.id, key: 'k', requestHash: 'a', at };
  const id = newDocumentId();
  const document = { id, teamId: team.id, filename: 'a.pdf', size: 3, createdAt: at, expiresAt: nextMonth };
  store.idempotency.begin(key);
  const holdId = idOf(store.ledger.hold({ teamId: team.id, amount: 1, at }));
  const usage = store.ledger.settle(holdId, {
    at,
    document,
    idempotency: {
      key: 'k',
      toResponse: ({ current }) => ({ status: 200, body: `{"current":${current}}`, documentId: id }),
    },
  });
  expect(usage.current).toBe(1);
  expect(store.documents.get(id)).toEqual(document);
  expect(store.idempotency.begin(key)).toEqual({
    kind: 'replay',
    response: { status: 200, body: '{"current":1}', documentId: id },
  });
});

it('a post that fails at its end changes nothing, and the hold can still be voided', () => {
  const store = openTestStore();
  const team = store.team({ plan: 'pro', quota: 0 });
  const document = {
    id: newDocumentId(),
    teamId: team.id,
    filename: 'a.pdf',
    size: 3,
    createdAt: at,
    expiresAt: nextMonth,
  };
  const toResponse = () => ({ status: 200, body: '', documentId: document.id });
  const holdId = idOf(store.ledger.hold({ teamId: team.id, amount: 1_000, at }));
  const before = store.ledger.entries(team.id);
  // The key was never registered.
  expect(() => store.ledger.settle(holdId, { at, document, idempotency: { key: 'k', toResponse } })).toThrow(
    expect.objectContaining({ code: 'internal' }),
  );
  expect(store.ledger.entries(team.id)).toEqual(before);
  expect(store.documents.get(document.id)).toBeUndefined();
  expect(store.notices.list()).toEqual([]);
  expect(store.ledger.summary(team.id, at)).toMatchObject({ current: 0, pack_credits: 0 });
  expect(store.ledger.void(holdId)).toBe(true);
  expect(store.ledger.verify()).toEqual([]);
});

it('charges a key once, even if two stores both rendered for it', () => {
  const store = openTestStore();
  const team = store.team();
  store.idempotency.begin({ teamId: team.id, key: 'k', requestHash: 'a', at });
  const toResponse = () => ({ status: 200, body: '{}', documentId: null });
  const posting = { at, idempotency: { key: 'k', toResponse } };
  const [one, two] = [store, store.again()].map(({ ledger }) =>
    idOf(ledger.hold({ teamId: team.id, amount: 1, at })),
  );
  store.ledger.settle(Number(one), posting);
  expect(() => store.ledger.settle(Number(two), posting)).toThrow(
    expect.objectContaining({ code: 'internal' }),
  );
  expect(store.ledger.summary(team.id, at).current).toBe(1);
});

it('rejects a hold of an unknown team', () => {
  const store = openTestStore();
  expect(() => store.ledger.hold({ teamId: 99, amount: 1, at })).toThrow(
    expect.objectContaining({ code: 'team_not_found' }),
  );
});

it.each([0, -1, 1.5, Number.NaN])('rejects a hold of %s PDFs as a bug', (amount) => {
  const store = openTestStore();
  const team = store.team();
  expect(() => store.ledger.hold({ teamId: team.id, amount, at })).toThrow(
    expect.objectContaining({ code: 'internal' }),
  );
});

it('the database itself rejects changed or deleted entries, second settlements and second welcome packs', () => {
  const store = openTestStore();
  const team = store.team({ plan: 'pro', quota: 0 });
  charge(store, team.id, 1, at);
  const sqlite = new Sqlite(join(store.dataDirectory, 'database.sqlite'));
  sqlite.pragma('foreign_keys = ON');
  expect(() => sqlite.exec('UPDATE entries SET amount = 2')).toThrow('append-only');
  expect(() => sqlite.exec('DELETE FROM entries')).toThrow('append-only');
  const { id: hold } = sqlite.prepare("SELECT id FROM entries WHERE kind = 'hold'").get() as { id: number };
  expect(() =>
    sqlite.exec(
      `INSERT INTO entries (team_id, kind, at, amount, day, settles) VALUES (${team.id}, 'void', 0, 1, '2026-03-10', ${hold})`,
    ),
  ).toThrow('UNIQUE');
  expect(() =>
    sqlite.exec(
      `INSERT INTO entries (team_id, kind, at, amount) VALUES (${team.id}, 'welcome_pack', 0, 1000)`,
    ),
  ).toThrow('UNIQUE');
  expect(() => sqlite.exec(`UPDATE credits SET balance = -1`)).toThrow('CHECK');
  sqlite.close();
});

it.each([
  ['UPDATE credits SET balance = balance - 1', 'A balance is not the sum'],
  ['UPDATE credits SET base = base + 1', 'The credits after the last top-up'],
  ['UPDATE usage_days SET posted = posted + 1', 'The count of a day'],
  ['DELETE FROM usage_days', 'The count of a day'],
  ['DELETE FROM pending_holds', 'The pending holds'],
  [
    `INSERT INTO pending_holds SELECT id, team_id, day, amount FROM entries WHERE kind = 'post'`,
    'The pending holds',
  ],
  [
    'DROP TRIGGER entries_are_not_updated; UPDATE entries SET from_quota = 1, from_credits = 0 WHERE from_quota = 0',
    'A post is not split',
  ],
  [
    `DROP TRIGGER entries_are_not_updated; UPDATE entries SET amount = 2 WHERE kind = 'hold'`,
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
])('the audit reports: %s', (tampering, finding) => {
  const store = openTestStore();
  const team = store.team({ plan: 'pro', quota: 0 });
  charge(store, team.id, 1, at);
  store.ledger.hold({ teamId: team.id, amount: 1, at });
  expect(store.ledger.verify()).toEqual([]);
  const sqlite = new Sqlite(join(store.dataDirectory, 'database.sqlite'));
  sqlite.exec(tampering);
  sqlite.close();
  expect(store.ledger.verify().join('\n')).toContain(finding);
});

it('an entry has only the fields of its kind', () => {
  const store = openTestStore({ now: () => at });
  const { id: teamId } = store.team({ plan: 'pro', quota: 1 });
  const posted = idOf(store.ledger.hold({ teamId, amount: 2, at }));
  store.ledger.settle(posted, { at: nextMonth });
  const voided = idOf(store.ledger.hold({ teamId, amount: 1, at }));
  store.ledger.void(voided);
  store.ledger.addCredits(teamId, 5);
  store.ledger.addCredits(teamId, -3, 'by mistake');
  const day = '2026-03-10';
  const about = (entry: object) => ({ id: expect.any(Number), teamId, at, ...entry });
  expect(store.ledger.entries(teamId)).toStrictEqual([
    about({ id: posted, kind: 'hold', amount: 2, day }),
    about({ kind: 'welcome_pack', amount: 1_000, at: nextMonth }),
    about({
      kind: 'post',
      amount: 2,
      at: nextMonth,
      day,
      settles: posted,
      split: { quota: 1, fromQuota: 1, fromCredits: 1, uncovered: 0 },
    }),
    about({ id: voided, kind: 'hold', amount: 1, day }),
    about({ kind: 'void', amount: 1, day, settles: voided }),
    about({ kind: 'top_up', amount: 5 }),
    about({ kind: 'correction', amount: 3, note: 'by mistake' }),
  ]);
});

it('explains an invalid number of credits, and accepts the largest valid one', () => {
  const store = openTestStore();
  const team = store.team();
  const refusal = (credits: number): string => {
    try {
      store.ledger.addCredits(team.id, credits);
    } catch (error) {
      return (error as Error).message;
    }
    return 'taken';
  };
  expect(refusal(0.5)).toBe('The credits must be a whole number of PDFs other than 0.');
  expect(refusal(2)).toBe('taken');
  expect(refusal(-3)).toBe('The team has 2 credits; that many can be taken away at most.');
  expect(refusal(999_999_999)).toBe('A team can have 1000000000 credits at most.');
  expect(refusal(999_999_998)).toBe('taken');
});

it('names the hold that is not pending, and the invalid amount', () => {
  const store = openTestStore();
  const team = store.team();
  expect(() => store.ledger.settle(99, { at })).toThrow('Hold 99 is not pending.');
  expect(() => store.ledger.hold({ teamId: team.id, amount: -2, at })).toThrow(
    'Invalid amount of a hold: -2.',
  );
});

it('does not mistake a violated constraint for a full disk', () => {
  const store = openTestStore();
  const team = store.team();
  const id = idOf(store.ledger.hold({ teamId: team.id, amount: 1, at }));
  const sqlite = new Sqlite(join(store.dataDirectory, 'database.sqlite'));
  const refuse = (kind: string, table: string) =>
    sqlite.exec(`CREATE TRIGGER no_${table} BEFORE ${kind} ON ${table} BEGIN SELECT RAISE(ABORT, 'no'); END`);
  refuse('INSERT', 'entries');
  expect(() => store.ledger.void(id)).toThrow('no');
  store.idempotency.begin({ teamId: team.id, key: 'k', requestHash: 'a', at });
  refuse('DELETE', 'idempotency');
  expect(() => store.idempotency.release(team.id, 'k')).toThrow('no');
  sqlite.exec('DROP TRIGGER no_entries');
  sqlite.close();
  expect(store.ledger.void(id)).toBe(true);
});
