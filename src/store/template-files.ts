/** The files of template versions, kept by their content: the same logo in fifty templates is stored once. */
import type { HashedContent } from '../contract/content-hash.ts';
import type { Connection } from './connection.ts';

export class TemplateFiles {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  store(templateId: number, version: number, content: HashedContent): void {
    for (const { path, hash, bytes } of content.files) {
      this.#connection.run(
        'INSERT INTO blobs (hash, bytes) VALUES (?, ?) ON CONFLICT DO NOTHING',
        hash,
        bytes,
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

  /** Sorted by path. */
  read(templateId: number, version: number): Map<string, Uint8Array> {
    const rows = this.#connection.all<{ path: string; bytes: Uint8Array }>(
      `SELECT f.path, b.bytes FROM template_files f JOIN blobs b ON b.hash = f.blob
       WHERE f.template_id = ? AND f.version = ? ORDER BY f.path`,
      templateId,
      version,
    );
    return new Map(rows.map(({ path, bytes }) => [path, bytes]));
  }

  /** Path → hash and size of its content, sorted by path. */
  digests(templateId: number, version: number): Map<string, { hash: Buffer; size: number }> {
    const rows = this.#connection.all<{ path: string; hash: Buffer; size: number }>(
      `SELECT f.path, b.hash, length(b.bytes) AS size FROM template_files f JOIN blobs b ON b.hash = f.blob
       WHERE f.template_id = ? AND f.version = ? ORDER BY f.path`,
      templateId,
      version,
    );
    return new Map(rows.map(({ path, hash, size }) => [path, { hash, size }]));
  }

  /** A content that any version of this template holds: nobody gets at another's by its hash. */
  content(templateId: number, hash: Buffer): Uint8Array | undefined {
    const row = this.#connection.get<{ bytes: Uint8Array }>(
      `SELECT b.bytes FROM blobs b WHERE b.hash = ?
       AND EXISTS (SELECT 1 FROM template_files f WHERE f.template_id = ? AND f.blob = b.hash)`,
      hash,
      templateId,
    );
    return row?.bytes;
  }
}
