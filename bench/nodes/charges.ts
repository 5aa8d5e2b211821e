/** What the store does for each PDF on PostgreSQL, and how many PDFs a second one team gets from several servers. */
import { Client } from 'pg';
import { newDocumentId } from '../../src/store/documents.ts';
import { openPostgresStore } from '../../src/store/open-postgres-store.ts';
import type { Store } from '../../src/store/store.ts';
import type { TestPostgres } from '../../test/support/postgres/start-postgres.ts';

/** Holds and settles one PDF with a key and a document row, as a request does. Returns false if it was not admitted. */
async function charge(store: Store, teamId: number, token: string, key: string): Promise<boolean> {
  const at = store.now();
  await store.tokens.authenticate(token, at);
  const state = await store.idempotency.begin({ teamId, key, requestHash: 'a'.repeat(64), at });
  if (state.kind !== 'new') throw new Error(`The key is ${state.kind}.`);
  const held = await store.ledger.hold({ teamId, amount: 1, at });
  if (held.kind !== 'held') {
    await store.idempotency.release(state.claim);
    return false;
  }
  const document = {
    id: newDocumentId(),
    teamId,
    filename: 'a.pdf',
    size: 15_000,
    createdAt: at,
    expiresAt: new Date(at.getTime() + 86_400_000),
    sha256: null,
  };
  const toResponse = () => ({ status: 200, body: '{"success":true}', documentId: document.id });
  await store.ledger.settle(held.hold, {
    at,
    document,
    idempotency: { claim: state.claim, toResponse },
  });
  return true;
}

async function newTeam(store: Store, name: string, quota: number) {
  const { id } = await store.teams.create({ name, plan: 'discovery', verified: true, quota });
  return { id, token: (await store.tokens.create({ teamId: id })).token };
}

/** Counts the statements that the driver sends. */
function countStatements(): () => number {
  let count = 0;
  const { query } = Client.prototype;
  Client.prototype.query = function counted(this: Client, ...values: unknown[]) {
    count += 1;
    return (query as (...values: unknown[]) => unknown).apply(this, values);
  } as typeof query;
  return () => count;
}

async function facts(url: string): Promise<{ readonly transactions: number; readonly wal: number }> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('SELECT pg_stat_force_next_flush()');
    const { rows } = await client.query(
      `SELECT xact_commit::int AS transactions, pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float8 AS wal
       FROM pg_stat_database WHERE datname = current_database()`,
    );
    return rows[0];
  } finally {
    await client.end();
  }
}

/** One caller, one PDF after the other. */
export async function costOfPdf(postgres: TestPostgres, count: number): Promise<string> {
  const statements = countStatements();
  const store = await openPostgresStore({ url: postgres.url });
  const { id, token } = await newTeam(store, 'cost', 1_000_000);
  for (let number = 0; number < 200; number++) await charge(store, id, token, `warm ${number}`);
  const before = await facts(postgres.url);
  const [sent, processor] = [statements(), postgres.processorMs()];
  for (let number = 0; number < count; number++) await charge(store, id, token, `key ${number}`);
  const used = postgres.processorMs() - processor;
  const each = (statements() - sent) / count;
  const after = await facts(postgres.url);
  await store.close();
  const figures = [
    ((after.transactions - before.transactions) / count).toFixed(1),
    each.toFixed(1),
    ((after.wal - before.wal) / count / 1024).toFixed(2),
    (used / count).toFixed(2),
  ];
  return `| ${figures.join(' | ')} |`;
}

/** Several servers whose callers all charge the same team, with a quota that ends in the middle. Throws if it is not exact. */
export async function hotTeam(
  postgres: TestPostgres,
  servers: number,
  callers: number,
  quota: number,
): Promise<string> {
  const stores = await Promise.all(
    Array.from({ length: servers }, () => openPostgresStore({ url: postgres.url })),
  );
  const [first] = stores as [Store];
  const { id, token } = await newTeam(first, `hot ${servers} ${callers}`, quota);
  const times: number[] = [];
  const started = performance.now();
  await Promise.all(
    stores.flatMap((store, server) =>
      Array.from({ length: callers }, async (_, caller) => {
        for (let number = 0; ; number++) {
          const begun = performance.now();
          if (!(await charge(store, id, token, `${server} ${caller} ${number}`))) return;
          times.push(performance.now() - begun);
        }
      }),
    ),
  );
  const seconds = (performance.now() - started) / 1_000;
  const faults = await first.ledger.verify();
  const { current } = await first.ledger.summary(id, first.now());
  await Promise.all(stores.map((store) => store.close()));
  if (current !== times.length || current > quota || faults.length > 0) {
    throw new Error(`${times.length} were delivered, ${current} of ${quota} are charged: ${faults}`);
  }
  const sorted = times.toSorted((a, b) => a - b);
  const percentile = (share: number) => (sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(0);
  return `| ${servers} | ${callers} | ${(current / seconds).toFixed(0)} | ${percentile(0.5)} | ${percentile(0.95)} | ${current} of ${quota} |`;
}
