/**
 * Compares the clock with the last time that it was known to be right, while the server runs and across restarts. A clock
 * that is wrong once must neither remove what has not expired nor put charges into a month that is years away.
 */
import { Failure } from '#contract/errors';
import type { Database } from './database/database.ts';
import { get, run, type Work } from './database/statement.ts';

/**
 * `settling`: ahead by a time that a server may have been off. Charges go on; what has expired is removed once the clock
 * has run for an hour without another jump. `ahead`: by years, which refuses PDFs until the clock is set or confirmed.
 * `behind`: set back, or ahead before. Charges count on the latest day of each team.
 */
export type ClockTrust = 'trusted' | 'settling' | 'ahead' | 'behind';

interface ClockReading {
  /** Milliseconds since 1970. */
  readonly time: number;
  /** Milliseconds of a clock that cannot be set. */
  readonly monotonic: number;
}

const hourMs = 3_600_000;
/** Milliseconds that a clock may jump without a question: daylight saving, a synchronization, a short downtime. */
const toleranceMs = hourMs;
/** Milliseconds for which the clock must run on after a jump. */
const settleMs = hourMs;
/** Milliseconds for which a server may have been off. */
const farMs = 366 * 24 * hourMs;

export class ClockGuard {
  readonly #database: Database;
  readonly #now: () => Date;
  readonly #monotonic: () => number;
  /** The last reading that was trusted. */
  #trusted: ClockReading;
  /** The first reading after a jump. */
  #jumped: ClockReading | undefined;
  #offsetMs = 0;
  #state: ClockTrust = 'trusted';

  constructor(database: Database, now: () => Date, monotonic: () => number = () => performance.now()) {
    this.#database = database;
    this.#now = now;
    this.#monotonic = monotonic;
    this.#trusted = this.#read();
  }

  get state(): ClockTrust {
    return this.#check();
  }

  /** Whole days that the clock is ahead of the time that was trusted last; negative if it is behind. */
  get offsetDays(): number {
    this.#check();
    return Math.round(this.#offsetMs / (24 * hourMs));
  }

  /**
   * The time for what must not end too early: that of the clock, or, while it is ahead and not trusted, the time that has
   * passed since it was.
   */
  get unhurriedTime(): Date {
    const state = this.#check();
    const { time, monotonic } = this.#read();
    if (state !== 'settling' && state !== 'ahead') return new Date(time);
    return new Date(this.#trusted.time + monotonic - this.#trusted.monotonic);
  }

  /** Throws `clock_unconfirmed` while the clock is years ahead. */
  assertTrusted(): void {
    if (this.#check() === 'ahead')
      throw new Failure('clock_unconfirmed', 'The server does not trust its clock.');
  }

  /** Compares with what the database has. Called once the store is open. Throws `database_failed`. */
  async open(): Promise<void> {
    const time = await this.#database.query(lastTrusted);
    if (time !== undefined) this.#trusted = { ...this.#trusted, time };
    await this.note();
  }

  /** Writes down that the clock is trusted, or finds out that it was confirmed. Throws `database_failed`. */
  async note(): Promise<ClockTrust> {
    if (this.#check() !== 'trusted') {
      const time = await this.#database.query(lastTrusted);
      if (time !== undefined && Math.abs(time - this.#now().getTime()) <= toleranceMs)
        this.#trust(this.#read());
      return this.#check();
    }
    await this.#database.writeForgettable(() => writeTrusted(this.#trusted.time), { repeatable: true });
    return 'trusted';
  }

  /** For an operator who says that the clock is right. Servers notice it with their next `note`. */
  async confirm(): Promise<void> {
    this.#trust(this.#read());
    await this.#database.write(() => writeTrusted(this.#trusted.time), { repeatable: true });
  }

  #read(): ClockReading {
    return { time: this.#now().getTime(), monotonic: this.#monotonic() };
  }

  #trust(reading: ClockReading): void {
    this.#trusted = reading;
    this.#jumped = undefined;
    this.#offsetMs = 0;
    this.#state = 'trusted';
  }

  #check(): ClockTrust {
    const reading = this.#read();
    const offset = drift(this.#trusted, reading);
    if (Math.abs(offset) <= toleranceMs || this.#hasSettled(reading, offset)) this.#trust(reading);
    else {
      this.#offsetMs = offset;
      this.#state = offset > farMs ? 'ahead' : offset > 0 ? 'settling' : 'behind';
    }
    return this.#state;
  }

  #hasSettled(reading: ClockReading, offset: number): boolean {
    if (!this.#jumped || Math.abs(drift(this.#jumped, reading)) > toleranceMs) this.#jumped = reading;
    return offset <= farMs && reading.monotonic - this.#jumped.monotonic >= settleMs;
  }
}

/** How much more the clock has advanced than the time that has passed. */
const drift = (from: ClockReading, to: ClockReading): number =>
  to.time - from.time - (to.monotonic - from.monotonic);

/** Older releases left no such time: that of the last entry of the ledger. Undefined for a new database. */
export function* lastTrusted(): Work<number | undefined> {
  const row = yield* get<{ at: number | null }>(
    'SELECT coalesce(trusted_at, (SELECT at FROM entries ORDER BY id DESC LIMIT 1)) AS at FROM heartbeat',
  );
  return row?.at ?? undefined;
}

export const writeTrusted = (time: number): Work<number> => run('UPDATE heartbeat SET trusted_at = ?', time);
