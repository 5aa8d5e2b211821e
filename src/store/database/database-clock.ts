/**
 * The clock that all servers of a database agree on. The ledger writes down the time of the server that charges, so
 * servers whose clocks differ would put a PDF into different months.
 */
import type { PostgresDatabase } from './postgres-database.ts';

/** A server whose clock differs by more milliseconds is not ready: something is wrong with its machine. */
export const maxClockOffsetMs = 5_000;

export class DatabaseClock {
  readonly #database: Pick<PostgresDatabase, 'checkWritable'>;
  readonly #ownNow: () => Date;
  #offsetMs = 0;

  /** `ownNow` is the clock of this machine. */
  constructor(database: Pick<PostgresDatabase, 'checkWritable'>, ownNow: () => Date = () => new Date()) {
    this.#database = database;
    this.#ownNow = ownNow;
  }

  /** Milliseconds by which the clock of this machine is behind that of the database; negative if it is ahead. */
  get offsetMs(): number {
    return this.#offsetMs;
  }

  /** The time of the database, as of the last measurement of the offset. */
  readonly now = (): Date => new Date(this.#ownNow().getTime() + this.#offsetMs);

  /**
   * Measures the offset again. It is exact to half the time that the answer takes. Throws `database_failed`, also if the
   * database is read-only, as after a failover.
   */
  async measure(): Promise<void> {
    const before = this.#ownNow().getTime();
    const { now } = await this.#database.checkWritable();
    const after = this.#ownNow().getTime();
    this.#offsetMs = Math.round(now - (before + after) / 2);
  }
}
