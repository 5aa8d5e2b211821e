/** The files of template versions, kept by their content: the same logo in fifty templates is stored once. */
import { createHash } from 'node:crypto';
import type { Connection } from './connection.ts';

export interface TemplateContent {
  /** Over the sorted paths and the hashes of their contents. */
  readonly hash: Buffer;
  readonly files: readonly { readonly path: string; readonly hash: Buffer; readonly bytes: Uint8Array }[];
}

export class TemplateFiles {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  digest(files: ReadonlyMap<string, Uint8Array>): TemplateContent {
    const sorted = [...files]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([path, bytes]) => ({ path, bytes, hash: createHash('sha256').update(bytes).digest() }));
    const whole = createHash('sha256');
    // No path holds a NUL, so where one ends is never in doubt.
    for (const { path, hash } of sorted) whole.update(`${path}\0`).update(hash);
    return { hash: whole.digest(), files: sorted };
  }

  store(templateId: number, version: number, content: TemplateContent): void {
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
}
