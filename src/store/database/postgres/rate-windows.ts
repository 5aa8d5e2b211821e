/** The rate limits of teams, counted by all servers of a database together. */
import type { Database } from '../database.ts';
import { get, run, type Work } from '../statement.ts';

/** Times are milliseconds since 1970 by the clock of the database. */
export interface RateWindow {
  /** False if the window was full. */
  readonly isCounted: boolean;
  /** Requests in the window, including this one if it was counted. */
  readonly used: number;
  readonly endsAt: number;
  readonly now: number;
}

interface WindowRow {
  readonly used: number;
  readonly ends_at: number;
  readonly now: number;
}

/** A fixed window, which the first request of a bucket opens. */
export class RateWindows {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /**
   * Counts one request of a bucket, unless its window has `limit` already.
   *
   * @example
   * await windows.take('team 7', 60, 60); // { isCounted: true, used: 1, endsAt: 1767225660000, now: 1767225600000 }
   */
  async take(bucket: string, limit: number, seconds: number): Promise<RateWindow> {
    const counted = await this.#database.query(() => count(bucket, limit, seconds * 1000));
    if (counted) return { isCounted: true, used: counted.used, endsAt: counted.ends_at, now: counted.now };
    const full = await this.#database.query(() =>
      get<WindowRow>('SELECT used, ends_at, now_ms() AS now FROM rate_windows WHERE bucket = ?', bucket),
    );
    // Removed since by a sweep: it had ended.
    if (!full) return await this.take(bucket, limit, seconds);
    return { isCounted: false, used: full.used, endsAt: full.ends_at, now: full.now };
  }

  /** Removes windows that have ended. Returns how many. */
  async sweep(): Promise<number> {
    return await this.#database.query(() => run('DELETE FROM rate_windows WHERE ends_at <= now_ms()'));
  }
}

/**
 * Returns nothing if the window is full. The time is read once, for the new end: `now_ms()` advances within a statement.
 */
function* count(bucket: string, limit: number, length: number): Work<WindowRow | undefined> {
  return yield* get<WindowRow>(
    `INSERT INTO rate_windows AS held (bucket, used, ends_at) VALUES (?, 1, now_ms() + CAST(? AS BIGINT))
     ON CONFLICT (bucket) DO UPDATE SET
       used = CASE WHEN held.ends_at <= excluded.ends_at - CAST(? AS BIGINT) THEN 1 ELSE held.used + 1 END,
       ends_at = CASE WHEN held.ends_at <= excluded.ends_at - CAST(? AS BIGINT) THEN excluded.ends_at ELSE held.ends_at END
     WHERE held.ends_at <= excluded.ends_at - CAST(? AS BIGINT) OR held.used < ?
     RETURNING used, ends_at, now_ms() AS now`,
    bucket,
    length,
    length,
    length,
    length,
    limit,
  );
}
