/** The files of template versions, stored by content: a logo used in fifty templates is stored once. */
import { setImmediate } from 'node:timers/promises';
import type { HashedContent } from '#contract/content-hash';
import type { Database } from './database/database.ts';
import { all, get, run, type Work } from './database/statement.ts';

/**
 * The most bytes written in one transaction, which takes 4 ms; 20 MB take 130 ms. Larger files are stored in parts of
 * this size. It is a multiple of three, so that the concatenated base64 of the parts is the base64 of the whole.
 */
const maxPartBytes = 1_048_575;

/** SQL for the size in bytes of the content of a blob `b`. */
const blobBytes =
  'length(b.bytes) + coalesce((SELECT sum(length(p.bytes)) FROM blob_parts p WHERE p.blob = b.hash), 0)';

export class TemplateFileStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Writes the parts of large files, each in its own transaction, so that `store` has little left to write. */
  async stage(content: HashedContent): Promise<void> {
    for (const { hash, bytes } of content.files) {
      for (const part of await this.#database.read(() => missingParts(hash, bytes))) {
        await this.#database.writeForgettable(() => storePart(hash, bytes, part));
        await setImmediate();
      }
    }
  }

  /** Removes staged parts that no version uses. */
  async unstage(content: HashedContent): Promise<void> {
    for (const { hash, bytes } of content.files) {
      if (bytes.length <= maxPartBytes) continue;
      await this.#database.query(() =>
        run(
          'DELETE FROM blob_parts WHERE blob = ? AND NOT EXISTS (SELECT 1 FROM blobs WHERE hash = ?)',
          hash,
          hash,
        ),
      );
    }
  }

  /** Removes parts staged by a process that has ended. */
  async sweep(): Promise<void> {
    await this.#database.query(() =>
      run('DELETE FROM blob_parts WHERE blob NOT IN (SELECT hash FROM blobs)'),
    );
  }

  /** Within a transaction of the caller. */
  *store(templateId: number, version: number, content: HashedContent): Work<void> {
    // In the order of the hashes: two transactions that add the same contents never wait for each other in a circle.
    for (const { path, hash, bytes } of content.files.toSorted((a, b) => Buffer.compare(a.hash, b.hash))) {
      for (const part of yield* missingParts(hash, bytes)) yield* storePart(hash, bytes, part);
      yield* run(
        'INSERT INTO blobs (hash, bytes) VALUES (?, ?) ON CONFLICT DO NOTHING',
        hash,
        bytes.length > maxPartBytes ? new Uint8Array() : bytes,
      );
      yield* run(
        'INSERT INTO template_files (template_id, version, path, blob) VALUES (?, ?, ?, ?)',
        templateId,
        version,
        path,
        hash,
      );
    }
  }

  /** Returns path → content, sorted by path. Other requests run while large files are read. */
  async read(templateId: number, version: number): Promise<Map<string, Uint8Array>> {
    const files = new Map<string, Uint8Array>();
    const digests = await this.#database.query(() => this.digests(templateId, version));
    for (const [path, { hash, size }] of digests) {
      files.set(path, await this.content(templateId, hash, size));
    }
    return files;
  }

  /** Reads a content of `size` bytes. Other requests run meanwhile. */
  async content(templateId: number, hash: Buffer, size: number): Promise<Buffer> {
    // Allocated outside the pool, because it may be transferred to a thread.
    const bytes = Buffer.allocUnsafeSlow(size);
    let length = 0;
    for await (const piece of this.pieces(templateId, hash)) {
      bytes.set(piece, length);
      length += piece.length;
      if (length < size) await setImmediate();
    }
    return bytes;
  }

  /** Returns path → hash and size in bytes, sorted by path. */
  *digests(templateId: number, version: number): Work<Map<string, { hash: Buffer; size: number }>> {
    const rows = yield* all<{ path: string; hash: Buffer; size: number }>(
      `SELECT f.path, b.hash, ${blobBytes} AS size FROM template_files f JOIN blobs b ON b.hash = f.blob
       WHERE f.template_id = ? AND f.version = ? ORDER BY f.path`,
      templateId,
      version,
    );
    return new Map(rows.map(({ path, hash, size }) => [path, { hash, size }]));
  }

  /**
   * Returns the size in bytes of a content that any version of this template uses, otherwise undefined. A hash gives no
   * access to the contents of other templates.
   */
  async contentSize(templateId: number, hash: Buffer): Promise<number | undefined> {
    const row = await this.#database.query(() =>
      get<{ size: number }>(
        `SELECT ${blobBytes} AS size FROM blobs b WHERE b.hash = ?
         AND EXISTS (SELECT 1 FROM template_files f WHERE f.template_id = ? AND f.blob = b.hash)`,
        hash,
        templateId,
      ),
    );
    return row?.size;
  }

  /**
   * Reads a content that any version of this template uses, in pieces that are fetched on demand. The length of each
   * piece but the last is a multiple of three.
   */
  async *pieces(templateId: number, hash: Buffer): AsyncGenerator<Uint8Array, void> {
    const row = await this.#row(templateId, hash);
    if (!row) return;
    if (row.bytes.length > 0) {
      yield row.bytes;
      return;
    }
    for (const part of await this.#database.query(() => parts(hash))) {
      const piece = await this.#database.query(() =>
        get<{ bytes: Uint8Array }>('SELECT bytes FROM blob_parts WHERE blob = ? AND part = ?', hash, part),
      );
      if (piece) yield piece.bytes;
    }
  }

  async #row(templateId: number, hash: Buffer): Promise<{ readonly bytes: Uint8Array } | undefined> {
    return await this.#database.query(() =>
      get(
        `SELECT b.bytes FROM blobs b WHERE b.hash = ?
         AND EXISTS (SELECT 1 FROM template_files f WHERE f.template_id = ? AND f.blob = b.hash)`,
        hash,
        templateId,
      ),
    );
  }
}

/** Returns the numbers of the stored parts, in ascending order. */
function* parts(hash: Buffer): Work<number[]> {
  const rows = yield* all<{ part: number }>('SELECT part FROM blob_parts WHERE blob = ? ORDER BY part', hash);
  return rows.map(({ part }) => part);
}

/** Returns the numbers of the parts of a large file that are not stored yet; none if the whole content is. */
function* missingParts(hash: Buffer, bytes: Uint8Array): Work<number[]> {
  if (bytes.length <= maxPartBytes) return [];
  if (yield* get('SELECT 1 FROM blobs WHERE hash = ?', hash)) return [];
  const stored = new Set(yield* parts(hash));
  const count = Math.ceil(bytes.length / maxPartBytes);
  return Array.from({ length: count }, (_, part) => part).filter((part) => !stored.has(part));
}

/** Does nothing if another request has just stored the part. */
function* storePart(hash: Buffer, bytes: Uint8Array, part: number): Work<void> {
  yield* run(
    'INSERT INTO blob_parts (blob, part, bytes) VALUES (?, ?, ?) ON CONFLICT DO NOTHING',
    hash,
    part,
    bytes.subarray(part * maxPartBytes, (part + 1) * maxPartBytes),
  );
}
