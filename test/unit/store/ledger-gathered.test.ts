/** Requests of one team that arrive while another transaction of the team is under way are charged in one. */
import { expect, it } from 'vitest';
import { newDocumentId } from '../../../src/store/documents.ts';
import type { Hold } from '../../../src/store/ledger/ledger.ts';
import { claimKey, openTestStore, type TestStore } from '../../support/store/open-test-store.ts';

const at = new Date('2026-03-10T12:00:00Z');

const holdAtOnce = (store: TestStore, teamId: number, count: number, times: readonly Date[] = [at]) =>
  Promise.all(
    Array.from({ length: count }, (_, index) =>
      store.ledger.hold({ teamId, amount: 1, at: times[index % times.length] ?? at }),
    ),
  );

const heldOf = (results: Awaited<ReturnType<typeof holdAtOnce>>): Hold[] =>
  results.flatMap((result) => (result.kind === 'held' ? [result.hold] : []));

const settleAtOnce = (store: TestStore, holds: readonly Hold[]) =>
  Promise.allSettled(holds.map((hold) => store.ledger.settle(hold, { at })));

const reasonOf = (outcome: PromiseSettledResult<unknown> | undefined) =>
  outcome?.status === 'rejected' ? outcome.reason : undefined;

it('admits exactly the quota of those who ask at once, and charges each once', async () => {
  const store = await openTestStore({ now: () => at });
  const team = await store.team({ plan: 'discovery', quota: 41 });
  const results = await holdAtOnce(store, team.id, 60);
  const holds = heldOf(results);
  expect(holds).toHaveLength(41);
  expect(new Set(holds.map(({ id }) => id)).size).toBe(41);
  expect(results.filter(({ kind }) => kind === 'reserved')).toHaveLength(19);
  const documents = holds.map(() => ({
    id: newDocumentId(),
    teamId: team.id,
    filename: 'a.pdf',
    size: 1,
    createdAt: at,
    expiresAt: new Date(at.getTime() + 60_000),
    sha256: null,
  }));
  const claims = await Promise.all(
    holds.map((_, index) => claimKey(store, { teamId: team.id, key: `key ${index}`, requestHash: 'a', at })),
  );
  const usages = await Promise.all(
    holds.map((hold, index) =>
      store.ledger.settle(hold, {
        at,
        document: documents[index],
        idempotency: {
          claim: claims[index] as (typeof claims)[number],
          toResponse: ({ current }) => ({
            status: 200,
            headers: { 'x-number': String(current) },
            body: `${current}`,
            documentId: documents[index]?.id ?? null,
          }),
        },
      }),
    ),
  );
  // Each response has the usage right after its own charge.
  expect(usages.map(({ current }) => current).sort((a, b) => a - b)).toEqual(
    Array.from({ length: 41 }, (_, index) => index + 1),
  );
  for (const [index, document] of documents.entries()) {
    expect(await store.documents.get(document.id)).toMatchObject({ filename: 'a.pdf' });
    const replayed = await store.idempotency.begin({
      teamId: team.id,
      key: `key ${index}`,
      requestHash: 'a',
      at,
    });
    expect(replayed).toMatchObject({
      kind: 'replay',
      response: { body: `${usages[index]?.current}`, documentId: document.id },
    });
  }
  expect((await holdAtOnce(store, team.id, 3)).map(({ kind }) => kind)).toEqual(Array(3).fill('exhausted'));
  expect(await store.ledger.verify()).toEqual([]);
});

it('charges the others if one can no longer be charged', async () => {
  const store = await openTestStore({ now: () => at });
  const team = await store.team();
  const holds = heldOf(await holdAtOnce(store, team.id, 12));
  await store.ledger.void(holds[5] as Hold);
  const outcomes = await settleAtOnce(store, holds);
  expect(outcomes.map(({ status }) => status).filter((status) => status === 'fulfilled')).toHaveLength(11);
  expect(reasonOf(outcomes[5])).toMatchObject({ code: 'lease_expired' });
  expect((await store.ledger.summary(team.id, at)).current).toBe(11);
  expect(await store.ledger.verify()).toEqual([]);
});

