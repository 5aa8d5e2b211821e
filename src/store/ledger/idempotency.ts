/** Responses by `Idempotency-Key`: a repeated request gets the first response and is charged once. */
import { randomBytes } from 'node:crypto';
import { Failure } from '#contract/errors';
import { idempotencyKey } from '#contract/limits';
import type { Database } from '../database/database.ts';
import { get, run, type Work } from '../database/statement.ts';
import { leaseExpired } from './lease-expired.ts';

export interface IdempotentResponse {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** JSON text; null if the response is the document itself. */
  readonly body: string | null;
  /** The document whose bytes are added to the response again. They are stored in a file. */
  readonly documentId: string | null;
}

export interface IdempotentRequest {
  readonly teamId: number;
  readonly key: string;
  /** A hash of method, path and body. The same key with another hash is a mistake of the client. */
  readonly requestHash: string;
  readonly at: Date;
  /** The time by which an older response has ended, if the clock is not trusted. Default: `at`. */
  readonly expiresBy?: Date | undefined;
}

/** The right to answer a key: given to one request at a time. */
export interface KeyClaim {
  readonly teamId: number;
  readonly key: string;
  /** Random. */
  readonly id: string;
}

interface Answered {
  readonly claim: KeyClaim;
  readonly response: IdempotentResponse;
}

export type IdempotencyState =
  | { readonly kind: 'new'; readonly claim: KeyClaim }
  | { readonly kind: 'running' }
  | { readonly kind: 'mismatch' }
  | { readonly kind: 'replay'; readonly response: IdempotentResponse };

interface Row {
  readonly request_hash: string;
  readonly status: number | null;
  readonly headers: string | null;
  readonly body: string | null;
  readonly document_id: string | null;
}

const retentionMs = idempotencyKey.keptHours * 3_600_000;

export class Idempotency {
  readonly #database: Database;
  readonly #leaseMs: number;
  /** Claims that could not be released because the disk was full, by team and key. The next request takes them. */
  readonly #unreleased = new Map<string, KeyClaim>();

  /** `leaseMs`: milliseconds after which a running key may be taken over, in case its server died. */
  constructor(database: Database, leaseMs: number) {
    this.#database = database;
    this.#leaseMs = leaseMs;
  }

