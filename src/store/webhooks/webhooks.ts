/**
 * The addresses to which a team has its events sent, with the secrets that sign them. See
 * https://www.standardwebhooks.com.
 */
import { randomBytes } from 'node:crypto';
import { Failure } from '#contract/errors';
import { maxWebhooksPerTeam, rotationHours, type WebhookEventType } from '#contract/webhooks';
import type { Database } from '../database/database.ts';
import { all, get, insert, lockTeam, run, type Work } from '../database/statement.ts';

/** The types of events that it gets, or all, including those that later releases add. */
export type WebhookEvents = readonly WebhookEventType[] | '*';

export interface Webhook {
  readonly id: number;
  readonly teamId: number;
  readonly url: string;
  readonly description: string | null;
  readonly events: WebhookEvents;
  readonly createdAt: Date;
  /** Null while events are sent to it. */
  readonly disabledAt: Date | null;
  /** `whsec_` and 32 random bytes in base64. */
  readonly secret: string;
  /** The secret before the latest rotation, which signs beside the new one until its time is over. */
  readonly previousSecret: string | null;
  readonly previousUntil: Date | null;
}

export interface NewWebhook {
  readonly teamId: number;
  readonly url: string;
  readonly description?: string | undefined;
  /** Default: all. */
  readonly events?: WebhookEvents | undefined;
}

export interface WebhookChanges {
  readonly url?: string | undefined;
  readonly description?: string | null | undefined;
  readonly events?: WebhookEvents | undefined;
  readonly disabled?: boolean | undefined;
}

interface WebhookRow {
  readonly id: number;
  readonly team_id: number;
  readonly url: string;
  readonly description: string | null;
  readonly events: string;
  readonly secret: string;
  readonly previous_secret: string | null;
  readonly previous_until: number | null;
  readonly created_at: number;
  readonly disabled_at: number | null;
}

export class Webhooks {
  readonly #database: Database;
  readonly #now: () => Date;

  constructor(database: Database, now: () => Date) {
    this.#database = database;
    this.#now = now;
  }

  /** Throws `too_many_webhooks`. */
  async create(webhook: NewWebhook): Promise<Webhook> {
    const secret = newSecret();
    return await this.#database.write(() => this.#create(webhook, secret));
  }

