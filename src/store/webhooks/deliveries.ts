/**
 * Events on their way to webhooks. Each is queued in the transaction of what it reports, so that it is sent if and only
 * if that has happened.
 */

import { toOneLine } from '#contract/api/one-line-text';
import { Failure } from '#contract/errors';
import { deliveryDays } from '#contract/webhooks';
import type { Database } from '../database/database.ts';
import { all, get, run, type Work } from '../database/statement.ts';
import {
  type DeliveryRow,
  enqueueEvent,
  getDelivery,
  insertDeliveries,
  listDeliveriesBefore,
  newDeliveryId,
  toDelivery,
  type WebhookDelivery,
  type WebhookEvent,
} from './delivery-rows.ts';

/** Why an attempt failed. */
export interface FailedAttempt {
  /** The status of the response; null if there was none. */
  readonly status: number | null;
  readonly error: string;
  readonly at: Date;
  /** Whether another attempt may succeed. Default: true. */
  readonly isRetried?: boolean | undefined;
}

/** Milliseconds during which one node sends a delivery. Longer than a receiver may take. */
const claimMs = 60_000;

const minute = 60_000;
const hour = 60 * minute;
/** Milliseconds until the next attempt after the first, second, … failure; after the last of them, it has failed. */
const pauses = [
  5_000,
  5 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
  14 * hour,
  20 * hour,
  24 * hour,
];
/** The share by which a pause is made longer or shorter, so that a receiver that was down gets no burst. */
const jitter = 0.2;

/** Rows that one sweep removes: few enough for other requests not to notice. */
const sweptAtOnce = 1_000;

export class WebhookDeliveries {
  readonly #database: Database;
  /** Events that at least one webhook gets. */
  readonly #queued = new WeakSet<WebhookEvent>();

  constructor(database: Database) {
    this.#database = database;
  }

  /** See `enqueueEvent`. Remembers whether there was a webhook for it. */
  *enqueue(teamId: number, event: WebhookEvent): Work<number> {
    const count = yield* enqueueEvent(teamId, event);
    if (count > 0) this.#queued.add(event);
    return count;
  }

  /** Returns whether a transaction of this process has queued the event for any webhook. */
  wasQueued(event: WebhookEvent): boolean {
    return this.#queued.has(event);
  }

  /** Queues an event for one webhook, whatever it subscribes to. Throws `webhook_not_found` and `webhook_disabled`. */
  async send(teamId: number, webhookId: number, event: WebhookEvent): Promise<WebhookDelivery> {
    return await this.#database.write(() => this.#send(teamId, webhookId, event));
  }

