/** Nodes that start at the same time migrate a database once. */
import { Client } from 'pg';
import { describe, expect, it, onTestFinished } from 'vitest';
import { checkPostgresSchema, migratePostgres } from '../../src/store/database/postgres/migrate-postgres.ts';
import { PostgresDatabase } from '../../src/store/database/postgres-database.ts';
import { openPostgresStore } from '../../src/store/open-postgres-store.ts';
import { hasPostgres, newDatabase, prepare } from '../support/postgres/new-database.ts';

function openDatabase(url: string): PostgresDatabase {
  const database = new PostgresDatabase({ prepare, url });
  onTestFinished(() => database.close());
  return database;
}

const now = new Date('2026-03-10T12:00:00Z');

describe.skipIf(!hasPostgres)('the schema on PostgreSQL', () => {
  it('is made once by eight nodes that start together', async () => {
    const url = await newDatabase();
    const open = () => openPostgresStore({ prepare, url, connections: 1 });
    const nodes = await Promise.all(Array.from({ length: 8 }, open));
    const { id } = await (nodes[0] ?? (await open())).teams.create({ name: 'team', plan: 'pro' });
    for (const node of nodes) {
      expect((await node.teams.get('TEAM')).id).toBe(id);
      await node.close();
    }
  });

  it('keeps the bytes of documents uncompressed, so that a range can be read without the rest', async () => {
    const url = await newDatabase();
    await (await openPostgresStore({ prepare, url })).close();
    const client = new Client({ connectionString: url });
    await client.connect();
    onTestFinished(() => client.end());
    const { rows } = await client.query(
      "SELECT attstorage FROM pg_attribute WHERE attrelid = 'document_bytes'::regclass AND attname = 'bytes'",
    );
    // External: out of line, not compressed.
    expect(rows).toEqual([{ attstorage: 'e' }]);
  });

  it('is not used by a program that is too old for it', async () => {
    const url = await newDatabase();
    const client = new Client({ connectionString: url });
    await client.connect();
    onTestFinished(() => client.end());
    await (await openPostgresStore({ prepare, url })).close();
    await client.query("INSERT INTO migrations (version, since, applied_at) VALUES (99, '9.9.0', 0)");
    await expect(openPostgresStore({ prepare, url })).rejects.toMatchObject({
      code: 'database_newer',
      hint: 'Install pdfapi 9.9.0 or newer.',
    });
  });

  it('applies each migration once when eight nodes start together', async () => {
    const url = await newDatabase();
    const migrations = [1, 2, 3].map((version) => ({
      version,
      since: `0.${version}.0`,
      sql: `CREATE TABLE t${version} (x BIGINT); SELECT pg_sleep(0.05)`,
    }));
    const migrated = await Promise.all(
      Array.from({ length: 8 }, async () => await migratePostgres(openDatabase(url), migrations, now)),
    );
    expect(migrated.every(({ to }) => to === 3)).toBe(true);
    expect(migrated.filter(({ from }) => from === 0)).not.toEqual([]);
    expect(await migratePostgres(openDatabase(url), migrations, now)).toEqual({ from: 3, to: 3 });
  });

  it('is used by an older program if all newer migrations allow it', async () => {
    const database = openDatabase(await newDatabase());
    const one = { version: 1, since: '0.1.0', sql: 'CREATE TABLE a (x BIGINT)' };
    const lenient = { version: 2, since: '0.2.0', needs: 1, sql: 'CREATE TABLE b (x BIGINT)' };
    const strict = { version: 3, since: '0.3.0', sql: 'DROP TABLE a' };
    await migratePostgres(database, [one, lenient], now);
    expect(await migratePostgres(database, [one], now)).toEqual({ from: 2, to: 2 });
    await checkPostgresSchema(database, [one]);
    await migratePostgres(database, [one, lenient, strict], now);
    await expect(migratePostgres(database, [one], now)).rejects.toMatchObject({
      code: 'database_newer',
      hint: 'Install pdfapi 0.3.0 or newer.',
    });
  });

  it('is not migrated by a program that was not to', async () => {
    const url = await newDatabase();
    const older = { code: 'database_older', hint: 'To migrate it: pdfapi admin migrate' };
    await expect(openPostgresStore({ prepare, url, migrate: false })).rejects.toMatchObject(older);
    await (await openPostgresStore({ prepare, url })).close();
    await (await openPostgresStore({ prepare, url, migrate: false })).close();
  });

  it('keeps nothing of a migration that fails', async () => {
    const url = await newDatabase();
    const database = openDatabase(url);
    const good = { version: 1, since: '0.1.0', sql: 'CREATE TABLE a (x BIGINT)' };
    const bad = { version: 2, since: '0.2.0', sql: 'CREATE TABLE b (x BIGINT); SELECT 1 / 0' };
    await expect(migratePostgres(database, [good, bad], now)).rejects.toThrow('division by zero');
    const better = { ...bad, sql: 'CREATE TABLE b (x BIGINT)' };
    await migratePostgres(database, [good, better], now);
    await migratePostgres(database, [good, better], now);
  });

  it('names a server that cannot be reached, without the password', async () => {
    const url = 'postgres://user:secret@127.0.0.1:1/nowhere';
    const failure = await openPostgresStore({ prepare, url }).catch((error) => error);
    expect(failure).toMatchObject({ code: 'database_failed' });
    expect(failure.message).toContain('postgres://127.0.0.1:1/nowhere');
    expect(failure.message).not.toContain('secret');
  });
});
