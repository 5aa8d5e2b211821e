/** The inputs of rows: beside the row, or in parts if one is large. */
import { setImmediate } from 'node:timers/promises';
import type { Database } from '../database/database.ts';
import { all, get, run, type Work } from '../database/statement.ts';
import type { NewJobRow } from './job-records.ts';

/** The most bytes that one statement writes or reads, which takes 4 ms. */
const maxPartBytes = 1_048_576;

/** Rows in one statement, and statements in one transaction: 1,000 rows take some 20 ms. */
const rowsPerStatement = 50;

export interface NumberedRow {
  readonly number: number;
  readonly row: NewJobRow;
}

export class JobInputs {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Writes the parts of large inputs, each in its own transaction, before their rows are added. */
  async stage(jobId: string, rows: readonly NumberedRow[]): Promise<void> {
    for (const { number, row } of rows) {
      if (!('input' in row) || row.input.length <= maxPartBytes) continue;
      for (let part = 0; part * maxPartBytes < row.input.length; part++) {
        const bytes = row.input.subarray(part * maxPartBytes, (part + 1) * maxPartBytes);
        await this.#database.writeForgettable(() =>
          run(
            'INSERT INTO job_bodies (job_id, number, part, bytes) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING',
            jobId,
            number,
            part,
            bytes,
          ),
        );
        await setImmediate();
      }
    }
  }

  /**
   * Adds rows, within a transaction of the caller. Rows that were added before stay as they are. Returns how many of the
   * added ones have failed already.
   */
  *add(jobId: string, rows: readonly NumberedRow[]): Work<number> {
    for (let start = 0; start < rows.length; start += rowsPerStatement) {
      const some = rows.slice(start, start + rowsPerStatement);
      yield* run(
        `INSERT INTO job_rows (job_id, number, input, state, filename, error)
         VALUES ${some.map(() => '(?, ?, ?, ?, ?, ?)').join(', ')} ON CONFLICT DO NOTHING`,
        ...some.flatMap(({ number, row }) => [
          jobId,
          number,
          'input' in row && row.input.length <= maxPartBytes ? row.input : null,
          'error' in row ? 'failed' : 'queued',
          row.filename ?? null,
          'error' in row ? Buffer.from(row.error).toString() : null,
        ]),
      );
    }
    return rows.filter(({ row }) => 'error' in row).length;
  }

  async read(jobId: string, number: number): Promise<Buffer> {
    const row = await this.#database.query(() =>
      get<{ input: Uint8Array | null }>(
        'SELECT input FROM job_rows WHERE job_id = ? AND number = ?',
        jobId,
        number,
      ),
    );
    if (row?.input) return Buffer.from(row.input);
    const parts = await this.#database.query(() =>
      all<{ part: number }>(
        'SELECT part FROM job_bodies WHERE job_id = ? AND number = ? ORDER BY part',
        jobId,
        number,
      ),
    );
    const pieces: Uint8Array[] = [];
    for (const { part } of parts) {
      const piece = await this.#database.query(() =>
        get<{ bytes: Uint8Array }>(
          'SELECT bytes FROM job_bodies WHERE job_id = ? AND number = ? AND part = ?',
          jobId,
          number,
          part,
        ),
      );
      if (piece) pieces.push(piece.bytes);
      await setImmediate();
    }
    return Buffer.concat(pieces);
  }
}
