/** A charge survives a connection that is lost at any moment: it is made once, and its caller hears of it. */
import { describe, expect, it, onTestFinished } from 'vitest';
import { openPostgresStore } from '../../src/store/open-postgres-store.ts';
import type { Store } from '../../src/store/store.ts';
import { cuttingProxy } from '../support/postgres/cutting-proxy.ts';
import { hasPostgres, newDatabase, prepare } from '../support/postgres/new-database.ts';
import { claimKey } from '../support/store/open-test-store.ts';

const at = new Date('2026-03-10T12:00:00Z');
const toResponse = () => ({ status: 200, body: '{}', documentId: null });

async function openNode(url: string): Promise<Store> {
  const store = await openPostgresStore({ prepare, url, connections: 1 });
  onTestFinished(() => store.close());
  return store;
}

/** A team that pays one PDF from its quota and the next with credits, and a node behind the proxy. */
async function setUp() {
  const url = await newDatabase();
  const proxy = await cuttingProxy(url);
  const [observer, node] = [await openNode(url), await openNode(proxy.url)];
  const { id: teamId } = await observer.teams.create({ name: 'team', plan: 'pro', quota: 1_000 });
  // Prepares the statements, so that each one is a single message.
  await charge(node, teamId, 'first');
  return { proxy, observer, node, teamId };
}

async function charge(store: Store, teamId: number, key: string) {
  const claim = await claimKey(store, { teamId, key, requestHash: 'a', at });
  const held = await store.ledger.hold({ teamId, amount: 1, at });
  if (held.kind !== 'held') throw new Error(held.kind);
  return {
    ...held,
    claim,
    usage: await store.ledger.settle(held.hold, { at, idempotency: { claim, toResponse } }),
  };
}

describe.skipIf(!hasPostgres).each([
  ['before a message', false],
  ['after a message was carried out', true],
])('a connection that is lost %s', (_, answered) => {
  it('never loses a charge, makes it twice, or leaves it unsettled', { timeout: 120_000 }, async () => {
    const { proxy, observer, node, teamId } = await setUp();
    let charged = 1;
    // Counts the messages of one charge.
    proxy.cutAfter(Number.POSITIVE_INFINITY, { answered });
    await charge(node, teamId, 'counted');
    charged += 1;
    const { messages } = proxy;
    expect(messages).toBeGreaterThan(10);
    for (let message = 0; message < messages; message++) {
      proxy.cutAfter(message, { answered });
      const { usage } = await charge(node, teamId, `key ${message}`);
      charged += 1;
      expect([message, usage.current]).toEqual([message, charged]);
      const state = await observer.idempotency.begin({ teamId, key: `key ${message}`, requestHash: 'a', at });
      expect(state.kind).toBe('replay');
    }
    const entries = await observer.ledger.entries(teamId);
    expect(entries.filter(({ kind }) => kind === 'post')).toHaveLength(charged);
    expect((await observer.ledger.summary(teamId, at)).current).toBe(charged);
    expect(await observer.ledger.verify()).toEqual([]);
  });

  it('ends an operation that must not be run twice with an error that says so', async () => {
    const { proxy, observer, node } = await setUp();
    let unknown = 0;
    for (let message = 0; message < 8; message++) {
      proxy.cutAfter(message, { answered });
      const before = (await observer.teams.list()).length;
      const created = await node.teams.create({ name: `new ${message}`, plan: 'basic' }).then(
        () => true,
        (error) => {
          expect(error).toMatchObject({
            code: 'database_failed',
            message: expect.stringContaining('unknown whether'),
          });
          unknown += 1;
          return false;
        },
      );
      const added = (await observer.teams.list()).length - before;
      if (created) expect(added).toBe(1);
      else expect(added).toBe(answered ? 1 : 0);
    }
    // A connection whose statements are not prepared yet needs more messages, so the commit is not always the same one.
    expect(unknown).toBeGreaterThan(0);
  });
});
