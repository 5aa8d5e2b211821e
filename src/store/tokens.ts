/** API tokens. Only their SHA-256 is stored, so reading the database does not reveal usable tokens. */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { Failure } from '../contract/errors.ts';
import { isTokenWellFormed, makeToken } from '../contract/token.ts';
import type { DatabaseConnection } from './database/connection.ts';
import type { Team, Teams } from './teams.ts';

/** Permissions in addition to those that every token has. */
type TokenScope = 'templates:write';

export interface Token {
  readonly id: number;
  readonly teamId: number;
  readonly name: string | null;
  readonly scopes: readonly TokenScope[];
  readonly createdAt: Date;
  /** Accurate to the minute. */
  readonly lastUsedAt: Date | null;
  readonly expiresAt: Date | null;
  readonly revokedAt: Date | null;
}

export interface NewToken {
  readonly teamId: number;
  readonly name?: string | undefined;
  readonly expiresAt?: Date | undefined;
  readonly scopes?: readonly TokenScope[] | undefined;
}

export interface Authenticated {
  readonly tokenId: number;
  readonly team: Team;
  readonly scopes: readonly TokenScope[];
}

interface TokenRow {
  readonly id: number;
  readonly team_id: number;
  readonly name: string | null;
  readonly hash: Buffer;
  readonly scopes: string;
  readonly created_at: number;
  readonly last_used_at: number | null;
  readonly expires_at: number | null;
  readonly revoked_at: number | null;
}

/** The minimum time between two updates of `last_used_at`, in milliseconds. */
const lastUsedPrecisionMs = 60_000;

export class Tokens {
  readonly #connection: DatabaseConnection;
  readonly #teams: Teams;
  readonly #now: () => Date;

  constructor(connection: DatabaseConnection, teams: Teams, now: () => Date) {
    this.#connection = connection;
    this.#teams = teams;
    this.#now = now;
  }

  /**
   * Creates a token. Only this return value contains the token itself. Throws `team_not_found` and `invalid_option`.
   */
  create({ teamId, name, expiresAt, scopes = [] }: NewToken): Token & { readonly token: string } {
    if (name !== undefined && !nameForm.test(name)) throw invalidName();
    const token = makeToken(randomBytes);
    return this.#connection.write(() => {
      const team = this.#teams.get(teamId);
      const id = this.#connection.insert(
        'INSERT INTO tokens (team_id, name, hash, scopes, created_at, expires_at) VALUES (?, ?, ?, ?, ?, ?)',
        team.id,
        name ?? null,
        hashOf(token),
        JSON.stringify(scopes),
        this.#now().getTime(),
        expiresAt?.getTime() ?? null,
      );
      return { ...this.#get(id), token };
    });
  }

  /** Returns undefined for a token that is malformed, unknown, expired or revoked, without revealing which. */
  authenticate(token: string, now: Date): Authenticated | undefined {
    if (!isTokenWellFormed(token)) return undefined;
    const hash = hashOf(token);
    // Only part of the hash is used for the index lookup, so that its timing reveals nothing about the rest.
    const row = this.#connection
      .all<TokenRow>('SELECT * FROM tokens WHERE substr(hash, 1, 8) = ?', hash.subarray(0, 8))
      .find((candidate) => timingSafeEqual(candidate.hash, hash));
    return this.#valid(row, now);
  }

  /**
   * Returns the current permissions of a token that was authenticated before. Returns undefined like `authenticate`.
   */
  authenticateAgain(id: number, now: Date): Authenticated | undefined {
    return this.#valid(this.#connection.get<TokenRow>('SELECT * FROM tokens WHERE id = ?', id), now);
  }

  #valid(row: TokenRow | undefined, now: Date): Authenticated | undefined {
    if (!row || row.revoked_at !== null) return undefined;
    if (row.expires_at !== null && row.expires_at <= now.getTime()) return undefined;
    const team = this.#teams.byId(row.team_id);
    if (!team) return undefined;
    this.#touch(row, now.getTime());
    return { tokenId: row.id, team, scopes: JSON.parse(row.scopes) };
  }

  /** Returns all tokens, including revoked and expired ones, oldest first. */
  list(teamId?: number): Token[] {
    const rows =
      teamId === undefined
        ? this.#connection.all<TokenRow>('SELECT * FROM tokens ORDER BY id')
        : this.#connection.all<TokenRow>('SELECT * FROM tokens WHERE team_id = ? ORDER BY id', teamId);
    return rows.map(ofRow);
  }

  /** Revokes a token immediately and permanently. A second call changes nothing. Throws `token_not_found`. */
  revoke(id: number): Token {
    return this.#connection.write(() => {
      this.#connection.run(
        'UPDATE tokens SET revoked_at = ? WHERE id = ? AND revoked_at IS NULL',
        this.#now().getTime(),
        id,
      );
      return this.#get(id);
    });
  }

  #get(id: number): Token {
    const row = this.#connection.get<TokenRow>('SELECT * FROM tokens WHERE id = ?', id);
    if (!row) throw new Failure('token_not_found', `There is no token with the id ${id}.`);
    return ofRow(row);
  }

  #touch(row: TokenRow, now: number): void {
    if (row.last_used_at !== null && Math.abs(now - row.last_used_at) < lastUsedPrecisionMs) return;
    try {
      this.#connection.writeForgettable(() =>
        this.#connection.run('UPDATE tokens SET last_used_at = ? WHERE id = ?', now, row.id),
      );
    } catch (error) {
      // On a full disk the token is still valid, so that read-only requests keep working.
      if (!(error instanceof Failure)) throw error;
    }
  }
}

/** Up to 100 characters that a list can show on one line. */
const nameForm = /^[^\p{C}]{1,100}$/u;

function invalidName(): Failure {
  const message = 'The name of a token has 1 to 100 characters, no line breaks.';
  return new Failure('invalid_option', message, { errors: { name: [message] } });
}

const hashOf = (token: string) => createHash('sha256').update(token).digest();

const dateOf = (time: number | null) => (time === null ? null : new Date(time));

function ofRow(row: TokenRow): Token {
  return {
    id: row.id,
    teamId: row.team_id,
    name: row.name,
    scopes: JSON.parse(row.scopes),
    createdAt: new Date(row.created_at),
    lastUsedAt: dateOf(row.last_used_at),
    expiresAt: dateOf(row.expires_at),
    revokedAt: dateOf(row.revoked_at),
  };
}
