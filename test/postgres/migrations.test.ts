/** Nodes that start at the same time migrate a database once. */
import { Client } from 'pg';
import { describe, expect, it, onTestFinished } from 'vitest';
import { migratePostgres } from '../../src/store/database/postgres/migrate-postgres.ts';
import { PostgresDatabase } from '../../src/store/database/postgres/postgres-database.ts';
import { openPostgresStore } from '../../src/store/open-postgres-store.ts';
import { hasPostgres, newDatabase } from '../support/postgres/new-database.ts';

const now = new Date('2026-03-10T12:00:00Z');

describe.skipIf(!hasPostgres)('the schema on PostgreSQL', () => {
  it('is made once by eight nodes that start together', async () => {
    const url = await newDatabase();
    const open = () => openPostgresStore({ url, connections: 1 });
    const nodes = await Promise.all(Array.from({ length: 8 }, open));
    const { id } = await (nodes[0] ?? (await open())).teams.create({ name: 'team', plan: 'pro' });
    for (const node of nodes) {
      expect((await node.teams.get('TEAM')).id).toBe(id);
      await node.close();
    }
  });

  it('is not used by a program that is too old for it', async () => {
    const url = await newDatabase();
    const client = new Client({ connectionString: url });
    await client.connect();
    onTestFinished(() => client.end());
    await (await openPostgresStore({ url })).close();
    await client.query("INSERT INTO migrations VALUES (99, '9.9.0', 0)");
    await expect(openPostgresStore({ url })).rejects.toMatchObject({
      code: 'database_newer',
      hint: 'Install pdfapi 9.9.0 or newer.',
    });
  });

  it('keeps nothing of a migration that fails', async () => {
    const url = await newDatabase();
    const database = new PostgresDatabase({ url });
    onTestFinished(() => database.close());
    const good = { version: 1, since: '0.1.0', sql: 'CREATE TABLE a (x BIGINT)' };
    const bad = { version: 2, since: '0.2.0', sql: 'CREATE TABLE b (x BIGINT); SELECT 1 / 0' };
    await expect(migratePostgres(database, [good, bad], now)).rejects.toThrow('division by zero');
    const better = { ...bad, sql: 'CREATE TABLE b (x BIGINT)' };
    await migratePostgres(database, [good, better], now);
    await migratePostgres(database, [good, better], now);
  });

  it('names a server that cannot be reached, without the password', async () => {
    const url = 'postgres://user:secret@127.0.0.1:1/nowhere';
    const failure = await openPostgresStore({ url }).catch((error) => error);
    expect(failure).toMatchObject({ code: 'database_failed' });
    expect(failure.message).toContain('postgres://127.0.0.1:1/nowhere');
    expect(failure.message).not.toContain('secret');
  });
});
