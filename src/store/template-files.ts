/** The files of template versions, stored by content: a logo used in fifty templates is stored once. */
import { setImmediate } from 'node:timers/promises';
import type { HashedContent } from '../contract/content-hash.ts';
import type { DatabaseConnection } from './database/connection.ts';

/**
 * The most bytes written in one transaction, which takes 4 ms; 20 MB take 130 ms. Larger files are stored in parts of
 * this size. It is a multiple of three, so that the concatenated base64 of the parts is the base64 of the whole.
 */
const maxPartBytes = 1_048_575;

/** SQL for the size in bytes of the content of a blob `b`. */
const blobBytes =
  'length(b.bytes) + coalesce((SELECT sum(length(p.bytes)) FROM blob_parts p WHERE p.blob = b.hash), 0)';

export class TemplateFileStore {
  readonly #connection: DatabaseConnection;

  constructor(connection: DatabaseConnection) {
    this.#connection = connection;
  }

  /** Writes the parts of large files, each in its own transaction, so that `store` has little left to write. */
  async stage(content: HashedContent): Promise<void> {
    for (const { hash, bytes } of content.files) {
      for (const part of this.#missingParts(hash, bytes)) {
        this.#connection.writeForgettable(() => this.#storePart(hash, bytes, part));
        await setImmediate();
      }
    }
  }

  /** Removes staged parts that no version uses. */
  unstage(content: HashedContent): void {
    for (const { hash, bytes } of content.files) {
      if (bytes.length <= maxPartBytes) continue;
      this.#connection.run(
        'DELETE FROM blob_parts WHERE blob = ? AND NOT EXISTS (SELECT 1 FROM blobs WHERE hash = ?)',
        hash,
        hash,
      );
    }
  }

  /** Removes parts staged by a process that has ended. */
  sweep(): void {
    this.#connection.run('DELETE FROM blob_parts WHERE blob NOT IN (SELECT hash FROM blobs)');
  }

  store(templateId: number, version: number, content: HashedContent): void {
    for (const { path, hash, bytes } of content.files) {
      for (const part of this.#missingParts(hash, bytes)) this.#storePart(hash, bytes, part);
      this.#connection.run(
        'INSERT INTO blobs (hash, bytes) VALUES (?, ?) ON CONFLICT DO NOTHING',
        hash,
        bytes.length > maxPartBytes ? new Uint8Array() : bytes,
      );
      this.#connection.run(
        'INSERT INTO template_files (template_id, version, path, blob) VALUES (?, ?, ?, ?)',
        templateId,
        version,
        path,
        hash,
      );
    }
  }

  /** Returns path → content, sorted by path. */
  read(templateId: number, version: number): Map<string, Uint8Array> {
    const digests = [...this.digests(templateId, version)];
    return new Map(
      digests.map(([path, { hash }]) => [path, Buffer.concat([...this.pieces(templateId, hash)])]),
    );
  }

  /** Like `read`, but other requests run while large files are read. */
  async readInTurns(templateId: number, version: number): Promise<Map<string, Uint8Array>> {
    const files = new Map<string, Uint8Array>();
    for (const [path, { hash, size }] of this.digests(templateId, version)) {
      files.set(path, await this.contentInTurns(templateId, hash, size));
    }
    return files;
  }

  /** Reads a content of `size` bytes. Other requests run meanwhile. */
  async contentInTurns(templateId: number, hash: Buffer, size: number): Promise<Buffer> {
    // Allocated outside the pool, because it may be transferred to a thread.
    const bytes = Buffer.allocUnsafeSlow(size);
    let length = 0;
    for (const piece of this.pieces(templateId, hash)) {
      bytes.set(piece, length);
      length += piece.length;
      if (length < size) await setImmediate();
    }
    return bytes;
  }

  /** Returns path → hash and size in bytes, sorted by path. */
  digests(templateId: number, version: number): Map<string, { hash: Buffer; size: number }> {
    const rows = this.#connection.all<{ path: string; hash: Buffer; size: number }>(
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
  contentSize(templateId: number, hash: Buffer): number | undefined {
    const row = this.#connection.get<{ size: number }>(
      `SELECT ${blobBytes} AS size FROM blobs b WHERE b.hash = ?
       AND EXISTS (SELECT 1 FROM template_files f WHERE f.template_id = ? AND f.blob = b.hash)`,
      hash,
      templateId,
    );
    return row?.size;
  }

  /**
   * Reads a content that any version of this template uses, in pieces that are fetched on demand. The length of each
   * piece but the last is a multiple of three.
   */
  *pieces(templateId: number, hash: Buffer): Generator<Uint8Array> {
    const row = this.#row(templateId, hash);
    if (!row) return;
    if (row.bytes.length > 0) {
      yield row.bytes;
      return;
    }
    for (const part of this.#parts(hash)) {
      const piece = this.#connection.get<{ bytes: Uint8Array }>(
        'SELECT bytes FROM blob_parts WHERE blob = ? AND part = ?',
        hash,
        part,
      );
      if (piece) yield piece.bytes;
    }
  }

  #row(templateId: number, hash: Buffer): { readonly bytes: Uint8Array } | undefined {
    return this.#connection.get<{ bytes: Uint8Array }>(
      `SELECT b.bytes FROM blobs b WHERE b.hash = ?
       AND EXISTS (SELECT 1 FROM template_files f WHERE f.template_id = ? AND f.blob = b.hash)`,
      hash,
      templateId,
    );
  }

  /** Returns the numbers of the stored parts, in ascending order. */
  #parts(hash: Buffer): number[] {
    const rows = this.#connection.all<{ part: number }>(
      'SELECT part FROM blob_parts WHERE blob = ? ORDER BY part',
      hash,
    );
    return rows.map(({ part }) => part);
  }

  /** Returns the numbers of the parts of a large file that are not stored yet; none if the whole content is. */
  #missingParts(hash: Buffer, bytes: Uint8Array): number[] {
    if (bytes.length <= maxPartBytes) return [];
    if (this.#connection.get('SELECT 1 FROM blobs WHERE hash = ?', hash)) return [];
    const stored = new Set(this.#parts(hash));
    const count = Math.ceil(bytes.length / maxPartBytes);
    return Array.from({ length: count }, (_, part) => part).filter((part) => !stored.has(part));
  }

  /** Does nothing if another request has just stored the part. */
  #storePart(hash: Buffer, bytes: Uint8Array, part: number): void {
    this.#connection.run(
      'INSERT INTO blob_parts (blob, part, bytes) VALUES (?, ?, ?) ON CONFLICT DO NOTHING',
      hash,
      part,
      bytes.subarray(part * maxPartBytes, (part + 1) * maxPartBytes),
    );
  }
}
