/**
 * Signed-in sessions of the studio, valid on every server of a database. Only the hash of the number in the cookie is
 * stored, so reading the database does not reveal usable sessions.
 */
import { createHash, randomBytes } from 'node:crypto';
import type { Database } from './database/database.ts';
import { get, run, type Work } from './database/statement.ts';

interface Session {
  readonly tokenId: number;
  readonly endsAt: Date;
}

/** The oldest session is dropped first: a program that signs in repeatedly cannot fill the database. */
const maxSessionsPerToken = 20;

export class Sessions {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Returns the number for the cookie: 256 random bits in base64url. */
  async open(tokenId: number, { at, endsAt }: { readonly at: Date; readonly endsAt: Date }): Promise<string> {
    const id = randomBytes(32).toString('base64url');
    const work = () => insertSession(hashOf(id), tokenId, at, endsAt);
    // A session that a power cut loses is opened again.
    await this.#database.writeForgettable(work, { repeatable: true });
    return id;
  }

  /** Returns undefined for a number that is unknown. The session may have ended. */
  async find(id: string): Promise<Session | undefined> {
    const row = await this.#database.query(() =>
      get<{ token_id: number; ends_at: number }>(
        'SELECT token_id, ends_at FROM sessions WHERE hash = ?',
        hashOf(id),
      ),
    );
    return row && { tokenId: row.token_id, endsAt: new Date(row.ends_at) };
  }

  async close(id: string): Promise<void> {
    await this.#database.query(() => run('DELETE FROM sessions WHERE hash = ?', hashOf(id)));
  }

  /** Removes sessions that have ended. Returns how many. */
  async sweep(now: Date): Promise<number> {
    return await this.#database.query(() => run('DELETE FROM sessions WHERE ends_at <= ?', now.getTime()));
  }
}

function* insertSession(hash: Uint8Array, tokenId: number, at: Date, endsAt: Date): Work<void> {
  yield* run(
    `INSERT INTO sessions (hash, token_id, opened_at, ends_at) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING`,
    hash,
    tokenId,
    at.getTime(),
    endsAt.getTime(),
  );
  yield* run(
    `DELETE FROM sessions WHERE token_id = ? AND hash NOT IN (
       SELECT hash FROM sessions WHERE token_id = ? ORDER BY opened_at DESC, hash LIMIT ?)`,
    tokenId,
    tokenId,
    maxSessionsPerToken,
  );
}

const hashOf = (id: string): Uint8Array => createHash('sha256').update(id).digest();
