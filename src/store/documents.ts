/**
 * Generated PDFs that are kept for a limited time: a row in the database, and the bytes in a file named after the id.
 */
import { randomBytes } from 'node:crypto';
import { access, type FileHandle, open, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Failure } from '../contract/errors.ts';
import { fileFailure } from '../contract/files/file-failure.ts';
import type { Database } from './database/database.ts';
import { all, get, run, type Work } from './database/statement.ts';
import { writeDurably } from './database/write-durably.ts';

export interface StoredDocument {
  readonly id: string;
  readonly teamId: number;
  readonly filename: string;
  /** In bytes. */
  readonly size: number;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

/** Recorded by `ledger.post` after its file is written. */
export type NewDocument = StoredDocument;

interface DocumentRow {
  readonly id: string;
  readonly team_id: number;
  readonly filename: string;
  readonly size: number;
  readonly created_at: number;
  readonly expires_at: number;
}

/** Returns 144 random bits in base64url, so that the address of a document cannot be guessed. */
export const newDocumentId = (): string => randomBytes(18).toString('base64url');

const idForm = /^[0-9A-Za-z_-]{22,64}$/;

export class Documents {
  readonly #database: Database;
  readonly #folder: string;

  constructor(database: Database, folder: string) {
    this.#database = database;
    this.#folder = folder;
  }

  /**
   * Writes the file atomically; it survives a power cut once this returns. The row is added later, by `ledger.post`.
   * Throws `file_unwritable`.
   */
  async write(id: string, bytes: Uint8Array): Promise<void> {
    await writeDurably(this.pathOf(id), bytes);
  }

  /** Runs within a transaction of the ledger. */
  *add({ id, teamId, filename, size, createdAt, expiresAt }: NewDocument): Work<void> {
    yield* run(
      'INSERT INTO documents (id, team_id, filename, size, created_at, expires_at) VALUES (?, ?, ?, ?, ?, ?)',
      id,
      teamId,
      filename,
      size,
      createdAt.getTime(),
      expiresAt.getTime(),
    );
  }

  async get(id: string): Promise<StoredDocument | undefined> {
    const row = await this.#database.query(() =>
      get<DocumentRow>('SELECT * FROM documents WHERE id = ?', id),
    );
    return row && ofRow(row);
  }

  /** Returns whether the document can be read: both its row and its file exist. */
  async has(id: string): Promise<boolean> {
    if (!(await this.get(id))) return false;
    return await access(this.pathOf(id)).then(
      () => true,
      () => false,
    );
  }

  /** Extends the life of a document; never shortens it. */
  async keepUntil(id: string, time: Date): Promise<void> {
    await this.#database.query(() =>
      run(
        'UPDATE documents SET expires_at = ? WHERE id = ? AND expires_at < ?',
        time.getTime(),
        id,
        time.getTime(),
      ),
    );
  }

  /** Returns the expired documents, longest expired first. */
  async expired(now: Date): Promise<StoredDocument[]> {
    const rows = await this.#database.query(() =>
      all<DocumentRow>('SELECT * FROM documents WHERE expires_at <= ? ORDER BY expires_at', now.getTime()),
    );
    return rows.map(ofRow);
  }

  /** Throws `file_unreadable`, also if the document has expired and was removed. */
  async read(id: string): Promise<Uint8Array> {
    try {
      return await readFile(this.pathOf(id));
    } catch (error) {
      throw error instanceof Failure ? error : fileFailure('file_unreadable', this.pathOf(id), error);
    }
  }

  /** Opens the file for reading in parts. The caller closes it. Throws like `read`. */
  async open(id: string): Promise<FileHandle> {
    try {
      return await open(this.pathOf(id), 'r');
    } catch (error) {
      throw error instanceof Failure ? error : fileFailure('file_unreadable', this.pathOf(id), error);
    }
  }

  /** Returns the path of a document's file, whether or not it exists. Throws `internal` for an id of another form. */
  pathOf(id: string): string {
    if (!idForm.test(id)) throw new Failure('internal', 'A document id is not one of ours.');
    return join(this.#folder, id);
  }

  /** Removes the file and the row. Also works for a file that never got its row. */
  async remove(id: string): Promise<void> {
    // The file goes first: after a crash in between, the row remains and the next sweep finds it.
    await rm(this.pathOf(id), { force: true });
    await this.#removeRow(id);
  }

  async #removeRow(id: string): Promise<void> {
    await this.#database.query(() => run('DELETE FROM documents WHERE id = ?', id));
  }

  /**
   * Removes expired documents and returns how many entries it removed. With `atStart`, before anything else writes to
   * the folder, it also removes files without a row (left by requests that a crash interrupted) and rows without a file
   * (from a restored backup).
   */
  async sweep(now: Date, { atStart = false } = {}): Promise<number> {
    const expired = await this.expired(now);
    for (const { id } of expired) await this.remove(id);
    return expired.length + (atStart ? await this.#removeLeftovers() : 0);
  }

  async #removeLeftovers(): Promise<number> {
    const files = new Set(await readdir(this.#folder).catch(() => []));
    const rows = await this.#database.query(() => all<{ id: string }>('SELECT id FROM documents'));
    const known = new Set(rows.map(({ id }) => id));
    const withoutFile = [...known].filter((id) => !files.has(id));
    for (const id of withoutFile) await this.#removeRow(id);
    const withoutRow = [...files].filter((name) => !known.has(name));
    for (const name of withoutRow) await rm(join(this.#folder, name), { force: true, recursive: true });
    return withoutFile.length + withoutRow.length;
  }
}

function ofRow(row: DocumentRow): StoredDocument {
  return {
    id: row.id,
    teamId: row.team_id,
    filename: row.filename,
    size: row.size,
    createdAt: new Date(row.created_at),
    expiresAt: new Date(row.expires_at),
  };
}
