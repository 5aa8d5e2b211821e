/** One connection to the database file: prepared statements by their text, and transactions. Synchronous. */
import Sqlite from 'better-sqlite3';
import { databaseFailure } from './database-failure.ts';

export type SqlValue = string | number | null | Uint8Array;

/** How long another process may hold the database for writing before we give up, in milliseconds. */
const busyTimeout = 5_000;

const pragmas = [
  'foreign_keys = ON',
  'journal_mode = WAL',
  // With NORMAL a commit does no fsync, and a power cut forgets PDFs that were charged and delivered.
  'synchronous = FULL',
  // Bytes: what a long backup made the log grow to is given back after it.
  'journal_size_limit = 67108864',
] as const;

export class Connection {
  /** What messages call the file. */
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

  /** The number of rows changed. */
  run(sql: string, ...values: SqlValue[]): number {
    return this.#guard(() => this.#prepare(sql).run(...values)).changes;
  }

  /** The id of the new row. */
  insert(sql: string, ...values: SqlValue[]): number {
    return Number(this.#guard(() => this.#prepare(sql).run(...values)).lastInsertRowid);
  }

  /** Several statements without parameters. */
  script(sql: string): void {
    this.#guard(() => this.#sqlite.exec(sql));
  }

  pragma<Value>(name: string): Value {
    return this.#guard(() => this.#sqlite.pragma(name, { simple: true })) as Value;
  }

  /** All that `work` reads is of one moment. */
  read<Result>(work: () => Result): Result {
    return this.#transaction('BEGIN', work);
  }

  /** All or nothing, and on disk when it returns. Waits for other writers first, so it never fails half-way. */
  write<Result>(work: () => Result): Result {
    return this.#transaction('BEGIN IMMEDIATE', work);
  }

  /** As `write`, without waiting for the disk: for what a power cut may forget, though never tear. */
  writeForgettable<Result>(work: () => Result): Result {
    if (this.#sqlite.inTransaction) return work();
    this.pragma('synchronous = NORMAL');
    try {
      return this.write(work);
    } finally {
      this.pragma('synchronous = FULL');
    }
  }

  /** Copies the database, some pages at a time, while others write to it. The copy is of one moment. */
  async copyTo(file: string): Promise<void> {
    const source = new Connection(this.#sqlite.name, this.name);
    try {
      // SQLite begins a copy again at each write of another connection, which under load is for ever, unless the
      // copying connection reads of one moment all the while. A transaction does so from its first query on.
      source.run('BEGIN');
      source.get('SELECT 1 FROM sqlite_schema');
      await source.#sqlite.backup(file);
    } catch (error) {
      throw databaseFailure(error, file);
    } finally {
      source.close();
    }
  }

  close(): void {
    this.#statements.clear();
    this.#sqlite.close();
  }

  #transaction<Result>(begin: string, work: () => Result): Result {
    // A transaction within one belongs to the outer one.
    if (this.#sqlite.inTransaction) return work();
    this.run(begin);
    try {
      const result = work();
      this.run('COMMIT');
      return result;
    } catch (error) {
      // A full disk makes SQLite roll back by itself.
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
