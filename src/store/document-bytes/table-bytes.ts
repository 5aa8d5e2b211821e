/** Keeps the bytes of each document in a row of the database, so that servers share nothing but the database. */
import { Readable } from 'node:stream';
import type { Database } from '../database/database.ts';
import { all, get, run } from '../database/statement.ts';
import {
  bytesMissing,
  type DocumentBytes,
  type DocumentContent,
  type LeftoverAges,
  type OpenBytes,
  wholeBytes,
} from './document-bytes.ts';

const pageSize = 100;

/** PostgreSQL reads only the parts of a row that a piece needs. */
const pieceBytes = 256 * 1024;
/** SQLite reads the whole row for each piece, in the server's own thread. */
const blockingPieceBytes = 1024 * 1024;

export class TableBytes implements DocumentBytes {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async write(id: string, content: DocumentContent): Promise<void> {
    const bytes = await wholeBytes(content, 'the table of documents');
    const work = () =>
      run(
        'INSERT INTO document_bytes (id, written_at, bytes) VALUES (?, now_ms(), ?) ON CONFLICT (id) DO UPDATE SET written_at = excluded.written_at, bytes = excluded.bytes',
        id,
        bytes,
      );
    await this.#database.write(work, { repeatable: true });
  }

  async read(id: string): Promise<Uint8Array> {
    const row = await this.#database.query(() =>
      get<{ bytes: Uint8Array }>('SELECT bytes FROM document_bytes WHERE id = ?', id),
    );
    return row?.bytes ?? fail(id);
  }

  async open(id: string): Promise<OpenBytes> {
    const size = (await this.#size(id)) ?? fail(id);
    return {
      size,
      stream: async (start, end) => {
        // The first piece is read before the response begins, so that a failure is still a response.
        const first = await this.#piece(id, start, end);
        return Readable.from(this.#pieces(id, first, start, end), { objectMode: false });
      },
      close: async () => {},
    };
  }

  async remove(id: string): Promise<void> {
    const work = () => run('DELETE FROM document_bytes WHERE id = ?', id);
    await this.#database.write(work, { repeatable: true });
  }

  async isUsed(): Promise<boolean> {
    return (await this.#database.query(() => get('SELECT 1 FROM document_bytes LIMIT 1'))) !== undefined;
  }

  /** Leaves out what has a row: the database can look for itself. */
  async *leftovers({ completeMs }: LeftoverAges): AsyncGenerator<readonly string[]> {
    let last = '';
    for (;;) {
      const after = last;
      const rows = await this.#database.query(() =>
        all<{ id: string }>(
          'SELECT id FROM document_bytes WHERE id > ? AND written_at <= (SELECT now_ms()) - ? AND NOT EXISTS (SELECT 1 FROM documents WHERE documents.id = document_bytes.id) ORDER BY id LIMIT ?',
          after,
          completeMs,
          pageSize,
        ),
      );
      const end = rows.at(-1);
      if (!end) return;
      yield rows.map(({ id }) => id);
      last = end.id;
    }
  }

  close(): void {}

  async #size(id: string): Promise<number | undefined> {
    const row = await this.#database.query(() =>
      get<{ size: number }>('SELECT length(bytes) AS size FROM document_bytes WHERE id = ?', id),
    );
    return row?.size;
  }

  async *#pieces(id: string, first: Uint8Array, start: number, end: number): AsyncGenerator<Uint8Array> {
    yield first;
    for (let at = start + first.length; at <= end; ) {
      const piece = await this.#piece(id, at, end);
      yield piece;
      at += piece.length;
    }
  }

  /** Returns the bytes from `start`, at most to `end`. */
  async #piece(id: string, start: number, end: number): Promise<Uint8Array> {
    const length = Math.min(end - start + 1, this.#database.blocks ? blockingPieceBytes : pieceBytes);
    const row = await this.#database.query(() =>
      get<{ piece: Uint8Array }>(
        'SELECT substr(bytes, ?, ?) AS piece FROM document_bytes WHERE id = ?',
        start + 1,
        length,
        id,
      ),
    );
    return row?.piece.length ? row.piece : fail(id);
  }
}

/** The document may expire while it is read. */
function fail(id: string): never {
  throw bytesMissing(`document_bytes ${id}`);
}