it('charges the others if another request has taken over the key of one', async () => {
  const store = await openTestStore({ now: () => at });
  const team = await store.team();
  const holds = heldOf(await holdAtOnce(store, team.id, 6));
  const claims = await Promise.all(
    holds.map((_, index) => claimKey(store, { teamId: team.id, key: `key ${index}`, requestHash: 'a', at })),
  );
  await store.sql("UPDATE idempotency SET claim = 'another' WHERE key = ?", 'key 3');
  const outcomes = await Promise.allSettled(
    holds.map((hold, index) =>
      store.ledger.settle(hold, {
        at,
        idempotency: {
          claim: claims[index] as (typeof claims)[number],
          toResponse: () => ({ status: 200, body: '{}', documentId: null }),
        },
      }),
    ),
  );
  expect(outcomes.map(({ status }) => status)).toEqual([
    'fulfilled',
    'fulfilled',
    'fulfilled',
    'rejected',
    'fulfilled',
    'fulfilled',
  ]);
  expect(reasonOf(outcomes[3])).toMatchObject({ code: 'lease_expired' });
  expect((await store.ledger.summary(team.id, at)).current).toBe(5);
  expect(await store.ledger.void(holds[3] as Hold)).toBe(true);
  expect(await store.ledger.verify()).toEqual([]);
});

it('gives the welcome pack in the middle, and takes credits after the quota', async () => {
  const store = await openTestStore({ now: () => at });
  const team = await store.team({ plan: 'pro', quota: 5 });
  const holds = heldOf(await holdAtOnce(store, team.id, 12));
  expect(holds).toHaveLength(12);
  await settleAtOnce(store, holds);
  expect(await store.ledger.summary(team.id, at)).toMatchObject({ current: 12, pack_credits: 993 });
  const entries = await store.ledger.entries(team.id);
  expect(entries.filter(({ kind }) => kind === 'welcome_pack')).toHaveLength(1);
  const splits = entries.flatMap(({ split }) => split ?? []);
  expect(splits.map(({ fromQuota, fromCredits }) => `${fromQuota}${fromCredits}`).join(' ')).toBe(
    '10 10 10 10 10 01 01 01 01 01 01 01',
  );
  expect(await store.ledger.verify()).toEqual([]);
});

it('counts each in its month when one ends in the middle of a burst', async () => {
  const store = await openTestStore();
  const team = await store.team({ plan: 'discovery', quota: 10 });
  const [march, april] = [new Date('2026-03-31T23:59:59.990Z'), new Date('2026-04-01T00:00:00.010Z')];
  const results = await holdAtOnce(store, team.id, 30, [march]);
  const later = await holdAtOnce(store, team.id, 30, [april]);
  const holds = heldOf([...results, ...later]);
  expect(holds.map(({ month }) => month)).toEqual([
    ...Array(10).fill('2026-03'),
    ...Array(10).fill('2026-04'),
  ]);
  await settleAtOnce(store, holds.toReversed());
  const { daily_usage: days } = await store.ledger.usage(team.id, april);
  expect(days.slice(-2)).toEqual([
    { date: '2026-03-31', count: 10 },
    { date: '2026-04-01', count: 10 },
  ]);
  expect(await store.ledger.verify()).toEqual([]);
});

it('queues each notice once', async () => {
  const store = await openTestStore({ now: () => at });
  const team = await store.team({ plan: 'discovery', quota: 20 });
  await settleAtOnce(store, heldOf(await holdAtOnce(store, team.id, 20)));
  const notices = await store.notices.list(team.id);
  expect(notices.map(({ threshold, used }) => [threshold, used]).sort()).toEqual([
    [80, 16],
    [95, 19],
  ]);
});
