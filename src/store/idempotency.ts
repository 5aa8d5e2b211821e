/** Answers by `Idempotency-Key`: a request that is repeated gets the first answer and is charged once. */
import { Failure } from '../contract/errors.ts';
import { idempotencyKey } from '../contract/limits.ts';
import type { Connection } from './connection.ts';

export interface IdempotentAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** JSON text; null where the answer is the document itself. */
  readonly body: string | null;
  /** Its bytes are in a file; they are put into the answer again. */
  readonly documentId: string | null;
}

export interface IdempotentRequest {
  readonly teamId: number;
  readonly key: string;
  /** Of method, path and body: the same key for another request is a mistake. */
  readonly requestHash: string;
  readonly at: Date;
}

export type IdempotencyState =
  | { readonly kind: 'new' }
  | { readonly kind: 'running' }
  | { readonly kind: 'mismatch' }
  | { readonly kind: 'replay'; readonly answer: IdempotentAnswer };

interface Row {
  readonly request_hash: string;
  readonly created_at: number;
  readonly status: number | null;
  readonly headers: string | null;
  readonly body: string | null;
  readonly document_id: string | null;
}

const keptMilliseconds = idempotencyKey.keptHours * 3_600_000;

export class Idempotency {
  readonly #connection: Connection;
  /** Running keys that could not be forgotten, on a full disk: they may be used again all the same. */
  readonly #released = new Set<string>();

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** After `new`, the key is running until `ledger.post`, `finish` or `release`. */
  begin({ teamId, key, requestHash, at }: IdempotentRequest): IdempotencyState {
    // A power cut may forget that a request was running: it is not running any more.
    const name = nameOf(teamId, key);
    const state = this.#connection.writeForgettable((): IdempotencyState => {
      const row = this.#get(teamId, key);
      const isKept = row && row.created_at > at.getTime() - keptMilliseconds && !this.#released.has(name);
      if (isKept) return stateOf(row, requestHash);
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
   * Stores the answer of a running request. Throws `internal` if the key is not running, so that a charge in the
   * same transaction is undone: a key is charged once.
   */
  finish(teamId: number, key: string, answer: IdempotentAnswer): void {
    const changed = this.#connection.run(
      `UPDATE idempotency SET status = ?, headers = ?, body = ?, document_id = ?
       WHERE team_id = ? AND key = ? AND status IS NULL`,
      answer.status,
      answer.headers === undefined ? null : JSON.stringify(answer.headers),
      answer.body,
      answer.documentId,
      teamId,
      key,
    );
    if (changed === 0) throw new Failure('internal', 'An answer was stored for a key that is not running.');
  }

  /** Forgets a running request that failed, so that it can be repeated. A finished one stays. */
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

  /** At the server's start: what was running runs no more. */
  releaseAll(): number {
    return this.#connection.run('DELETE FROM idempotency WHERE status IS NULL');
  }

  /** Removes answers older than they are kept. Returns how many. */
  sweep(now: Date): number {
    return this.#connection.run(
      'DELETE FROM idempotency WHERE created_at <= ? AND status IS NOT NULL',
      now.getTime() - keptMilliseconds,
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

function stateOf(row: Row, requestHash: string): IdempotencyState {
  if (row.request_hash !== requestHash) return { kind: 'mismatch' };
  if (row.status === null) return { kind: 'running' };
  return {
    kind: 'replay',
    answer: {
      status: row.status,
      ...(row.headers === null ? {} : { headers: JSON.parse(row.headers) }),
      body: row.body,
      documentId: row.document_id,
    },
  };
}