  *#create({ teamId, url, description, events = '*' }: NewWebhook, secret: string): Work<Webhook> {
    yield* lockTeam(teamId);
    const row = yield* get<{ count: number }>(
      'SELECT count(*) AS count FROM webhooks WHERE team_id = ?',
      teamId,
    );
    if ((row?.count ?? 0) >= maxWebhooksPerTeam) {
      throw new Failure('too_many_webhooks', `A team can have ${maxWebhooksPerTeam} webhooks.`);
    }
    const id = yield* insert(
      `INSERT INTO webhooks (team_id, url, description, events, secret, created_at) VALUES (?, ?, ?, ?, ?, ?)
       RETURNING id`,
      teamId,
      url,
      description ?? null,
      toText(events),
      secret,
      this.#now().getTime(),
    );
    return yield* this.#get(teamId, id);
  }

  /** Returns the webhooks of a team, oldest first. */
  async list(teamId: number): Promise<Webhook[]> {
    const rows = await this.#database.query(() =>
      all<WebhookRow>('SELECT * FROM webhooks WHERE team_id = ? ORDER BY id', teamId),
    );
    return rows.map(ofRow);
  }

  /** Throws `webhook_not_found`, also for a webhook of another team. */
  async get(teamId: number, id: number): Promise<Webhook> {
    const row = await this.#database.query(() => rowOf(teamId, id));
    return found(row, id);
  }

  /** Returns a webhook of any team, for its sender; undefined if it was deleted. */
  async byId(id: number): Promise<Webhook | undefined> {
    const row = await this.#database.query(() => get<WebhookRow>('SELECT * FROM webhooks WHERE id = ?', id));
    return row && ofRow(row);
  }

  /** Pending deliveries of a webhook that is disabled fail. Throws `webhook_not_found`. */
  async update(teamId: number, id: number, changes: WebhookChanges): Promise<Webhook> {
    return await this.#database.write(() => this.#update(teamId, id, changes));
  }

  *#update(teamId: number, id: number, changes: WebhookChanges): Work<Webhook> {
    yield* lockTeam(teamId);
    const webhook = yield* this.#get(teamId, id);
    const { url = webhook.url, description = webhook.description, events = webhook.events } = changes;
    const { disabled = webhook.disabledAt !== null } = changes;
    const disabledAt = disabled ? (webhook.disabledAt ?? this.#now()) : null;
    yield* run(
      'UPDATE webhooks SET url = ?, description = ?, events = ?, disabled_at = ? WHERE id = ?',
      url,
      description,
      toText(events),
      disabledAt?.getTime() ?? null,
      id,
    );
    if (disabled) yield* failPending(id);
    return yield* this.#get(teamId, id);
  }

  /** Stops sending to a receiver that asked for it. */
  async disable(id: number): Promise<void> {
    await this.#database.write(() => this.#disable(id), { repeatable: true });
  }

  *#disable(id: number): Work<void> {
    const at = this.#now().getTime();
    yield* run('UPDATE webhooks SET disabled_at = ? WHERE id = ? AND disabled_at IS NULL', at, id);
    yield* failPending(id);
  }

  /** Removes it with its deliveries. Throws `webhook_not_found`. */
  async delete(teamId: number, id: number): Promise<void> {
    await this.#database.write(() => this.#delete(teamId, id));
  }

  *#delete(teamId: number, id: number): Work<void> {
    // Not between the two halves of a charge, which reads the webhooks and then adds deliveries that refer to them.
    yield* lockTeam(teamId);
    yield* this.#get(teamId, id);
    yield* run('DELETE FROM webhooks WHERE id = ?', id);
  }

  /**
   * Makes a new secret; the one before it signs too for a day, so that a receiver can change to the new one meanwhile.
   * Throws `webhook_not_found`.
   */
  async rotateSecret(teamId: number, id: number): Promise<Webhook> {
    const secret = newSecret();
    return await this.#database.write(() => this.#rotateSecret(teamId, id, secret));
  }

  *#rotateSecret(teamId: number, id: number, secret: string): Work<Webhook> {
    yield* lockTeam(teamId);
    const { secret: previous } = yield* this.#get(teamId, id);
    yield* run(
      'UPDATE webhooks SET secret = ?, previous_secret = ?, previous_until = ? WHERE id = ?',
      secret,
      previous,
      this.#now().getTime() + rotationHours * 3_600_000,
      id,
    );
    return yield* this.#get(teamId, id);
  }

  *#get(teamId: number, id: number): Work<Webhook> {
    return found(yield* rowOf(teamId, id), id);
  }
}

function* rowOf(teamId: number, id: number): Work<WebhookRow | undefined> {
  return yield* get<WebhookRow>('SELECT * FROM webhooks WHERE id = ? AND team_id = ?', id, teamId);
}

function* failPending(id: number): Work<void> {
  yield* run(
    `UPDATE webhook_deliveries SET state = 'failed', last_error = 'The webhook was disabled.', claimed_until = 0
     WHERE webhook_id = ? AND state = 'pending'`,
    id,
  );
}

const newSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`;

const toText = (events: WebhookEvents): string => (events === '*' ? events : JSON.stringify(events));

function found(row: WebhookRow | undefined, id: number): Webhook {
  if (row) return ofRow(row);
  throw new Failure('webhook_not_found', `Webhook ${id} not found.`);
}

const dateOf = (time: number | null) => (time === null ? null : new Date(time));

function ofRow(row: WebhookRow): Webhook {
  return {
    id: row.id,
    teamId: row.team_id,
    url: row.url,
    description: row.description,
    events: row.events === '*' ? '*' : JSON.parse(row.events),
    createdAt: new Date(row.created_at),
    disabledAt: dateOf(row.disabled_at),
    secret: row.secret,
    previousSecret: row.previous_secret,
    previousUntil: dateOf(row.previous_until),
  };
}
