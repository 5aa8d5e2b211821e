/**
 * Emails that are due because a quota or the prepaid credits are running out. Each is queued in the transaction of its
 * charge, so none is lost.
 */
import { toOneLine } from '#contract/api/one-line-text';
import { noticeThresholds } from '#contract/plans';
import type { Database } from './database/database.ts';
import { all, get, run, type Work } from './database/statement.ts';

export interface Notice {
  readonly id: number;
  readonly teamId: number;
  readonly kind: 'quota' | 'credits';
  /** In percent. */
  readonly threshold: number;
  /** The PDFs of the month, or the credits used since the last top-up, at the time of queueing. */
  readonly used: number;
  /** The quota, or the credits available right after the last top-up. */
  readonly limit: number;
  /** The month of the charge that crossed the threshold, 'YYYY-MM'. */
  readonly month: string;
  readonly createdAt: Date;
  readonly sentAt: Date | null;
  /** The number of failed attempts to send it. `lastError` describes the most recent one. */
  readonly attempts: number;
  readonly lastError: string | null;
}

export interface NewNotice {
  readonly teamId: number;
  readonly kind: 'quota' | 'credits';
  readonly used: number;
  readonly limit: number;
  readonly month: string;
  /** The month or the top-up. Each threshold is reported once per period. */
  readonly period: string;
  readonly at: Date;
}

interface NoticeRow {
  readonly id: number;
  readonly team_id: number;
  readonly kind: 'quota' | 'credits';
  readonly threshold: number;
  readonly used: number;
  readonly allowance: number;
  readonly month: string;
  readonly created_at: number;
  readonly sent_at: number | null;
  readonly attempts: number;
  readonly last_error: string | null;
}

/** Milliseconds during which one node sends a notice. Longer than a mail server may take. */
const claimMs = 120_000;

/** Minutes until the next attempt after the first, second, … failure. The last value applies to all later ones. */
const pauses = [1, 5, 15, 60, 360, 1_440] as const;

export class Notices {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /**
   * Queues a notice for each threshold that is reached and not yet queued in this period. Runs within a transaction of
   * the ledger. Returns the thresholds that it queued.
   */
  *queueReached({ teamId, kind, used, limit, month, period, at }: NewNotice): Work<readonly number[]> {
    // No share of zero can be calculated. A team without a quota lives on credits and gets the notices for those.
    if (limit <= 0) return [];
    const queued: number[] = [];
    for (const threshold of noticeThresholds[kind]) {
      if (used * 100 < threshold * limit) continue;
      const added = yield* run(
        `INSERT INTO notices (team_id, kind, threshold, period, used, allowance, month, created_at, next_attempt_at)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
        teamId,
        kind,
        threshold,
        period,
        used,
        limit,
        month,
        at.getTime(),
        at.getTime(),
      );
      if (added > 0) queued.push(threshold);
    }
    return queued;
  }

  /**
   * Returns the oldest unsent notice whose next attempt is due, which no other node gets for as long as sending may take.
   * Then call `markSent` or `markFailed`.
   */
  async claim(now: Date): Promise<Notice | undefined> {
    const row = await this.#database.query(() =>
      get<NoticeRow>(
        // The last condition holds back a node that waited while another one claimed the same notice.
        `UPDATE notices SET claimed_until = now_ms() + ? WHERE id = (
           SELECT min(id) FROM notices WHERE sent_at IS NULL AND next_attempt_at <= ? AND claimed_until <= now_ms())
         AND claimed_until <= now_ms() RETURNING *`,
        claimMs,
        now.getTime(),
      ),
    );
    return row && ofRow(row);
  }

  async markSent(id: number, at: Date): Promise<void> {
    await this.#database.query(() =>
      run(
        'UPDATE notices SET sent_at = ?, last_error = NULL WHERE id = ? AND sent_at IS NULL',
        at.getTime(),
        id,
      ),
    );
  }

  /** Schedules another attempt. The pauses grow up to a day. */
  async markFailed(id: number, error: string, at: Date): Promise<void> {
    await this.#database.write(() => this.#markFailed(id, error, at));
  }

  *#markFailed(id: number, error: string, at: Date): Work<void> {
    const row = yield* get<NoticeRow>('SELECT * FROM notices WHERE id = ?', id);
    if (!row) return;
    const minutes = pauses[Math.min(row.attempts, pauses.length - 1)] ?? 1;
    yield* run(
      'UPDATE notices SET attempts = attempts + 1, next_attempt_at = ?, last_error = ?, claimed_until = 0 WHERE id = ?',
      at.getTime() + minutes * 60_000,
      toOneLine(error),
      id,
    );
  }

  /** Returns all notices, including sent ones, newest first. */
  async list(teamId?: number): Promise<Notice[]> {
    const rows = await this.#database.query(() =>
      teamId === undefined
        ? all<NoticeRow>('SELECT * FROM notices ORDER BY id DESC')
        : all<NoticeRow>('SELECT * FROM notices WHERE team_id = ? ORDER BY id DESC', teamId),
    );
    return rows.map(ofRow);
  }
}

function ofRow(row: NoticeRow): Notice {
  return {
    id: row.id,
    teamId: row.team_id,
    kind: row.kind,
    threshold: row.threshold,
    used: row.used,
    limit: row.allowance,
    month: row.month,
    createdAt: new Date(row.created_at),
    sentAt: row.sent_at === null ? null : new Date(row.sent_at),
    attempts: row.attempts,
    lastError: row.last_error,
  };
}
