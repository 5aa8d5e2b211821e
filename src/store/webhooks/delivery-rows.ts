/** Rows of deliveries: how an event becomes some, and how they are read. */
import { randomBytes } from 'node:crypto';
import { Failure } from '#contract/errors';
import type { testEventType, WebhookEventType } from '#contract/webhooks';
import { all, get, run, type SqlValue, type Work } from '../database/statement.ts';

export interface WebhookEvent {
  readonly type: WebhookEventType | typeof testEventType;
  readonly data: Readonly<Record<string, unknown>>;
  readonly at: Date;
}

export interface WebhookDelivery {
  /** `msg_…`: the same in every attempt, so that a receiver recognizes what it already has. */
  readonly id: string;
  readonly webhookId: number;
  readonly type: string;
  /** JSON text, byte for byte as it is sent. */
  readonly payload: string;
  readonly createdAt: Date;
  readonly state: 'pending' | 'delivered' | 'failed';
  /** The number of attempts that have ended. */
  readonly attempts: number;
  /** The time of the next attempt, if the delivery is pending. */
  readonly nextAttemptAt: Date;
  /** The status of the latest response; null if there was none. */
  readonly lastStatus: number | null;
  readonly lastError: string | null;
  readonly deliveredAt: Date | null;
}

export interface DeliveryRow {
  readonly id: string;
  readonly webhook_id: number;
  readonly type: string;
  readonly payload: string;
  readonly created_at: number;
  readonly state: WebhookDelivery['state'];
  readonly attempts: number;
  readonly next_attempt_at: number;
  readonly last_status: number | null;
  readonly last_error: string | null;
  readonly delivered_at: number | null;
}

/** 96 random bits in hexadecimal. Signatures join the id with dots, so it has none. */
export const newDeliveryId = (): string => `msg_${randomBytes(12).toString('hex')}`;

/** With the id of the webhook. */
const deliveryId = /^msg_[0-9a-f]{24}_\d{1,15}$/;

/** Adds one row for each webhook that meets the condition, with an id that ends with the webhook's. */
export function* insertDeliveries(
  id: string,
  { type, data, at }: WebhookEvent,
  condition: string,
  ...values: SqlValue[]
): Work<number> {
  return yield* run(
    `INSERT INTO webhook_deliveries (id, webhook_id, type, payload, created_at, state, next_attempt_at)
     SELECT CAST(? AS TEXT) || '_' || id, id, CAST(? AS TEXT), CAST(? AS TEXT), CAST(? AS BIGINT), 'pending',
       CAST(? AS BIGINT) FROM webhooks WHERE ${condition}`,
    id,
    type,
    JSON.stringify({ type, timestamp: at.toISOString(), data }),
    at.getTime(),
    at.getTime(),
    ...values,
  );
}

/**
 * Queues an event for each webhook of the team that subscribes to its type. Runs within a transaction that has locked the
 * team (`lockTeam`), so that no webhook is deleted meanwhile. Returns the number of deliveries.
 *
 * @example
 * yield* enqueueEvent(teamId, { type: 'job.finished', data: { job_id: id }, at });
 */
export const enqueueEvent = (teamId: number, event: WebhookEvent): Work<number> =>
  insertDeliveries(
    newDeliveryId(),
    event,
    `team_id = CAST(? AS BIGINT) AND disabled_at IS NULL AND (events = '*' OR events LIKE ?)`,
    teamId,
    `%"${event.type}"%`,
  );

/** Throws `delivery_not_found`. */
export function* getDelivery(webhookId: number, id: string): Work<WebhookDelivery> {
  const row = deliveryId.test(id)
    ? yield* get<DeliveryRow>(
        'SELECT * FROM webhook_deliveries WHERE id = ? AND webhook_id = ?',
        id,
        webhookId,
      )
    : undefined;
  if (row) return toDelivery(row);
  throw new Failure('delivery_not_found', `Webhook ${webhookId} has no delivery ${id.slice(0, 80)}.`);
}

/** Returns deliveries newest first, beginning after the one with the id `before`. Throws `delivery_not_found`. */
export function* listDeliveriesBefore(
  webhookId: number,
  before: string | undefined,
  limit: number,
): Work<WebhookDelivery[]> {
  const newestFirst = 'ORDER BY created_at DESC, id DESC LIMIT ?';
  if (before === undefined) {
    const sql = `SELECT * FROM webhook_deliveries WHERE webhook_id = ? ${newestFirst}`;
    return (yield* all<DeliveryRow>(sql, webhookId, limit)).map(toDelivery);
  }
  const { createdAt, id } = yield* getDelivery(webhookId, before);
  const rows = yield* all<DeliveryRow>(
    `SELECT * FROM webhook_deliveries WHERE webhook_id = ? AND (created_at, id) < (?, ?) ${newestFirst}`,
    webhookId,
    createdAt.getTime(),
    id,
    limit,
  );
  return rows.map(toDelivery);
}

export function toDelivery(row: DeliveryRow): WebhookDelivery {
  return {
    id: row.id,
    webhookId: row.webhook_id,
    type: row.type,
    payload: row.payload,
    createdAt: new Date(row.created_at),
    state: row.state,
    attempts: row.attempts,
    nextAttemptAt: new Date(row.next_attempt_at),
    lastStatus: row.last_status,
    lastError: row.last_error,
    deliveredAt: row.delivered_at === null ? null : new Date(row.delivered_at),
  };
}
