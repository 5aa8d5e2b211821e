/**
 * The keys with which the PDFs of a team are signed, and who used them for what. The keys are encrypted by the caller: the
 * database and its backups hold only the ciphertext.
 */
import { Failure } from '#contract/errors';
import type { Database } from './database/database.ts';
import { all, get, insert, run, type Work } from './database/statement.ts';

/** Without the key. */
export interface StoredIdentity {
  readonly teamId: number;
  readonly name: string;
  /** The name in the certificate. */
  readonly subject: string;
  /** SHA-256 of the certificate, in hexadecimal digits. */
  readonly fingerprint: string;
  /** When the certificate expires. */
  readonly expiresAt: Date;
  readonly createdAt: Date;
}

export interface SealedIdentity extends StoredIdentity {
  readonly sealed: Uint8Array;
}

/** One signature. */
export interface SignatureUse {
  readonly teamId: number;
  /** Its name when it was used. */
  readonly identity: string;
  readonly fingerprint: string;
  readonly tokenId: number | null;
  readonly requestId: string;
  readonly jobId: string | null;
  /** SHA-256 of the signed PDF. */
  readonly documentHash: Uint8Array;
  readonly at: Date;
}

export interface UsesFilter {
  readonly teamId?: number | undefined;
  readonly identity?: string | undefined;
  readonly limit: number;
}

interface IdentityRow {
  readonly team_id: number;
  readonly name: string;
  readonly sealed: Uint8Array;
  readonly subject: string;
  readonly fingerprint: string;
  readonly expires_at: number;
  readonly created_at: number;
}

interface UseRow {
  readonly team_id: number;
  readonly identity: string;
  readonly fingerprint: string;
  readonly token_id: number | null;
  readonly request_id: string;
  readonly job_id: string | null;
  readonly document_hash: Uint8Array;
  readonly at: number;
}

export class SigningIdentities {
  readonly #database: Database;
  readonly #now: () => Date;

  constructor(database: Database, now: () => Date) {
    this.#database = database;
    this.#now = now;
  }

  /** Throws `invalid_option` for a name that the team has already. */
  async add(identity: Omit<SealedIdentity, 'createdAt'>): Promise<StoredIdentity> {
    return await this.#database.write(() => this.#add(identity));
  }

  *#add(identity: Omit<SealedIdentity, 'createdAt'>): Work<StoredIdentity> {
    const { teamId, name, sealed, subject, fingerprint, expiresAt } = identity;
    if (yield* find(teamId, name)) {
      const message = `The team has a signing identity ${name} already.`;
      throw new Failure('invalid_option', message, {
        errors: { name: [message] },
        hint: `Remove it first: pdfapi admin signing-identity remove ${name}`,
      });
    }
    yield* insert(
      `INSERT INTO signing_identities (team_id, name, sealed, subject, fingerprint, expires_at, created_at)
       VALUES (?, ?, ?, ?, ?, ?, ?) RETURNING id`,
      teamId,
      name,
      sealed,
      subject,
      fingerprint,
      expiresAt.getTime(),
      this.#now().getTime(),
    );
    const { sealed: _, ...stored } = toIdentity((yield* find(teamId, name)) as IdentityRow);
    return stored;
  }

  /** Undefined if the team has none of this name, whatever others have. */
  async find(teamId: number, name: string): Promise<SealedIdentity | undefined> {
    const row = await this.#database.query(() => find(teamId, name));
    return row && toIdentity(row);
  }

  /** By team and name. Default: of all teams. */
  async list(teamId?: number): Promise<StoredIdentity[]> {
    const rows = await this.#database.query(() =>
      teamId === undefined
        ? all<IdentityRow>('SELECT * FROM signing_identities ORDER BY team_id, name')
        : all<IdentityRow>('SELECT * FROM signing_identities WHERE team_id = ? ORDER BY name', teamId),
    );
    return rows.map((row) => {
      const { sealed: _, ...stored } = toIdentity(row);
      return stored;
    });
  }

  /** Returns false if the team has none of this name. What it signed stays in the log. */
  async remove(teamId: number, name: string): Promise<boolean> {
    const removed = await this.#database.write(() =>
      run('DELETE FROM signing_identities WHERE team_id = ? AND name = ?', teamId, name),
    );
    return removed > 0;
  }

  async recordUse(use: SignatureUse): Promise<void> {
    await this.#database.write(() =>
      run(
        `INSERT INTO signatures (team_id, identity, fingerprint, token_id, request_id, job_id, document_hash, at)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
        use.teamId,
        use.identity,
        use.fingerprint,
        use.tokenId,
        use.requestId,
        use.jobId,
        use.documentHash,
        use.at.getTime(),
      ),
    );
  }

  /** Newest first. */
  async uses({ teamId, identity, limit }: UsesFilter): Promise<SignatureUse[]> {
    const team = teamId ?? null;
    const name = identity ?? null;
    const rows = await this.#database.query(() =>
      all<UseRow>(
        `SELECT * FROM signatures
         WHERE (CAST(? AS BIGINT) IS NULL OR team_id = CAST(? AS BIGINT))
           AND (CAST(? AS TEXT) IS NULL OR identity = CAST(? AS TEXT))
         ORDER BY id DESC LIMIT ?`,
        team,
        team,
        name,
        name,
        limit,
      ),
    );
    return rows.map((row) => ({
      teamId: row.team_id,
      identity: row.identity,
      fingerprint: row.fingerprint,
      tokenId: row.token_id,
      requestId: row.request_id,
      jobId: row.job_id,
      documentHash: row.document_hash,
      at: new Date(row.at),
    }));
  }
}

const find = (teamId: number, name: string): Work<IdentityRow | undefined> =>
  get<IdentityRow>('SELECT * FROM signing_identities WHERE team_id = ? AND name = ?', teamId, name);

const toIdentity = (row: IdentityRow): SealedIdentity => ({
  teamId: row.team_id,
  name: row.name,
  sealed: row.sealed,
  subject: row.subject,
  fingerprint: row.fingerprint,
  expiresAt: new Date(row.expires_at),
  createdAt: new Date(row.created_at),
});
