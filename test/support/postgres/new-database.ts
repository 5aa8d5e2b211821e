/** Makes an empty database for a test. */
import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { inject, onTestFinished } from 'vitest';

/** The administrator's address, empty where there is no PostgreSQL. */
const administrator = inject('postgres');

export const hasPostgres = administrator !== '';

/** False for a PgBouncer before 1.21, which cannot have prepared statements: see `PostgresOptions.prepare`. */
export const prepare = process.env.PDFAPI_TEST_DATABASE_PREPARE !== '0';

/**
 * Returns its address. It is removed with all connections to it: after the test, unless `atEnd` says otherwise. `settings`
 * are those of CREATE DATABASE.
 */
export async function newDatabase(
  atEnd: (remove: () => Promise<void>) => void = onTestFinished,
  settings = '',
): Promise<string> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  await administer(`CREATE DATABASE ${name} ${settings}`);
  atEnd(() => administer(`DROP DATABASE ${name} WITH (FORCE)`));
  const url = new URL(administrator);
  url.pathname = `/${name}`;
  return url.href;
}

async function administer(sql: string): Promise<void> {
  const client = new Client({ connectionString: administrator });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
