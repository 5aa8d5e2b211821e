/**
 * Generated PDFs that are kept for a limited time: a row in the database, and the bytes in the storage of documents.
 */
import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { Failure } from '#contract/errors';
import { jobLimits } from '#contract/limits';
import { assertIntact, assertSize, DamagedDocument, streamIntact } from './checked-document.ts';
import type { Database } from './database/database.ts';
import { all, get, run, type Work } from './database/statement.ts';
import {
  assertDocumentId,
  type DocumentBytes,
  type DocumentContent,
  documentsUnavailable,
  type OpenBytes,
} from './document-bytes/document-bytes.ts';
import { HashingContent, sha256Of } from './document-bytes/sha256.ts';

export interface StoredDocument {
  readonly id: string;
  readonly teamId: number;
  readonly filename: string;
  /** In bytes. */
  readonly size: number;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  /** Null for a document of an older program. */
  readonly sha256: Uint8Array | null;
}

/** Recorded by `ledger.settle` after its bytes are written. */
export type NewDocument = StoredDocument;

/** The bytes of a document, as long as its row says. */
export interface OpenDocument extends OpenBytes {
  readonly size: number;
}

interface DocumentRow {
  readonly id: string;
  readonly team_id: number;
  readonly filename: string;
  readonly size: number;
  readonly created_at: number;
  readonly expires_at: number;
  readonly sha256: Uint8Array | null;
}

/** Returns 144 random bits in base64url, so that the address of a document cannot be guessed. */
export const newDocumentId = (): string => randomBytes(18).toString('base64url');

/** Milliseconds between two searches for leftovers, which read the names of all documents. */
const leftoverIntervalMs = 3_600_000;
/** Milliseconds after which an unfinished write counts as given up, unless the lease of its request is longer. */
const minUnfinishedAgeMs = 3_600_000;
/**
 * Complete bytes without a row are not always of an interrupted request: the database may be a restored backup, or one
 * that took the place of another. They are removed when every document would have expired, jobs having the longest life.
 */
const longestLifeMs = (jobLimits.maxDays * 24 + jobLimits.keptHours) * 3_600_000;
const batchSize = 100;
/** Larger documents are streamed. */
const maxWholeBytes = 4 * 1024 * 1024;
/** Documents that are removed at the same time. */
const atOnce = 10;

export class Documents {
  readonly #database: Database;
  readonly #bytes: DocumentBytes;
  readonly #unfinishedAgeMs: number;
  #nextSearch = 0;
  #sweeping: Promise<number> | undefined;
  #isClosed = false;
  #report: (damaged: DamagedDocument) => void = () => {};

  /** A request that holds a lease longer than `leaseMs` can no longer add its row. */
  constructor(database: Database, bytes: DocumentBytes, leaseMs: number) {
    this.#database = database;
    this.#bytes = bytes;
    this.#unfinishedAgeMs = Math.max(minUnfinishedAgeMs, leaseMs);
  }

