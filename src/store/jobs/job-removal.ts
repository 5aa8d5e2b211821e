/** Removes jobs with their rows, inputs and documents, in steps that are each small. */
import { setImmediate } from 'node:timers/promises';
import type { Database } from '../database/database.ts';
import { all, get, run } from '../database/statement.ts';
import type { Documents } from '../documents.ts';

/** Rows, and their documents, that one step removes. */
const sweptAtOnce = 500;

export class JobRemoval {
  readonly #database: Database;
  readonly #documents: Documents;

  constructor(database: Database, documents: Documents) {
    this.#database = database;
    this.#documents = documents;
  }

  /** Removes a job that was not started. Any other stays as it is. */
  async discard(jobId: string): Promise<void> {
    const changed = await this.#database.query(() =>
      run("UPDATE jobs SET state = 'cancelled' WHERE id = ? AND state = 'open'", jobId),
    );
    if (changed > 0) await this.#remove(jobId);
  }

  /** Removes jobs whose time has come, with their documents. Returns how many. */
  async sweep(now: Date): Promise<number> {
    const expired = await this.#database.query(() =>
      all<{ id: string }>(
        'SELECT id FROM jobs WHERE expires_at <= ? ORDER BY expires_at LIMIT 20',
        now.getTime(),
      ),
    );
    for (const { id } of expired) await this.#remove(id);
    return expired.length;
  }

  /** Each statement is small, so that other requests run in between. It can be begun again after a crash. */
  async #remove(jobId: string): Promise<void> {
    // From here on, no row can be charged.
    await this.#database.query(() =>
      run(
        "UPDATE jobs SET state = 'cancelled' WHERE id = ? AND state IN ('open', 'queued', 'running')",
        jobId,
      ),
    );
    for (;;) {
      const rows = await this.#database.query(() =>
        all<{ number: number; document_id: string | null }>(
          'SELECT number, document_id FROM job_rows WHERE job_id = ? ORDER BY number LIMIT ?',
          jobId,
          sweptAtOnce,
        ),
      );
      const last = rows.at(-1);
      if (!last) break;
      for (const { document_id: id } of rows) if (id !== null) await this.#documents.remove(id);
      await this.#database.query(() =>
        run('DELETE FROM job_bodies WHERE job_id = ? AND number <= ?', jobId, last.number),
      );
      await this.#database.query(() =>
        run('DELETE FROM job_rows WHERE job_id = ? AND number <= ?', jobId, last.number),
      );
      await setImmediate();
    }
    const job = await this.#database.query(() =>
      get<{ document_id: string | null }>('SELECT document_id FROM jobs WHERE id = ?', jobId),
    );
    if (job && job.document_id !== null) await this.#documents.remove(job.document_id);
    await this.#database.query(() => run('DELETE FROM job_bodies WHERE job_id = ?', jobId));
    await this.#database.query(() => run('DELETE FROM jobs WHERE id = ?', jobId));
  }
}
