/** Moves a store between a data directory and PostgreSQL, and stops moves that would lose something. */
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { Client } from 'pg';
import { describe, expect, it, onTestFinished } from 'vitest';
import { Failure } from '../../src/contract/errors.ts';
import { moveStore } from '../../src/store/move/move-store.ts';
import { movedTables, unmovedTables } from '../../src/store/move/moved-tables.ts';
import { openPostgresStore } from '../../src/store/open-postgres-store.ts';
import { openStore, type Store } from '../../src/store/store.ts';
import { temporaryFolder } from '../support/cli/temporary-folder.ts';
import { hasPostgres, newDatabase } from '../support/postgres/new-database.ts';
import { addCharges, generateHistory, type History } from '../support/store/generate-history.ts';

const now = new Date('2026-05-10T12:00:00Z');

/** A data directory with a history, whose server has ended. */
async function filledFolder(): Promise<History & { readonly path: string }> {
  const path = temporaryFolder();
  const store = await openStore({ dataDirectory: path });
  const history = await generateHistory(store);
  await store.close();
  return { ...history, path };
}

async function newPostgres() {
  return { kind: 'postgres', url: await newDatabase() } as const;
}

const folder = (path: string) => ({ kind: 'folder', path }) as const;

async function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

function alter(path: string, sql: string): void {
  const sqlite = new Sqlite(join(path, 'database.sqlite'));
  sqlite.exec(sql);
  sqlite.close();
}

/** Everything in a database, as a dry run to an empty folder digests it. */
async function digests(path: string) {
  const to = folder(join(temporaryFolder(), 'copy'));
  return (await moveStore({ from: folder(path), to, now, dryRun: true })).tables;
}

async function expectWorking(store: Store, { teamId, token, documents }: History): Promise<void> {
  expect(await store.tokens.authenticate(token, now)).toMatchObject({ team: { id: teamId, name: 'Acme' } });
  expect(await store.ledger.verify()).toEqual([]);
  expect((await store.documents.read(documents[0] ?? '')).length).toBeGreaterThan(20);
  // Ids go on where they were.
  const before = (await store.teams.list()).at(-1)?.id ?? 0;
  expect((await store.teams.create({ name: `after ${before}`, plan: 'pro' })).id).toBe(before + 1);
  expect(Number((await store.rotateSigningKey())[0].id)).toBeGreaterThan(3);
  const held = await store.ledger.hold({ teamId: before + 1, amount: 1, at: now });
  if (held.kind === 'held') await store.ledger.settle(held.hold, { at: now });
  expect(await store.ledger.verify()).toEqual([]);
}