  /**
   * Stores the bytes; they survive a power cut once this returns. Returns their SHA-256 for the row, which is added later,
   * by `ledger.settle`. Throws `documents_unavailable`.
   */
  async write(id: string, content: DocumentContent): Promise<Uint8Array> {
    assertDocumentId(id);
    if (content instanceof Uint8Array) {
      const [sha256] = await Promise.all([sha256Of(content), this.#bytes.write(id, content)]);
      return sha256;
    }
    const hashed = new HashingContent(content);
    await this.#bytes.write(id, hashed);
    return hashed.sha256;
  }

  /** `report` is called for each document whose bytes are not those that were stored. */
  onDamaged(report: (damaged: DamagedDocument) => void): void {
    this.#report = report;
  }

  /** Runs within a transaction of the ledger. */
  *addAll(documents: readonly NewDocument[]): Work<void> {
    if (documents.length === 0) return;
    yield* run(
      `INSERT INTO documents (id, team_id, filename, size, created_at, expires_at, sha256)
       VALUES ${documents.map(() => '(?, ?, ?, ?, ?, ?, ?)').join(', ')}`,
      ...documents.flatMap(({ id, teamId, filename, size, createdAt, expiresAt, sha256 }) => [
        id,
        teamId,
        filename,
        size,
        createdAt.getTime(),
        expiresAt.getTime(),
        sha256,
      ]),
    );
  }

  async get(id: string): Promise<StoredDocument | undefined> {
    const row = await this.#database.query(() =>
      get<DocumentRow>('SELECT * FROM documents WHERE id = ?', id),
    );
    return row && ofRow(row);
  }

  /** Returns whether the document can be read: its row exists, and bytes of that length. Throws `documents_unavailable`. */
  async has(id: string): Promise<boolean> {
    const document = await this.get(id);
    if (!document) return false;
    try {
      await (await this.open(document)).close();
      return true;
    } catch (error) {
      if (error instanceof Failure && error.code === 'file_unreadable') return false;
      throw error;
    }
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

  /** Returns the first hundred expired documents, longest expired first. */
  async expired(now: Date): Promise<StoredDocument[]> {
    const rows = await this.#database.query(() =>
      all<DocumentRow>(
        'SELECT * FROM documents WHERE expires_at <= ? ORDER BY expires_at, id LIMIT ?',
        now.getTime(),
        batchSize,
      ),
    );
    return rows.map(ofRow);
  }

  /**
   * Throws `file_unreadable` if the bytes are gone, also because the document has expired, or damaged, and
   * `documents_unavailable` if they cannot be read at the moment.
   */
  async read(id: string): Promise<Uint8Array> {
    assertDocumentId(id);
    const document = await this.get(id);
    const bytes = await this.#bytes.read(id);
    if (document) await this.#reporting(assertIntact(document, bytes));
    return bytes;
  }

  /** Opens the bytes for reading in parts. The caller either streams once, or closes them. Throws like `read`. */
  async open(document: StoredDocument): Promise<OpenDocument> {
    assertDocumentId(document.id);
    const file = await this.#bytes.open(document.id);
    const { size } = document;
    try {
      // A storage that does not tell is compared when it is read.
      if (file.size !== undefined)
        await this.#reporting((async () => assertSize(document, file.size ?? size))());
    } catch (error) {
      await file.close();
      throw error;
    }
    return {
      size,
      stream: (start, end) => this.#stream(document, file, start, end),
      close: () => file.close(),
    };
  }

  /**
   * A small document is compared before its first byte is sent. Of a large one the last piece is held back until then; of
   * its ranges only the length is known.
   */
  async #stream(document: StoredDocument, file: OpenBytes, start: number, end: number): Promise<Readable> {
    if (document.size <= maxWholeBytes) {
      const whole = await buffer(await file.stream(0, document.size - 1)).catch((error) => {
        throw error instanceof Failure
          ? error
          : documentsUnavailable(`reading ${document.id} was cut off`, error);
      });
      await this.#reporting(assertIntact(document, whole));
      return Readable.from([whole.subarray(start, end + 1)], { objectMode: false });
    }
    if (start > 0 || end < document.size - 1) return await file.stream(start, end);
    return (await streamIntact(document, file)).once('error', (error) => {
      if (error instanceof DamagedDocument) this.#report(error);
    });
  }

