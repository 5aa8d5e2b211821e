/** Responses by `Idempotency-Key`: a repeated request gets the first response and is charged once. */
import { Failure } from '../../contract/errors.ts';
import { idempotencyKey } from '../../contract/limits.ts';
import type { DatabaseConnection } from '../database/connection.ts';

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
}

export type IdempotencyState =
  | { readonly kind: 'new' }
  | { readonly kind: 'running' }
  | { readonly kind: 'mismatch' }
  | { readonly kind: 'replay'; readonly response: IdempotentResponse };

interface Row {
  readonly request_hash: string;
  readonly created_at: number;
  readonly status: number | null;
  readonly headers: string | null;
  readonly body: string | null;
  readonly document_id: string | null;
}

const retentionMs = idempotencyKey.keptHours * 3_600_000;

export class Idempotency {
  readonly #connection: DatabaseConnection;
  /** Keys of failed requests that could not be deleted because the disk was full. They may be used again regardless. */
  readonly #released = new Set<string>();

  constructor(connection: DatabaseConnection) {
    this.#connection = connection;
  }

  /** Registers a request. After `new`, the key is running until `ledger.settle`, `finish` or `release`. */
  begin({ teamId, key, requestHash, at }: IdempotentRequest): IdempotencyState {
    // A power cut may lose this row: it also ends the request.
    const name = nameOf(teamId, key);
    const state = this.#connection.writeForgettable((): IdempotencyState => {
      const row = this.#get(teamId, key);
      const isKept = row && row.created_at > at.getTime() - retentionMs && !this.#released.has(name);
      if (isKept) return toState(row, requestHash);
      if (row) this.#remove(teamId, key);
      this.#connection.run(
        'INSERT INTO idempotency (team_id, key, request_hash, created_at) VALUES (?, ?, ?, ?)',
        teamId,
        key,
        requestHash,
        at.getTime(),
      );
      return { kind: 'new' };
    });
    this.#released.delete(name);
    return state;
  }

  /**
   * Stores the response of a running request. Throws `internal` if the key is not running, which rolls back a charge in
   * the same transaction: a key is charged only once.
   */
  finish(teamId: number, key: string, response: IdempotentResponse): void {
    const changed = this.#connection.run(
      `UPDATE idempotency SET status = ?, headers = ?, body = ?, document_id = ?
       WHERE team_id = ? AND key = ? AND status IS NULL`,
      response.status,
      response.headers === undefined ? null : JSON.stringify(response.headers),
      response.body,
      response.documentId,
      teamId,
      key,
    );
    if (changed === 0) throw new Failure('internal', 'Cannot store a response: the key is not running.');
  }

  /** Deletes the key of a failed request, so that the request can be repeated. A finished one stays. */
  release(teamId: number, key: string): void {
    try {
      this.#connection.writeForgettable(() =>
        this.#connection.run(
          'DELETE FROM idempotency WHERE team_id = ? AND key = ? AND status IS NULL',
          teamId,
          key,
        ),
      );
    } catch (error) {
      if (!(error instanceof Failure) || error.code !== 'database_failed') throw error;
      this.#released.add(nameOf(teamId, key));
    }
  }

  /** For the start of the server: requests that were running no longer are. */
  releaseAll(): number {
    return this.#connection.run('DELETE FROM idempotency WHERE status IS NULL');
  }

  /** Removes responses that are past their retention time. Returns how many. */
  sweep(now: Date): number {
    return this.#connection.run(
      'DELETE FROM idempotency WHERE created_at <= ? AND status IS NOT NULL',
      now.getTime() - retentionMs,
    );
  }

  #get(teamId: number, key: string): Row | undefined {
    return this.#connection.get<Row>('SELECT * FROM idempotency WHERE team_id = ? AND key = ?', teamId, key);
  }

  #remove(teamId: number, key: string): void {
    this.#connection.run('DELETE FROM idempotency WHERE team_id = ? AND key = ?', teamId, key);
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