  /** Registers a request. After `new`, the key is running until `ledger.settle`, `finish` or `release`. */
  async begin(request: IdempotentRequest): Promise<IdempotencyState> {
    const { teamId, key } = request;
    const name = nameOf(teamId, key);
    const claim = this.#unreleased.get(name) ?? { teamId, key, id: randomBytes(12).toString('base64url') };
    // A power cut may lose this row: it also ends the request. Claimed twice, it is the same claim.
    const state = await this.#database.writeForgettable(() => this.#begin(request, claim), {
      repeatable: true,
    });
    this.#unreleased.delete(name);
    return state;
  }

  *#begin(request: IdempotentRequest, claim: KeyClaim): Work<IdempotencyState> {
    const { teamId, key, requestHash, at, expiresBy = at } = request;
    const expired = expiresBy.getTime() - retentionMs;
    const claimed = yield* get(
      `INSERT INTO idempotency (team_id, key, request_hash, created_at, claim, lease_until)
       VALUES (?, ?, ?, ?, ?, now_ms() + ?)
       ON CONFLICT (team_id, key) DO UPDATE
         SET request_hash = excluded.request_hash, created_at = excluded.created_at, claim = excluded.claim,
           lease_until = excluded.lease_until, status = NULL, headers = NULL, body = NULL, document_id = NULL
         WHERE idempotency.created_at <= ? OR (idempotency.status IS NULL
           AND (idempotency.lease_until <= now_ms() OR idempotency.claim = excluded.claim))
       RETURNING claim`,
      teamId,
      key,
      requestHash,
      at.getTime(),
      claim.id,
      this.#leaseMs,
      expired,
    );
    if (claimed) return { kind: 'new', claim };
    const row = yield* get<Row>('SELECT * FROM idempotency WHERE team_id = ? AND key = ?', teamId, key);
    // Released in between.
    if (!row) return yield* this.#begin(request, claim);
    return toState(row, requestHash);
  }

  /**
   * Stores the response of a running request, within a transaction of the caller. Throws `lease_expired` if another
   * request has taken the key over, which rolls back a charge in the same transaction: a key is charged only once.
   */
  *store({ teamId, key, id }: KeyClaim, response: IdempotentResponse): Work<void> {
    const changed = yield* run(
      `UPDATE idempotency SET status = ?, headers = ?, body = ?, document_id = ?
       WHERE team_id = ? AND key = ? AND claim = ? AND status IS NULL`,
      response.status,
      response.headers === undefined ? null : JSON.stringify(response.headers),
      response.body,
      response.documentId,
      teamId,
      key,
      id,
    );
    if (changed === 0) throw leaseExpired();
  }

  /** Stores the responses of running requests of one team, like `store`. */
  *storeAll(answered: readonly Answered[]): Work<void> {
    const [first] = answered;
    if (!first) return;
    if (answered.length === 1) return yield* this.store(first.claim, first.response);
    const rows = answered.map(
      () =>
        'SELECT CAST(? AS TEXT) AS key, CAST(? AS TEXT) AS claim, CAST(? AS BIGINT) AS status, CAST(? AS TEXT) AS headers, CAST(? AS TEXT) AS body, CAST(? AS TEXT) AS document_id',
    );
    const changed = yield* run(
      `UPDATE idempotency SET status = answered.status, headers = answered.headers, body = answered.body,
         document_id = answered.document_id FROM (${rows.join(' UNION ALL ')}) AS answered
       WHERE team_id = ? AND idempotency.key = answered.key AND idempotency.claim = answered.claim
         AND idempotency.status IS NULL`,
      ...answered.flatMap(({ claim, response }) => [
        claim.key,
        claim.id,
        response.status,
        response.headers === undefined ? null : JSON.stringify(response.headers),
        response.body,
        response.documentId,
      ]),
      first.claim.teamId,
    );
    if (changed < answered.length) throw leaseExpired();
  }

  /** Stores a response that is not charged. Throws `lease_expired` if the claim has ended. */
  async finish(claim: KeyClaim, response: IdempotentResponse): Promise<void> {
    await this.#database.query(() => this.store(claim, response));
  }

  /** Deletes the key of a failed request, so that the request can be repeated. A finished one stays. */
  async release(claim: KeyClaim): Promise<void> {
    const { teamId, key, id } = claim;
    try {
      await this.#database.writeForgettable(
        () =>
          run(
            'DELETE FROM idempotency WHERE team_id = ? AND key = ? AND claim = ? AND status IS NULL',
            teamId,
            key,
            id,
          ),
        { repeatable: true },
      );
    } catch (error) {
      if (!(error instanceof Failure) || error.code !== 'database_failed') throw error;
      this.#unreleased.set(nameOf(teamId, key), claim);
    }
  }

  /**
   * For the start of the only server, within a transaction of the caller: requests that were running no longer are.
   */
  *releaseAll(): Work<number> {
    return yield* run('DELETE FROM idempotency WHERE status IS NULL');
  }

  /** Removes responses that are past their retention time. Returns how many. */
  async sweep(now: Date): Promise<number> {
    return await this.#database.query(() =>
      run(
        'DELETE FROM idempotency WHERE created_at <= ? AND status IS NOT NULL',
        now.getTime() - retentionMs,
      ),
    );
  }
}

const nameOf = (teamId: number, key: string) => `${teamId} ${key}`;

function toState(row: Row, requestHash: string): IdempotencyState {
  if (row.request_hash !== requestHash) return { kind: 'mismatch' };
  if (row.status === null) return { kind: 'running' };
  return {
    kind: 'replay',
    response: {
      status: row.status,
      headers: row.headers === null ? undefined : JSON.parse(row.headers),
      body: row.body,
      documentId: row.document_id,
    },
  };
}
