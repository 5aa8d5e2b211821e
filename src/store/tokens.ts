/** API tokens. Only their SHA-256 is stored, so reading the database does not reveal usable tokens. */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { isOneLine } from '#contract/api/one-line-text';
import { Failure } from '#contract/errors';
import { isTokenWellFormed, makeToken, type TokenScope } from '#contract/token';
import type { Database } from './database/database.ts';
import { all, get, insert, run, type Work } from './database/statement.ts';
import type { Team, TeamRow, Teams } from './teams.ts';

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
  readonly scopes: string;
  readonly created_at: number;
  readonly last_used_at: number | null;
  readonly expires_at: number | null;
  readonly revoked_at: number | null;
}

/** A token and the team that owns it. */
interface OwnerRow extends TeamRow {
  readonly token_id: number;
  readonly hash: Buffer;
  readonly scopes: string;
  readonly last_used_at: number | null;
  readonly expires_at: number | null;
  readonly revoked_at: number | null;
}

const selectOwners = `
  SELECT teams.*, tokens.id AS token_id, tokens.hash, tokens.scopes,
    tokens.last_used_at, tokens.expires_at, tokens.revoked_at
  FROM tokens JOIN teams ON teams.id = tokens.team_id`;

/** The minimum time between two updates of `last_used_at`, in milliseconds. */
const lastUsedPrecisionMs = 60_000;

export class Tokens {
  readonly #database: Database;
  readonly #teams: Teams;
  readonly #now: () => Date;

  constructor(database: Database, teams: Teams, now: () => Date) {
    this.#database = database;
    this.#teams = teams;
    this.#now = now;
  }

  /**
   * Creates a token. Only this return value contains the token itself. Throws `team_not_found` and `invalid_option`.
   */
  async create(created: NewToken): Promise<Token & { readonly token: string }> {
    if (created.name !== undefined && !isTokenName(created.name)) throw invalidName();
    const token = makeToken(randomBytes);
    return { ...(await this.#database.write(() => this.#create(created, hashOf(token)))), token };
  }

  *#create({ teamId, name, expiresAt, scopes = [] }: NewToken, hash: Uint8Array): Work<Token> {
    const team = yield* this.#teams.find(teamId);
    const id = yield* insert(
      `INSERT INTO tokens (team_id, name, hash, scopes, created_at, expires_at) VALUES (?, ?, ?, ?, ?, ?)
       RETURNING id`,
      team.id,
      name ?? null,
      hash,
      JSON.stringify(scopes),
      this.#now().getTime(),
      expiresAt?.getTime() ?? null,
    );
    return yield* this.#get(id);
  }

  /** Returns a new token in place of another, which is no longer valid. Throws `token_not_found`. */
  async replace(id: number): Promise<Token & { readonly token: string }> {
    const token = makeToken(randomBytes);
    return { ...(await this.#database.write(() => this.#replace(id, hashOf(token)))), token };
  }

  *#replace(id: number, hash: Uint8Array): Work<Token> {
    yield* run('UPDATE tokens SET hash = ?, created_at = ? WHERE id = ?', hash, this.#now().getTime(), id);
    return yield* this.#get(id);
  }

  /** Throws `token_not_found` and `invalid_option`. */
  async rename(id: number, name: string): Promise<Token> {
    if (!isTokenName(name)) throw invalidName();
    return await this.#database.write(() => this.#rename(id, name), { repeatable: true });
  }

  *#rename(id: number, name: string): Work<Token> {
    yield* run('UPDATE tokens SET name = ? WHERE id = ?', name, id);
    return yield* this.#get(id);
  }

  /** Returns undefined for a token that is malformed, unknown, expired or revoked, without revealing which. */
  async authenticate(token: string, now: Date): Promise<Authenticated | undefined> {
    if (!isTokenWellFormed(token)) return undefined;
    const hash = hashOf(token);
    // Only part of the hash is used for the index lookup, so that its timing reveals nothing about the rest.
    const rows = await this.#database.query(() =>
      all<OwnerRow>(`${selectOwners} WHERE substr(tokens.hash, 1, 8) = substr(?, 1, 8)`, hash),
    );
    return await this.#valid(
      rows.find((candidate) => timingSafeEqual(candidate.hash, hash)),
      now,
    );
  }

  /**
   * Returns the current permissions of a token that was authenticated before. Returns undefined like `authenticate`.
   */
  async authenticateAgain(id: number, now: Date): Promise<Authenticated | undefined> {
    const row = await this.#database.query(() => get<OwnerRow>(`${selectOwners} WHERE tokens.id = ?`, id));
    return await this.#valid(row, now);
  }

  async #valid(row: OwnerRow | undefined, now: Date): Promise<Authenticated | undefined> {
    if (!row || row.revoked_at !== null) return undefined;
    if (row.expires_at !== null && row.expires_at <= now.getTime()) return undefined;
    await this.#touch(row, now.getTime());
    return { tokenId: row.token_id, team: this.#teams.ofRow(row), scopes: JSON.parse(row.scopes) };
  }

  /** Returns all tokens, including revoked and expired ones, oldest first. */
  async list(teamId?: number): Promise<Token[]> {
    const rows = await this.#database.query(() =>
      teamId === undefined
        ? all<TokenRow>('SELECT * FROM tokens ORDER BY id')
        : all<TokenRow>('SELECT * FROM tokens WHERE team_id = ? ORDER BY id', teamId),
    );
    return rows.map(ofRow);
  }

  /** Revokes a token immediately and permanently. A second call changes nothing. Throws `token_not_found`. */
  async revoke(id: number): Promise<Token> {
    return await this.#database.write(() => this.#revoke(id));
  }

  *#revoke(id: number): Work<Token> {
    yield* run(
      'UPDATE tokens SET revoked_at = ? WHERE id = ? AND revoked_at IS NULL',
      this.#now().getTime(),
      id,
    );
    return yield* this.#get(id);
  }

  *#get(id: number): Work<Token> {
    const row = yield* get<TokenRow>('SELECT * FROM tokens WHERE id = ?', id);
    if (!row) throw new Failure('token_not_found', `There is no token with the id ${id}.`);
    return ofRow(row);
  }

  async #touch(row: OwnerRow, now: number): Promise<void> {
    if (row.last_used_at !== null && Math.abs(now - row.last_used_at) < lastUsedPrecisionMs) return;
    try {
      await this.#database.writeForgettable(() =>
        run('UPDATE tokens SET last_used_at = ? WHERE id = ?', now, row.token_id),
      );
    } catch (error) {
      // On a full disk the token is still valid, so that read-only requests keep working.
      if (!(error instanceof Failure)) throw error;
    }
  }
}

const maxNameLength = 100;
const isTokenName = (name: string): boolean =>
  name.trim() !== '' && name.length <= maxNameLength && isOneLine(name);

function invalidName(): Failure {
  const message = `The name of a token has 1 to ${maxNameLength} characters in one line, without control characters.`;
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
