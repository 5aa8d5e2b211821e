/** Copies a table in batches and hashes its rows in the order of their key. */
import { createHash, type Hash } from 'node:crypto';
import { Failure } from '#contract/errors';
import { all, run, type SqlValue, type Work } from '../database/statement.ts';
import type { SourceTransaction } from './move-end.ts';
import type { MovedTable } from './moved-tables.ts';

export interface TableDigest {
  readonly rows: number;
  /** In hexadecimal, over all rows; equal on every engine. */
  readonly sha256: string;
}

type MovedRow = Readonly<Record<string, SqlValue>>;

/**
 * Reads a table from its first row to its last and returns its digest. `onRows` gets each batch, which is no longer
 * used afterwards.
 */
export async function readTable(
  { drive }: Pick<SourceTransaction, 'drive'>,
  table: MovedTable,
  onRows: (rows: readonly MovedRow[]) => Promise<void>,
): Promise<TableDigest> {
  const hash = createHash('sha256');
  let count = 0;
  let last: MovedRow | undefined;
  for (;;) {
    const after = last;
    const rows = await drive(() => rowsAfter(table, after));
    for (const row of rows) digestRow(hash, table, row);
    if (rows.length > 0) await onRows(rows);
    count += rows.length;
    last = rows.at(-1);
    if (rows.length < table.batch) return { rows: count, sha256: hash.digest('hex') };
  }
}

/** Throws `move_failed` if the target does not take a value, such as a text with a NUL. */
export async function writeRows(
  { drive }: Pick<SourceTransaction, 'drive'>,
  { name, columns }: MovedTable,
  rows: readonly MovedRow[],
): Promise<void> {
  const row = `(${columns.map(() => '?').join(', ')})`;
  const sql = `INSERT INTO ${name} (${columns.join(', ')}) VALUES ${rows.map(() => row).join(', ')}`;
  const values = rows.flatMap((each) => columns.map((column) => each[column] ?? null));
  try {
    await drive(() => run(sql, ...values));
  } catch (error) {
    if (!isAboutRows(error)) throw error;
    const reason = error.message.replace(/\.$/, '');
    throw new Failure('move_failed', `The target does not take the rows of ${name}: ${reason}.`, {
      cause: error,
    });
  }
}

/** A page by the key, instead of by a number of rows to skip, which would read them all again each time. */
function* rowsAfter({ name, key, columns, batch }: MovedTable, last: MovedRow | undefined): Work<MovedRow[]> {
  const keys = key.join(', ');
  const selected = `SELECT ${columns.join(', ')} FROM ${name}`;
  const paged = `ORDER BY ${keys} LIMIT ?`;
  if (!last) return yield* all<MovedRow>(`${selected} ${paged}`, batch);
  const after = key.map((column) => last[column] ?? null);
  const places = key.map(() => '?').join(', ');
  return yield* all<MovedRow>(`${selected} WHERE (${keys}) > (${places}) ${paged}`, ...after, batch);
}

/** Each value with its type and its length, so that no two rows give the same bytes. */
function digestRow(hash: Hash, { columns }: MovedTable, row: MovedRow): void {
  for (const column of columns) {
    const value = row[column] ?? null;
    const type =
      value === null
        ? 'null'
        : typeof value === 'object'
          ? 'bytes'
          : typeof value === 'number'
            ? 'number'
            : 'text';
    const bytes = value === null ? '' : typeof value === 'number' ? String(value) : value;
    hash.update(`${type} ${Buffer.byteLength(bytes)}\n`);
    hash.update(bytes);
  }
}

/**
 * Data that no engine stores (`statement.ts`), that this one cannot store, or that violates a constraint: SQLSTATE classes
 * 22 and 23, and SQLite's.
 */
const isAboutRows = (error: unknown): error is Error =>
  error instanceof Error &&
  /^invalid_request$|^(?:22|23).{3}$|^SQLITE_CONSTRAINT/.test(String((error as { code?: unknown }).code));