  *#send(teamId: number, webhookId: number, event: WebhookEvent): Work<WebhookDelivery> {
    yield* assertEnabled(teamId, webhookId);
    const id = newDeliveryId();
    yield* insertDeliveries(id, event, 'id = CAST(? AS BIGINT)', webhookId);
    return yield* getDelivery(webhookId, `${id}_${webhookId}`);
  }

  /** Returns the webhooks for which a delivery is due that no node is sending, in the order of their ids. */
  async due(now: Date): Promise<{ readonly id: number; readonly teamId: number }[]> {
    // One step for each webhook and not for each row: a receiver that is down may be owed a hundred thousand.
    const rows = await this.#database.query(() =>
      all<{ id: number; team_id: number }>(
        `WITH RECURSIVE owed (id) AS (
           SELECT min(webhook_id) FROM webhook_deliveries WHERE state = 'pending'
           UNION ALL
           SELECT (SELECT min(webhook_id) FROM webhook_deliveries WHERE state = 'pending' AND webhook_id > owed.id)
           FROM owed WHERE owed.id IS NOT NULL)
         SELECT webhooks.id, webhooks.team_id FROM owed JOIN webhooks ON webhooks.id = owed.id
         WHERE webhooks.disabled_at IS NULL AND EXISTS (
           SELECT 1 FROM webhook_deliveries WHERE webhook_id = owed.id AND state = 'pending'
             AND next_attempt_at <= ? AND claimed_until <= now_ms())
         ORDER BY webhooks.id`,
        now.getTime(),
      ),
    );
    return rows.map(({ id, team_id: teamId }) => ({ id, teamId }));
  }

  /**
   * Returns the delivery of a webhook that has been due for the longest time, which no other node gets for as long as
   * sending may take. Then call `markDelivered`, `markFailed` or `release`.
   */
  async claim(webhookId: number, now: Date): Promise<WebhookDelivery | undefined> {
    const row = await this.#database.query(() =>
      get<DeliveryRow>(
        // The last conditions hold back a node that waited while another one claimed the same delivery.
        `UPDATE webhook_deliveries SET claimed_until = now_ms() + ? WHERE id = (
           SELECT id FROM webhook_deliveries WHERE webhook_id = ? AND state = 'pending' AND next_attempt_at <= ?
             AND claimed_until <= now_ms() ORDER BY next_attempt_at, id LIMIT 1)
         AND state = 'pending' AND claimed_until <= now_ms() RETURNING *`,
        claimMs,
        webhookId,
        now.getTime(),
      ),
    );
    return row && toDelivery(row);
  }

  async markDelivered(id: string, status: number, at: Date): Promise<void> {
    await this.#database.query(() =>
      run(
        `UPDATE webhook_deliveries SET state = 'delivered', attempts = attempts + 1, last_status = ?, last_error = NULL,
           delivered_at = ?, claimed_until = 0 WHERE id = ? AND state = 'pending'`,
        status,
        at.getTime(),
        id,
      ),
    );
  }

  /** Schedules another attempt, over about three days. After the last one, the delivery has failed. */
  async markFailed(id: string, attempt: FailedAttempt): Promise<void> {
    await this.#database.write(() => this.#markFailed(id, attempt));
  }

  *#markFailed(id: string, { status, error, at, isRetried = true }: FailedAttempt): Work<void> {
    const row = yield* get<DeliveryRow>(
      "SELECT * FROM webhook_deliveries WHERE id = ? AND state = 'pending'",
      id,
    );
    if (!row) return;
    const pause = isRetried ? pauses[row.attempts] : undefined;
    const spread = 1 + jitter * (2 * Math.random() - 1);
    yield* run(
      `UPDATE webhook_deliveries SET state = ?, attempts = attempts + 1, next_attempt_at = ?, last_status = ?,
         last_error = ?, claimed_until = 0 WHERE id = ?`,
      pause === undefined ? 'failed' : 'pending',
      at.getTime() + Math.round((pause ?? 0) * spread),
      status,
      toOneLine(error),
      id,
    );
  }

  /** Lets any node send it at once, without counting an attempt. */
  async release(id: string): Promise<void> {
    await this.#database.query(() => run('UPDATE webhook_deliveries SET claimed_until = 0 WHERE id = ?', id));
  }

  /** Returns deliveries newest first, beginning after the one with the id `before`. Throws `delivery_not_found`. */
  async list(
    webhookId: number,
    { before, limit }: { readonly before?: string | undefined; readonly limit: number },
  ): Promise<WebhookDelivery[]> {
    return await this.#database.read(() => listDeliveriesBefore(webhookId, before, limit));
  }

  /**
   * Sends a delivery again from its first attempt, with the same id. Throws `webhook_not_found`, `webhook_disabled` and
   * `delivery_not_found`.
   */
  async redeliver(teamId: number, webhookId: number, id: string, at: Date): Promise<WebhookDelivery> {
    return await this.#database.write(() => this.#redeliver(teamId, webhookId, id, at), { repeatable: true });
  }

  *#redeliver(teamId: number, webhookId: number, id: string, at: Date): Work<WebhookDelivery> {
    yield* assertEnabled(teamId, webhookId);
    yield* getDelivery(webhookId, id);
    yield* run(
      `UPDATE webhook_deliveries SET state = 'pending', attempts = 0, next_attempt_at = ?, claimed_until = 0,
         delivered_at = NULL WHERE id = ?`,
      at.getTime(),
      id,
    );
    return yield* getDelivery(webhookId, id);
  }

  /** Removes deliveries that are past their retention time. Returns how many. */
  async sweep(now: Date): Promise<number> {
    return await this.#database.query(() =>
      run(
        `DELETE FROM webhook_deliveries WHERE id IN (
           SELECT id FROM webhook_deliveries WHERE created_at <= ? ORDER BY created_at LIMIT ?)`,
        now.getTime() - deliveryDays * 24 * hour,
        sweptAtOnce,
      ),
    );
  }
}

function* assertEnabled(teamId: number, webhookId: number): Work<void> {
  const row = yield* get<{ disabled_at: number | null }>(
    'SELECT disabled_at FROM webhooks WHERE id = ? AND team_id = ?',
    webhookId,
    teamId,
  );
  if (!row) throw new Failure('webhook_not_found', `Webhook ${webhookId} not found.`);
  if (row.disabled_at === null) return;
  throw new Failure('webhook_disabled', `Webhook ${webhookId} is disabled. Enable it first.`);
}