describe.skipIf(!hasPostgres)('a move', () => {
  it('to PostgreSQL and back keeps every row, every document and every id', async () => {
    const { path, ...history } = await filledFolder();
    addCharges(path, history.teamId, 700);
    const before = await digests(path);
    const to = await newPostgres();
    const there = await moveStore({ from: folder(path), to, now });
    expect(there.tables).toEqual(before);
    expect(there).toMatchObject({ voided: 0, documents: { copied: 3, missing: 0 } });
    expect(there.to).not.toContain('@');
    expect(existsSync(join(path, 'database.sqlite'))).toBe(false);
    expect(there.kept).toBe(join(path, 'database.moved.2026-05-10T12-00-00-000Z.sqlite'));
    expect(existsSync(there.kept ?? '')).toBe(true);

    const back = join(temporaryFolder(), 'new');
    const returned = await moveStore({ from: to, to: folder(back), now });
    expect(returned.tables).toEqual(before);
    expect(returned).toMatchObject({ kept: null, documents: { copied: 3, missing: 0 } });
    expect(readdirSync(back).sort()).toEqual(['database.sqlite', 'documents', 'owner.lock']);
    expect(await digests(back)).toEqual(before);

    const store = await openStore({ dataDirectory: back });
    onTestFinished(() => store.close());
    await expectWorking(store, history);
    const other = await openPostgresStore({ ...to, migrate: false });
    onTestFinished(() => other.close());
    await expectWorking(other, history);
  });

  it('gives no new row the id of a row that was deleted', async () => {
    const { path } = await filledFolder();
    alter(path, 'DELETE FROM signing_keys');
    const to = await newPostgres();
    await moveStore({ from: folder(path), to, now });
    const [row] = await query(
      to.url,
      'INSERT INTO signing_keys (secret, created_at) VALUES (sha256($$a$$), 0) RETURNING id',
    );
    expect(row).toEqual({ id: '4' });
    await query(to.url, 'DELETE FROM signing_keys');
    const back = join(temporaryFolder(), 'new');
    await moveStore({ from: to, to: folder(back), now });
    const store = await openStore({ dataDirectory: back });
    onTestFinished(() => store.close());
    expect((await store.signingKeys())[0].id).toBe('5');
  });

  it('voids the holds and releases the keys of requests that ended with their server', async () => {
    const { path, teamId } = await filledFolder();
    const store = await openStore({ dataDirectory: path });
    await store.ledger.hold({ teamId, amount: 7, at: now });
    await store.idempotency.begin({ teamId, key: 'running', requestHash: 'h', at: now });
    await store.close();
    const to = await newPostgres();
    const rehearsed = await moveStore({ from: folder(path), to, now, dryRun: true });
    expect(rehearsed.voided).toBe(1);
    expect(await moveStore({ from: folder(path), to, now })).toMatchObject({ voided: 1 });
    const other = await openPostgresStore(to);
    onTestFinished(() => other.close());
    expect((await other.ledger.summary(teamId, now)).current).toBe(0);
    expect((await other.idempotency.begin({ teamId, key: 'running', requestHash: 'h', at: now })).kind).toBe(
      'new',
    );
  });

  it('leaves nothing behind after a dry run', async () => {
    const { path } = await filledFolder();
    const to = await newPostgres();
    await moveStore({ from: folder(path), to, now, dryRun: true });
    expect(
      await query(
        to.url,
        "SELECT relname FROM pg_class JOIN pg_namespace n ON n.oid = relnamespace WHERE n.nspname = 'public'",
      ),
    ).toEqual([]);
    const target = join(temporaryFolder(), 'new');
    await moveStore({ from: folder(path), to: folder(target), now, dryRun: true });
    expect(existsSync(target)).toBe(false);
    expect(readdirSync(path).sort()).toEqual(['database.sqlite', 'documents', 'owner.lock']);
  });

  it('goes on without the bytes of a document that is lost', async () => {
    const { path, documents } = await filledFolder();
    rmSync(join(path, 'documents', documents[1] ?? ''));
    const report = await moveStore({ from: folder(path), to: await newPostgres(), now });
    expect(report.documents).toEqual({ copied: 2, missing: 1 });
  });

  it('accepts a target whose schema is made already, and no other', async () => {
    const { path } = await filledFolder();
    const to = await newPostgres();
    await (await openPostgresStore(to)).close();
    await query(
      to.url,
      "INSERT INTO migrations (version, since, applied_at, needs) VALUES (99, '9.0.0', 0, 1)",
    );
    await expect(moveStore({ from: folder(path), to, now })).rejects.toMatchObject({
      code: 'database_newer',
    });
    await query(to.url, 'DELETE FROM migrations WHERE version = 99');
    await query(to.url, "INSERT INTO teams (name, plan, verified, created_at) VALUES ('a', 'pro', 1, 0)");
    await expect(moveStore({ from: folder(path), to, now })).rejects.toMatchObject({
      code: 'database_not_empty',
      message: expect.stringContaining('teams has rows'),
    });
    await query(to.url, 'DELETE FROM teams');
    await moveStore({ from: folder(path), to, now });
  });

  it('is not made from an older or a newer schema, nor to a folder with a database, nor to itself', async () => {
    const { path } = await filledFolder();
    const empty = await newPostgres();
    await expect(
      moveStore({ from: empty, to: folder(join(temporaryFolder(), 'x')), now }),
    ).rejects.toMatchObject({
      code: 'database_older',
      hint: 'To migrate it: pdfapi admin migrate',
    });
    const other = await filledFolder();
    await expect(moveStore({ from: folder(path), to: folder(other.path), now })).rejects.toMatchObject({
      code: 'database_not_empty',
    });
    await expect(moveStore({ from: folder(path), to: folder(path), now })).rejects.toMatchObject({
      code: 'usage',
    });
    await (await openPostgresStore(empty)).close();
    const alias = { ...empty, url: empty.url.replace('127.0.0.1', 'localhost') };
    await expect(moveStore({ from: empty, to: alias, now })).rejects.toMatchObject({ code: 'usage' });
    alter(
      path,
      "INSERT INTO migrations (version, since, applied_at, needs) VALUES (99, '9.0.0', 0, 1); PRAGMA user_version = 99",
    );
    await expect(moveStore({ from: folder(path), to: empty, now })).rejects.toMatchObject({
      code: 'database_newer',
    });
  });

  it('is not made while a server is connected to the database', async () => {
    const from = await newPostgres();
    const server = await openPostgresStore(from);
    onTestFinished(() => server.close());
    await server.teams.list();
    const to = join(temporaryFolder(), 'new');
    await expect(moveStore({ from, to: folder(to), now })).rejects.toMatchObject({
      code: 'database_in_use',
      message: expect.stringContaining('1 other connection'),
    });
    expect(existsSync(to)).toBe(false);
  });

  it('keeps nothing if the target does not take a row, and names its table', async () => {
    const { path } = await filledFolder();
    const before = await digests(path);
    alter(path, "UPDATE teams SET email = 'a' || char(0) WHERE id = 1");
    const to = await newPostgres();
    await expect(moveStore({ from: folder(path), to, now })).rejects.toMatchObject({
      code: 'move_failed',
      message: expect.stringContaining('rows of teams'),
    });
    alter(path, "UPDATE teams SET email = 'a@acme.example' WHERE id = 1");
    expect(await digests(path)).toEqual(before);
    await moveStore({ from: folder(path), to, now });
  });

  it('keeps nothing if the target changes a value, loses a row or adds one', async () => {
    const { path } = await filledFolder();
    const triggers = {
      'tokens is not equal': "UPDATE tokens SET name = 'x' WHERE id = NEW.id",
      'tokens has 1 rows': 'DELETE FROM tokens WHERE id = 2',
    };
    for (const [message, action] of Object.entries(triggers)) {
      const to = await newPostgres();
      await (await openPostgresStore(to)).close();
      await query(
        to.url,
        `CREATE FUNCTION f() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN ${action}; RETURN NULL; END $$;
         CREATE TRIGGER t AFTER INSERT ON tokens FOR EACH ROW EXECUTE FUNCTION f()`,
      );
      await expect(moveStore({ from: folder(path), to, now })).rejects.toMatchObject({
        code: 'move_failed',
        message: expect.stringContaining(message),
      });
      expect(await query(to.url, 'SELECT * FROM teams')).toEqual([]);
    }
    expect(existsSync(join(path, 'database.sqlite'))).toBe(true);
  });

  it('is not made from a ledger that contradicts itself', async () => {
    const { path } = await filledFolder();
    alter(path, 'UPDATE credits SET balance = balance - 1');
    await expect(moveStore({ from: folder(path), to: await newPostgres(), now })).rejects.toMatchObject({
      code: 'move_failed',
      message: expect.stringContaining('A balance is not the sum of its entries'),
    });
  });

  it('stops at its signal and leaves both ends as they were', async () => {
    const { path } = await filledFolder();
    const before = await digests(path);
    const to = await newPostgres();
    for (const step of ['copy', 'compare']) {
      const stop = new AbortController();
      const stopped = new Failure('interrupted', 'Stopped.');
      const onProgress = (progress: { step: string }) => progress.step === step && stop.abort(stopped);
      await expect(moveStore({ from: folder(path), to, now, signal: stop.signal, onProgress })).rejects.toBe(
        stopped,
      );
    }
    expect(await digests(path)).toEqual(before);
    await moveStore({ from: folder(path), to, now });
  });

  it('copies every table and every column of the schema on PostgreSQL', async () => {
    const { url } = await newPostgres();
    await (await openPostgresStore({ url })).close();
    const columns = await query(
      url,
      "SELECT table_name AS table, column_name AS column, is_identity FROM information_schema.columns WHERE table_schema = 'public'",
    );
    const byTable = Map.groupBy(columns, ({ table }) => table as string);
    expect([...byTable.keys()].sort()).toEqual(
      [...movedTables.map(({ name }) => name), ...unmovedTables].sort(),
    );
    for (const { name, columns: listed, hasSequence } of movedTables) {
      const found = byTable.get(name) ?? [];
      expect([name, ...listed].sort()).toEqual([name, ...found.map(({ column }) => column)].sort());
      expect([name, found.some((column) => column.is_identity === 'YES')]).toEqual([name, hasSequence]);
    }
  });
});
