/**
 * The statements that a transaction consists of, one after the other, and nothing else. An operation of the store is a
 * generator of them, so that one text of each rule runs on every engine: SQLite runs it to its end within one turn of
 * the event loop, PostgreSQL awaits each statement. It cannot contain anything else that takes time, and it can be run
 * again from its start.
 *
 * ```ts
 * function* rename(id: number, name: string): Work<string> {
 *   const row = yield* get<{ name: string }>('SELECT name FROM teams WHERE id = ?', id);
 *   yield* run('UPDATE teams SET name = ? WHERE id = ?', name, id);
 *   return row?.name ?? '';
 * }
 * const before = await database.write(() => rename(1, 'Acme'));
 * ```
 */

import { Failure } from '#contract/errors';

export type SqlValue = string | number | null | Uint8Array;

/** SQL that every engine understands, with `?` for each value. */
interface Query {
  readonly kind: 'get' | 'all' | 'run';
  readonly sql: string;
  readonly values: readonly SqlValue[];
}

/** See `lockTeam`. */
interface TeamLock {
  readonly kind: 'lock';
  readonly teamId: number;
}

export type Statement = Query | TeamLock;

/** The engine sends each statement's result back into the generator, or throws its error there. */
export type Work<Result> = Generator<Statement, Result, never>;

function query(kind: Query['kind'], sql: string, values: readonly SqlValue[]): Query {
  for (const value of values) if (typeof value === 'string') assertStorable(value);
  return { kind, sql, values };
}

/**
 * Every field has a rule of its own. This one makes all engines refuse what one of them cannot store or return as it was:
 * PostgreSQL has no U+0000, and the drivers write U+FFFD in place of half a surrogate pair. Throws `invalid_request`.
 */
function assertStorable(text: string): void {
  if (!text.includes('\0') && text.isWellFormed()) return;
  const reason = text.includes('\0') ? 'U+0000' : 'half a surrogate pair';
  throw new Failure(
    'invalid_request',
    `The text ${JSON.stringify(text.slice(0, 100))} cannot be stored, because it contains ${reason}.`,
  );
}

/** Returns the first row. */
export function* get<Row>(sql: string, ...values: SqlValue[]): Work<Row | undefined> {
  return yield query('get', sql, values);
}

/** Returns all rows. */
export function* all<Row>(sql: string, ...values: SqlValue[]): Work<Row[]> {
  return yield query('all', sql, values);
}

/** Returns the number of changed rows. */
export function* run(sql: string, ...values: SqlValue[]): Work<number> {
  return yield query('run', sql, values);
}

/** Adds a row with an `INSERT … RETURNING id`, and returns its id. */
export function* insert(sql: string, ...values: SqlValue[]): Work<number> {
  const row: { readonly id: number } = yield query('get', sql, values);
  return row.id;
}

/**
 * Makes every other transaction that locks this team wait until this one ends. Whatever decides by sums over a team's
 * rows locks it first and reads in a later statement: a statement sees what was committed when it began, so one that
 * locks and sums at once sums the past. In SQLite, which has one writer at a time, it does nothing.
 */
export function* lockTeam(teamId: number): Work<void> {
  yield { kind: 'lock', teamId };
}