  async #reporting(check: Promise<void>): Promise<void> {
    await check.catch((error) => {
      if (error instanceof DamagedDocument) this.#report(error);
      throw error;
    });
  }

  /**
   * Returns an address at the storage, with which anyone can download the document for `seconds`. Undefined if only the
   * server can reach the storage.
   */
  async signAddress({ id, filename }: StoredDocument, seconds: number): Promise<string | undefined> {
    return await this.#bytes.signAddress?.(id, filename, seconds);
  }

  /** Returns whether the storage has documents of any service. Throws `documents_unavailable`. */
  async isStorageUsed(): Promise<boolean> {
    return await this.#bytes.isUsed();
  }

  /** Removes the bytes and the row. Also works for bytes that never got their row. */
  async remove(id: string): Promise<void> {
    assertDocumentId(id);
    // The bytes go first: after a crash in between, the row remains and the next sweep finds it.
    await this.#bytes.remove(id);
    const work = () => run('DELETE FROM documents WHERE id = ?', id);
    await this.#database.write(work, { repeatable: true });
  }

  /**
   * Removes expired documents, and once an hour what interrupted requests left. Returns how many documents it removed.
   * Every server may call it at any time: what another one removes meanwhile is removed twice. A row whose bytes are gone
   * stays until it expires.
   *
   * Goes on behind what cannot be removed, and throws `documents_unavailable` for the first of it at the end; what is left
   * is removed by a later call.
   */
  async sweep(now: Date): Promise<number> {
    // A slow storage can take longer than the time between two calls.
    if (this.#sweeping || this.#isClosed) return 0;
    this.#sweeping = this.#sweep(now).finally(() => {
      this.#sweeping = undefined;
    });
    return await this.#sweeping;
  }

  /** Waits for the end of a running sweep, which ends early. Called before the database is closed. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#bytes.close();
    await this.#sweeping?.catch(() => {});
  }

  async #sweep(now: Date): Promise<number> {
    let removed = 0;
    const failures: unknown[] = [];
    for (let batch = await this.expired(now); batch.length > 0; batch = await this.expired(now)) {
      const count = await this.#removeAll(
        batch.map(({ id }) => id),
        failures,
      );
      removed += count;
      // Documents that cannot be removed would be returned again.
      if (this.#isClosed || batch.length < batchSize || count === 0) break;
    }
    if (!this.#isClosed && performance.now() >= this.#nextSearch) {
      this.#nextSearch = performance.now() + leftoverIntervalMs;
      removed += await this.#removeLeftovers(failures);
    }
    if (failures.length > 0) throw failures[0];
    return removed;
  }

  async #removeLeftovers(failures: unknown[]): Promise<number> {
    let removed = 0;
    const ages = { unfinishedMs: this.#unfinishedAgeMs, completeMs: longestLifeMs };
    for await (const ids of this.#bytes.leftovers(ages)) {
      removed += await this.#removeAll(await this.#withoutRow(ids), failures);
      if (this.#isClosed) break;
    }
    return removed;
  }

  async #withoutRow(ids: readonly string[]): Promise<string[]> {
    const known = new Set<string>();
    for (let start = 0; start < ids.length && !this.#isClosed; start += batchSize) {
      const asked = ids.slice(start, start + batchSize);
      const rows = await this.#database.query(() =>
        // One text for every number of ids, so that it is prepared once.
        all<{ id: string }>(selectKnown, ...asked, ...Array(batchSize - asked.length).fill('')),
      );
      for (const { id } of rows) known.add(id);
    }
    // Nothing was asked about the rest.
    return this.#isClosed ? [] : ids.filter((id) => !known.has(id));
  }

  /** Returns how many it removed, and adds why the others could not be. */
  async #removeAll(ids: readonly string[], failures: unknown[]): Promise<number> {
    let removed = 0;
    for (let start = 0; start < ids.length && !this.#isClosed; start += atOnce) {
      const batch = ids.slice(start, start + atOnce);
      for (const result of await Promise.allSettled(batch.map((id) => this.remove(id)))) {
        if (result.status === 'rejected') failures.push(result.reason);
        else removed += 1;
      }
    }
    return removed;
  }
}

const selectKnown = `SELECT id FROM documents WHERE id IN (${Array(batchSize).fill('?').join(', ')})`;

function ofRow(row: DocumentRow): StoredDocument {
  return {
    id: row.id,
    teamId: row.team_id,
    filename: row.filename,
    size: row.size,
    createdAt: new Date(row.created_at),
    expiresAt: new Date(row.expires_at),
    sha256: row.sha256,
  };
}
