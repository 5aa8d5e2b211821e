/** Opens a store in its own folder, which is closed and removed after the test. */
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { Client } from 'pg';
import { onTestFinished } from 'vitest';
import type { IdempotentRequest, KeyClaim } from '../../../src/store/ledger/idempotency.ts';
import { openPostgresStore } from '../../../src/store/open-postgres-store.ts';
import { openStore, type Store, type StoreOptions } from '../../../src/store/store.ts';
import type { Team, TeamChanges } from '../../../src/store/teams.ts';
import { temporaryFolder } from '../cli/temporary-folder.ts';

/** Whether this run tests the store on PostgreSQL: the project `postgres`. */
export const onPostgres = process.env.PDFAPI_TEST_STORE === 'postgres';

type Row = Readonly<Record<string, unknown>>;

/** Runs SQL with `?` for each value, and returns the rows of a query. */
export type RunSql = (
  text: string,
  ...values: readonly (string | number | Uint8Array)[]
) => Promise<readonly Row[]>;

export interface TestStore extends Store {
  readonly dataDirectory: string;
  /** Opens another connection to the same files. */
  again(): Promise<Store>;
  team(changes?: TeamChanges): Promise<Team>;
  /** Runs SQL on the database behind the store's back. */
  readonly sql: RunSql;
}

export async function openTestStore(options: Partial<StoreOptions> = {}): Promise<TestStore> {
  const dataDirectory = options.dataDirectory ?? temporaryFolder();
  const postgres = onPostgres ? await import('../postgres/new-database.ts') : undefined;
  const url = await postgres?.newMigratedDatabase();
  const open = async () => {
    // Most tests cross the quota of a team, since that of a plan is thousands of PDFs.
    const shared = { welcomePack: 'always' as const, ...options, dataDirectory };
    // The tests look at the files.
    const documents = options.documents ?? {
      kind: 'folder',
      path: join(dataDirectory, 'documents'),
    };
    const store = await (url === undefined
      ? openStore(shared)
      : openPostgresStore({
          ...shared,
          documents,
          url,
          prepare: postgres?.prepare,
        }));
    onTestFinished(() => store.close());
    return store;
  };
  const store = await open();
  let teams = 0;
  return {
    ...store,
    dataDirectory,
    again: open,
    sql: runSql(url ?? join(dataDirectory, 'database.sqlite')),
    async team({ name, plan = 'basic', ...others } = {}) {
      teams += 1;
      return await store.teams.create({ name: name ?? `team ${teams}`, plan, ...others });
    },
  };
}

/** `database`: the address of one on PostgreSQL, or a file of SQLite. */
export const runSql =
  (database: string): RunSql =>
  async (text, ...values) =>
    /^postgres(?:ql)?:/.test(database)
      ? await runOnPostgres(database, text, values)
      : runOnSqlite(database, text, values);

function runOnSqlite(file: string, text: string, values: readonly unknown[]): readonly Row[] {
  const sqlite = new Sqlite(file);
  try {
    if (/^SELECT/.test(text)) return sqlite.prepare(text).all(...values) as Row[];
    if (values.length > 0) sqlite.prepare(text).run(...values);
    else sqlite.exec(text);
    return [];
  } finally {
    sqlite.close();
  }
}

async function runOnPostgres(url: string, text: string, values: readonly unknown[]): Promise<readonly Row[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    let count = 0;
    const numbered = text.replaceAll('?', () => `$${++count}`);
    return (await client.query(numbered, values.length > 0 ? [...values] : undefined)).rows ?? [];
  } finally {
    await client.end();
  }
}

/** Registers a request that has the key for itself. */
export async function claimKey({ idempotency }: Store, request: IdempotentRequest): Promise<KeyClaim> {
  const state = await idempotency.begin(request);
  if (state.kind !== 'new') throw new Error(`The key is ${state.kind}.`);
  return state.claim;
}

/** Holds and posts in one call. Throws if quota and credits are used up. */
export async function charge({ ledger }: Store, teamId: number, amount: number, at: Date) {
  const held = await ledger.hold({ teamId, amount, at });
  if (held.kind !== 'held') throw new Error(held.kind);
  return await ledger.settle(held.hold, { at });
}
