/** Why a decision over a team locks it in one statement and reads in a later one. */
import { Client } from 'pg';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openPostgresStore } from '../../src/store/open-postgres-store.ts';
import { hasPostgres, newDatabase, prepare } from '../support/postgres/new-database.ts';

async function connected(url: string): Promise<Client> {
  const client = new Client({ connectionString: url });
  await client.connect();
  onTestFinished(() => client.end());
  return client;
}

/** Adds a PDF if fewer than one is there, by locking the team and counting at once. */
const atOnce = `
  WITH locked AS (SELECT team_id FROM credits WHERE team_id = 1 FOR NO KEY UPDATE)
  INSERT INTO admitted SELECT team_id FROM locked WHERE (SELECT count(*) FROM admitted) < 1`;

describe.skipIf(!hasPostgres)('two transactions that want the last PDF', () => {
  it.each([
    ['both get it if the lock and the count are one statement', [atOnce], 2],
    [
      'one gets it if the count is a later statement',
      [
        'SELECT 1 FROM credits WHERE team_id = 1 FOR NO KEY UPDATE',
        'INSERT INTO admitted SELECT 1 WHERE (SELECT count(*) FROM admitted) < 1',
      ],
      1,
    ],
  ])('%s', async (_, statements, admitted) => {
    const url = await newDatabase();
    const [one, two] = [await connected(url), await connected(url)];
    await one.query('CREATE TABLE credits (team_id BIGINT PRIMARY KEY); INSERT INTO credits VALUES (1)');
    await one.query('CREATE TABLE admitted (team_id BIGINT)');
    await one.query('BEGIN');
    for (const statement of statements) await one.query(statement);
    const second = (async () => {
      await two.query('BEGIN');
      for (const statement of statements) await two.query(statement);
      await two.query('COMMIT');
    })();
    // The second waits for the lock of the first.
    const waiting =
      "SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()";
    while ((await one.query(waiting)).rowCount === 0);
    await one.query('COMMIT');
    await second;
    expect((await one.query('SELECT 1 FROM admitted')).rowCount).toBe(admitted);
  });

  it('waits at most two seconds for a node that stands still within a transaction', async () => {
    const url = await newDatabase();
    const store = await openPostgresStore({ prepare, url });
    onTestFinished(() => store.close());
    const { id: teamId } = await store.teams.create({ name: 'team', plan: 'pro' });
    const still = await connected(url);
    still.on('error', () => {});
    await still.query("BEGIN; SET LOCAL idle_in_transaction_session_timeout = '2s'");
    await still.query('SELECT 1 FROM credits WHERE team_id = $1 FOR NO KEY UPDATE', [teamId]);
    expect((await store.ledger.hold({ teamId, amount: 1, at: new Date() })).kind).toBe('held');
  });
});
