/**
 * One synchronous connection to the database file, with transactions and a cache of prepared statements by their SQL.
 */
import Sqlite from 'better-sqlite3';
import { databaseFailure } from './database-failure.ts';
import type { SqlValue } from './statement.ts';

/** How long to wait while another process holds the write lock, in milliseconds. After that the call fails. */
const busyTimeout = 5_000;

const pragmas = [
  'foreign_keys = ON',
  'journal_mode = WAL',
  // With NORMAL, a commit does not fsync: a power cut would forget PDFs that were already charged and delivered.
  'synchronous = FULL',
  // In bytes. A long backup makes the log grow; this returns the space afterwards.
  'journal_size_limit = 67108864',
] as const;

export class DatabaseConnection {
  /** The name of the file in error messages. */
  readonly name: string;
  readonly #sqlite: Sqlite.Database;
  readonly #statements = new Map<string, Sqlite.Statement<SqlValue[]>>();

  /** The file must exist. Throws `database_corrupt` and `database_failed`. */
  constructor(file: string, name = file) {
    this.name = name;
    try {
      this.#sqlite = new Sqlite(file, { fileMustExist: true, timeout: busyTimeout });
    } catch (error) {
      throw databaseFailure(error, name);
    }
    try {
      for (const pragma of pragmas) this.pragma(pragma);
      // The clock of leases, as in PostgreSQL.
      this.#sqlite.function('now_ms', { deterministic: false }, () => Date.now());
    } catch (error) {
      this.#sqlite.close();
      throw error;
    }
  }

  get<Row>(sql: string, ...values: SqlValue[]): Row | undefined {
    return this.#guard(() => this.#prepare(sql).get(...values)) as Row | undefined;
  }

  all<Row>(sql: string, ...values: SqlValue[]): Row[] {
    return this.#guard(() => this.#prepare(sql).all(...values)) as Row[];
  }

  /** Returns the number of changed rows. */
  run(sql: string, ...values: SqlValue[]): number {
    return this.#guard(() => this.#prepare(sql).run(...values)).changes;
  }

  /** Runs several statements without parameters. */
  script(sql: string): void {
    this.#guard(() => this.#sqlite.exec(sql));
  }

  pragma<Value>(name: string): Value {
    return this.#guard(() => this.#sqlite.pragma(name, { simple: true })) as Value;
  }

  /** Runs `work` on a consistent snapshot of the database. */
  read<Result>(work: () => Result): Result {
    return this.#transaction('BEGIN', work);
  }

  /**
   * Runs `work` as a whole or not at all; the result is on disk on return. It takes the write lock before it starts, so
   * a busy database never makes it fail halfway.
   */
  write<Result>(work: () => Result): Result {
    return this.#transaction('BEGIN IMMEDIATE', work);
  }

  /**
   * Like `write`, but does not wait for the disk. For rows that a power cut may lose, though it never leaves them
   * half-written.
   */
  writeForgettable<Result>(work: () => Result): Result {
    if (this.#sqlite.inTransaction) return work();
    // As scripts: the package's `pragma` takes 9 µs for what takes 1.
    this.script('PRAGMA synchronous = NORMAL');
    try {
      return this.write(work);
    } finally {
      this.script('PRAGMA synchronous = FULL');
    }
  }

  /** Copies a consistent snapshot of the database, a few pages at a time, while other connections write to it. */
  async copyTo(file: string): Promise<void> {
    const source = new DatabaseConnection(this.#sqlite.name, this.name);
    try {
      // SQLite restarts a copy whenever another connection writes, so under load it would never finish. A read
      // transaction on the copying connection pins the snapshot; it begins with the first query.
      source.run('BEGIN');
      source.get('SELECT 1 FROM sqlite_schema');
      await source.#sqlite.backup(file);
    } catch (error) {
      throw databaseFailure(error, file);
    } finally {
      source.close();
    }
  }

  get isInTransaction(): boolean {
    return this.#sqlite.inTransaction;
  }

  close(): void {
    this.#statements.clear();
    this.#sqlite.close();
  }

  #transaction<Result>(begin: string, work: () => Result): Result {
    // A nested transaction is part of the outer one.
    if (this.#sqlite.inTransaction) return work();
    this.run(begin);
    try {
      const result = work();
      this.run('COMMIT');
      return result;
    } catch (error) {
      // On a full disk, SQLite has already rolled back.
      if (this.#sqlite.inTransaction) this.run('ROLLBACK');
      throw error;
    }
  }

  #prepare(sql: string): Sqlite.Statement<SqlValue[]> {
    const known = this.#statements.get(sql);
    if (known) return known;
    const statement = this.#sqlite.prepare<SqlValue[]>(sql);
    this.#statements.set(sql, statement);
    return statement;
  }

  #guard<Result>(work: () => Result): Result {
    try {
      return work();
    } catch (error) {
      throw databaseFailure(error, this.name);
    }
  }
}
