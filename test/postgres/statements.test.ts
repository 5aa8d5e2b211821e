/** Both engines accept every statement of the store, whether or not a test runs it. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { Client } from 'pg';
import { afterAll, expect, it } from 'vitest';
import { numberedQuery } from '../../src/store/database/postgres/numbered-query.ts';
import { openPostgresStore } from '../../src/store/open-postgres-store.ts';
import { openStore } from '../../src/store/store.ts';
import { newDatabase } from '../support/postgres/new-database.ts';
import { statementTexts, textsOf } from '../support/store/statement-texts.ts';

const texts = statementTexts(join(import.meta.dirname, '../../src/store'));

const dataDirectory = mkdtempSync(join(tmpdir(), 'pdfapi-statements-'));
await (await openStore({ dataDirectory })).close();
const sqlite = new Sqlite(join(dataDirectory, 'database.sqlite'));
sqlite.function('now_ms', () => 0);
afterAll(() => {
  sqlite.close();
  rmSync(dataDirectory, { recursive: true, force: true });
});

const url = await newDatabase(afterAll);
await (await openPostgresStore({ url })).close();
const client = new Client({ connectionString: url });
await client.connect();
afterAll(() => client.end());

function sqliteError(sql: string): string | undefined {
  try {
    sqlite.prepare(sql);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

async function postgresError(sql: string): Promise<string | undefined> {
  // The one parameter that PostgreSQL knows to be bytes only by its value.
  const values = sql.includes('substr(tokens.hash') ? [new Uint8Array()] : [];
  try {
    await client.query(`PREPARE checked AS ${numberedQuery(sql, values).text}`);
    await client.query('DEALLOCATE checked');
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

it('prepares every statement of the store on SQLite and on PostgreSQL', async () => {
  const refused: string[] = [];
  for (const { place, sql } of texts) {
    const errors = { SQLite: sqliteError(sql), PostgreSQL: await postgresError(sql) };
    for (const [engine, error] of Object.entries(errors)) {
      if (error !== undefined) refused.push(`${place}: ${engine}: ${error}: ${sql}`);
    }
  }
  expect(refused).toEqual([]);
  expect(new Set(texts.map(({ sql }) => sql)).size).toBeGreaterThan(130);
});

it.each([
  ['INSERT OR IGNORE INTO teams (name) VALUES (?)', 'PostgreSQL'],
  ['SELECT name FROM teams WHERE id = ? COLLATE NOCASE', 'PostgreSQL'],
  ['SELECT id FROM teams ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED', 'SQLite'],
  ['SELECT id FROM teams WHERE now() IS NOT NULL', 'SQLite'],
  ['SELECT id FROM teams WHERE missing = ?', 'both'],
])('finds that %s is not for both engines', async (sql, engine) => {
  expect(sqliteError(sql) !== undefined).toBe(engine !== 'PostgreSQL');
  expect((await postgresError(sql)) !== undefined).toBe(engine !== 'SQLite');
});

it('resolves what a statement is composed of, and rejects what it cannot', () => {
  const found = textsOf(
    'some.ts',
    `const of = 'team_id = ?';
     const select = \`SELECT 1 FROM teams WHERE \${of}\`;
     const sum = (column: string) => \`(SELECT sum(\${column}) FROM entries)\`;
     all(\`\${select} AND id IN (\${ids.map(() => '?').join(', ')})\`);
     get(\`SELECT \${sum('amount')} AS sum\`);`,
  );
  expect(found.map(({ sql }) => sql)).toEqual([
    'SELECT 1 FROM teams WHERE team_id = ?',
    'SELECT 1 FROM teams WHERE team_id = ? AND id IN (?, ?)',
    'SELECT (SELECT sum(amount) FROM entries) AS sum',
  ]);
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the source of a module.
  expect(() => textsOf('some.ts', 'all(`SELECT ${given} FROM teams`)')).toThrow(
    'the value of given is not known',
  );
});
