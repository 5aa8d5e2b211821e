/** The two ends of a move. Either can be a data directory or a database on PostgreSQL. */
import type { Work } from '../database/statement.ts';
import type { Documents } from '../documents.ts';

interface MoveEnd {
  /** The folder, or the address without its password. */
  readonly name: string;
  /** Equal for two ends that are the same database, whatever they are called. */
  readonly identity: string;
  readonly documents: Documents;
  /** Releases the end and removes what an unfinished move left of its own. */
  close(): Promise<void>;
}

export interface MoveSource extends MoveEnd {
  /**
   * Runs `use` while other processes can change nothing. What it changes itself is committed when it resolves, and
   * rolled back when it throws or the process ends. Throws `database_in_use` and `database_failed`.
   */
  transaction<Result>(use: (transaction: SourceTransaction) => Promise<Result>): Promise<Result>;
  /**
   * Puts the database out of the way of servers that would start on it. Returns its new path, or null for a database
   * that stays where it is.
   */
  retire(): Promise<string | null>;
}

export interface MoveTarget extends MoveEnd {
  /**
   * Makes the schema and runs `use`; all of it is committed when it resolves, and rolled back when it throws or the
   * process ends. Throws `database_not_empty` and `database_failed`.
   */
  transaction<Result>(use: (transaction: TargetTransaction) => Promise<Result>): Promise<Result>;
  /** Makes the database one that servers can start on. */
  publish(): Promise<void>;
}

export interface SourceTransaction {
  drive<Result>(work: () => Work<Result>): Promise<Result>;
  /** Returns the highest id that a table has ever given out, 0 for none. */
  lastId(table: string): Promise<number>;
}

export interface TargetTransaction extends SourceTransaction {
  /** Makes the next row get the id after `id`. */
  setLastId(table: string, id: number): Promise<void>;
  /** Checks what is checked at the end of a transaction, and prepares for reading everything. */
  complete(): Promise<void>;
}
