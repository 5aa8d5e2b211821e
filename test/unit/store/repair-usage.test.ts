/** The usage that a wrong clock has put into a month to come. */
import { expect, it } from 'vitest';
import { charge, openTestStore } from '../../support/store/open-test-store.ts';

const now = new Date('2026-11-28T12:00:00Z');
const open = () => openTestStore({ now: () => now });
const at = (time: string) => new Date(`${time}T10:00:00Z`);

it('counts each PDF in the month in which it was made, gives none free, and renews the quota again', async () => {
  const store = await open();
  const { id } = await store.team({ quota: 100 });
  await charge(store, id, 10, at('2026-09-10'));
  await charge(store, id, 5, at('2036-09-20'));
  // The clock is right again, and the team is charged in 2036 nevertheless.
  await charge(store, id, 20, at('2026-09-21'));
  await charge(store, id, 30, at('2026-10-15'));
  await charge(store, id, 7, at('2036-09-20'));
  const before = await charge(store, id, 3, at('2026-11-05'));
  expect(before.current).toBe(65);
  expect(await store.ledger.teamsAhead(now)).toEqual([id]);

  const moves = await store.ledger.repairUsage(id, now);
  const sorted = moves.toSorted((a, b) => a.to.localeCompare(b.to));
  expect(sorted).toEqual([
    { from: '2036-09-20', to: '2026-09-21', pdfs: 25 },
    { from: '2036-09-20', to: '2026-10-15', pdfs: 30 },
    { from: '2036-09-20', to: '2026-11-05', pdfs: 10 },
  ]);
  expect(await store.ledger.teamsAhead(now)).toEqual([]);
  expect(await store.ledger.verify()).toEqual([]);
  expect(await store.ledger.summary(id, now)).toMatchObject({ current: 10 });
  expect(await charge(store, id, 1, now)).toMatchObject({ current: 11 });
  expect(await charge(store, id, 1, at('2026-12-01'))).toMatchObject({ current: 1 });
  expect(await store.ledger.verify()).toEqual([]);
});

it('does not give a quota twice that is used up with what was moved', async () => {
  const store = await open();
  const { id } = await store.team({ plan: 'discovery', quota: 10 });
  await charge(store, id, 6, now);
  await charge(store, id, 4, at('2037-01-01'));
  await store.ledger.repairUsage(id, now);
  expect(await store.ledger.hold({ teamId: id, amount: 1, at: now })).toMatchObject({ kind: 'exhausted' });
  await store.ledger.addCredits(id, 5);
  expect(await charge(store, id, 2, now)).toEqual({
    current: 12,
    limit: 10,
    percentage: 100,
    pack_credits: 3,
  });
  expect(await store.ledger.verify()).toEqual([]);
  expect(await charge(store, id, 2, at('2026-12-02'))).toMatchObject({ current: 2, pack_credits: 3 });
  expect(await store.ledger.verify()).toEqual([]);
});

it('repairs a second wrong clock, changes nothing when nothing is ahead, and finds a move that was lost', async () => {
  const store = await open();
  const { id } = await store.team();
  await charge(store, id, 1, at('2026-11-01'));
  for (const pdfs of [2, 3]) {
    await charge(store, id, pdfs, at('2030-05-05'));
    expect(await store.ledger.repairUsage(id, now)).toEqual([{ from: '2030-05-05', to: '2026-11-28', pdfs }]);
    expect(await store.ledger.repairUsage(id, now)).toEqual([]);
    expect(await store.ledger.verify()).toEqual([]);
  }
  expect(await store.ledger.summary(id, now)).toMatchObject({ current: 6 });
  await store.sql('DELETE FROM usage_moves WHERE pdfs = 3');
  expect(await store.ledger.verify()).not.toEqual([]);
});

it('waits for requests that began under the wrong clock', async () => {
  const store = await open();
  const { id } = await store.team();
  const held = await store.ledger.hold({ teamId: id, amount: 1, at: at('2036-01-01') });
  await expect(store.ledger.repairUsage(id, now)).rejects.toMatchObject({ code: 'database_in_use' });
  if (held.kind === 'held') await store.ledger.settle(held.hold, { at: at('2036-01-01') });
  expect(await store.ledger.repairUsage(id, now)).toEqual([
    { from: '2036-01-01', to: '2026-11-28', pdfs: 1 },
  ]);
});
