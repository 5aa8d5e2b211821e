/** Makes a database for a test. */
import { randomBytes } from 'node:crypto';
import { inject, onTestFinished } from 'vitest';
import { runSql } from './start-postgres.ts';

/** The administrator's address, empty where there is no PostgreSQL. */
const administrator = inject('postgres');

export const hasPostgres = administrator !== '';

/** False for a PgBouncer before 1.21, which cannot have prepared statements: see `PostgresOptions.prepare`. */
export const prepare = process.env.PDFAPI_TEST_DATABASE_PREPARE !== '0';

/**
 * Returns the address of an empty one. It is removed with all connections to it: after the test, unless `atEnd` says
 * otherwise. `settings` are those of CREATE DATABASE.
 */
export async function newDatabase(
  atEnd: (remove: () => Promise<void>) => void = onTestFinished,
  settings = '',
): Promise<string> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  await runSql(administrator, `CREATE DATABASE ${name} ${settings}`);
  atEnd(() => runSql(administrator, `DROP DATABASE ${name} WITH (FORCE)`));
  const url = new URL(administrator);
  url.pathname = `/${name}`;
  return url.href;
}

/** The same with the newest schema. */
export const newMigratedDatabase = (atEnd?: (remove: () => Promise<void>) => void): Promise<string> =>
  newDatabase(atEnd, `TEMPLATE ${inject('migratedDatabase')}`);
