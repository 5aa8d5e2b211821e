/** A database as the store uses it. Every method runs statements of the caller: see `Work`. */
import { Failure } from '#contract/errors';
import type { Work } from './statement.ts';

export interface Database {
  /** Whether statements run on this thread, so that large contents are written in several transactions. */
  readonly blocks: boolean;
  /** Runs a single statement outside a transaction. What it writes is on disk when it resolves. */
  query<Result>(work: () => Work<Result>): Promise<Result>;
  /** Runs `work` on a consistent snapshot. */
  read<Result>(work: () => Work<Result>): Promise<Result>;
  /**
   * Runs `work` as a whole or not at all; the result is on disk when it resolves. Throws `database_failed`, as an
   * `UnknownOutcome` if the connection was lost so late that the change may have been stored.
   */
  write<Result>(work: () => Work<Result>, options?: TransactionOptions): Promise<Result>;
  /**
   * Like `write`, but does not wait for the disk. For rows that a power cut may lose, though it never leaves them
   * half-written.
   */
  writeForgettable<Result>(work: () => Work<Result>, options?: TransactionOptions): Promise<Result>;
}

export interface TransactionOptions {
  /** Whether the work may be run a second time although its first run may have been stored. Default: false. */
  readonly repeatable?: boolean | undefined;
  /** Whether an earlier call with the same work may have been stored. Default: false. */
  readonly isRepeat?: boolean | undefined;
}

/** A `database_failed` after which a change may or may not have been stored. */
export class UnknownOutcome extends Failure {}
