/**
 * Which row is run next, and by whom. Each server claims one row after the other, in turn of the teams, and renews its
 * lease while the row runs. A row whose lease ended, because its server died or stood still, is claimed again; what the
 * earlier claim still does with it fails.
 */
import { randomBytes } from 'node:crypto';
import type { Database } from '../database/database.ts';
import { get, run, type Work } from '../database/statement.ts';
import type { Documents, NewDocument } from '../documents.ts';
import { leaseExpired } from '../ledger/lease-expired.ts';
import { endIfDone, endJob, lockTeamOf } from './job-end.ts';
import {
  type ClaimedRow,
  type JobError,
  type JobRecord,
  type JobRowRecord,
  type PrintingTable,
  type RowClaim,
  toJob,
  toWarningsText,
} from './job-records.ts';

/** Milliseconds for which a row is claimed. Renewed several times in between. */
export const rowLeaseMs = 30_000;

/** A row that may be claimed. No new one is begun in a job that is to stop. */
const isClaimable = `r.state IN ('queued', 'running') AND r.lease_until <= now_ms()
  AND (r.state = 'running' OR j.error IS NULL)`;

export class JobClaims {
  readonly #database: Database;
  readonly #documents: Documents;

  constructor(database: Database, documents: Documents) {
    this.#database = database;
    this.#documents = documents;
  }

  /** Claims the next row of the team that has waited longest. Returns undefined if there is no work. */
  async next(now: Date): Promise<ClaimedRow | undefined> {
    const claim = randomBytes(12).toString('base64url');
    // A power cut that forgets the claim also ends the server that has it.
    return await this.#database.writeForgettable(() => this.#next(claim, now));
  }

  *#next(claim: string, now: Date): Work<ClaimedRow | undefined> {
    for (;;) {
      const candidate = yield* get<{ id: string }>(
        `SELECT j.id FROM jobs j LEFT JOIN job_turns t ON t.team_id = j.team_id
         WHERE j.state IN ('queued', 'running')
           AND EXISTS (SELECT 1 FROM job_rows r WHERE r.job_id = j.id AND ${isClaimable})
         ORDER BY coalesce(t.turn, 0), j.created_at, j.id LIMIT 1`,
      );
      if (!candidate) return undefined;
      // Locks the job: servers that saw the same one take its rows one after the other.
      const job = yield* get<JobRecord>(
        `UPDATE jobs SET state = 'running', started_at = coalesce(started_at, ?), printing = NULL
         WHERE id = ? AND state IN ('queued', 'running') RETURNING *`,
        now.getTime(),
        candidate.id,
      );
      const row = job && (yield* this.#take(job.id, claim));
      // Otherwise another server was faster.
      if (!job || !row) continue;
      yield* run(
        `INSERT INTO job_turns (team_id, turn) SELECT ?, coalesce(max(turn), 0) + 1 FROM job_turns WHERE turn >= 0
         ON CONFLICT (team_id) DO UPDATE SET turn = excluded.turn`,
        job.team_id,
      );
      const { number, filename, attempts } = row;
      return { claim: { jobId: job.id, number, id: claim }, job: toJob(job), filename, attempts };
    }
  }

  *#take(jobId: string, claim: string): Work<JobRowRecord | undefined> {
    return yield* get<JobRowRecord>(
      `UPDATE job_rows SET state = 'running', claim = ?, lease_until = now_ms() + ?, attempts = attempts + 1
       WHERE job_id = ? AND number = (
         SELECT r.number FROM job_rows r JOIN jobs j ON j.id = r.job_id WHERE r.job_id = ? AND ${isClaimable}
         ORDER BY r.lease_until, r.number LIMIT 1)
       RETURNING job_id, number, state, attempts, filename, document_id, size, error, warnings`,
      claim,
      rowLeaseMs,
      jobId,
      jobId,
    );
  }

  /** Returns whether any job has unfinished rows, on whichever server they run. */
  async hasWork(): Promise<boolean> {
    const row = await this.#database.query(() =>
      get("SELECT 1 FROM jobs WHERE state IN ('queued', 'running') LIMIT 1"),
    );
    return row !== undefined;
  }

  /** Returns false if the claim has ended: the job was cancelled, or another server has the row. */
  async renew({ jobId, number, id }: RowClaim): Promise<boolean> {
    const changed = await this.#database.query(() =>
      run(
        `UPDATE job_rows SET lease_until = now_ms() + ? WHERE job_id = ? AND number = ? AND claim = ? AND state = 'running'
         AND EXISTS (SELECT 1 FROM jobs WHERE id = ? AND state = 'running')`,
        rowLeaseMs,
        jobId,
        number,
        id,
        jobId,
      ),
    );
    return changed > 0;
  }

  /** Stores how far the table of a row is printed. Does nothing if the claim has ended. */
  async report({ jobId, number, id }: RowClaim, table: Omit<PrintingTable, 'row'>): Promise<void> {
    const printing: PrintingTable = { row: number, ...table };
    await this.#database.writeForgettable(() =>
      run(
        `UPDATE jobs SET printing = ? WHERE id = ? AND state = 'running'
         AND EXISTS (SELECT 1 FROM job_rows WHERE job_id = ? AND number = ? AND claim = ? AND state = 'running')`,
        JSON.stringify(printing),
        jobId,
        jobId,
        number,
        id,
      ),
    );
  }

  /**
   * Gives a row back, so that any server can begin it after `pauseMs`. `isCounted`: whether this attempt counts among
   * those after which the row fails.
   */
  async release(
    claim: RowClaim,
    { at, pauseMs, isCounted }: { readonly at: Date; readonly pauseMs: number; readonly isCounted: boolean },
  ): Promise<void> {
    await this.#database.write(() => this.#release(claim, pauseMs, isCounted ? 0 : 1, at), {
      repeatable: true,
    });
  }

  *#release({ jobId, number, id }: RowClaim, pauseMs: number, uncounted: number, at: Date): Work<void> {
    yield* lockTeamOf(jobId);
    const job = yield* get<JobRecord>(
      "UPDATE jobs SET printing = NULL WHERE id = ? AND state = 'running' RETURNING *",
      jobId,
    );
    const changed = yield* run(
      `UPDATE job_rows SET state = 'queued', claim = '', lease_until = now_ms() + ?, attempts = attempts - ?
       WHERE job_id = ? AND number = ? AND claim = ? AND state = 'running'`,
      pauseMs,
      uncounted,
      jobId,
      number,
      id,
    );
    // A job that is to stop may have waited for this row only.
    if (job && job.error !== null && changed > 0) yield* endIfDone(job, at);
  }

  /**
   * Finishes a row within the transaction of its charge, which is rolled back if the claim has ended. So a row is
   * finished if and only if it was charged. Throws `lease_expired`.
   */
  *finish(
    claim: RowClaim,
    { id, filename, size }: NewDocument,
    { at, warnings = [] }: { readonly at: Date; readonly warnings?: readonly string[] | undefined },
  ): Work<void> {
    const job = yield* get<JobRecord>(
      "UPDATE jobs SET done = done + 1, printing = NULL WHERE id = ? AND state = 'running' RETURNING *",
      claim.jobId,
    );
    if (!job) throw leaseExpired();
    yield* settleRow(claim, 'finished', { document: { id, filename, size }, warnings });
    yield* endIfDone(job, at);
  }

  /** Stores the merged PDF of a batch, which is not charged, and ends its job. Throws `lease_expired`. */
  async finishMerge(claim: RowClaim, document: NewDocument, at: Date): Promise<void> {
    await this.#database.write(() => this.#finishMerge(claim, document, at));
  }

  *#finishMerge(claim: RowClaim, document: NewDocument, at: Date): Work<void> {
    yield* lockTeamOf(claim.jobId);
    const job = yield* lockRunning(claim);
    yield* settleRow(claim, 'finished', {});
    yield* this.#documents.addAll([document]);
    yield* endJob(job, { state: 'finished', at, document });
  }

  /**
   * Fails a row. `stopsJob`: whether no other row of the job needs to be tried; those that run already go on. Does nothing
   * if the claim has ended.
   */
  async fail(
    claim: RowClaim,
    error: JobError,
    { at, stopsJob = false }: { readonly at: Date; readonly stopsJob?: boolean },
  ): Promise<void> {
    await this.#database
      .write(() => this.#fail(claim, error, at, stopsJob))
      .catch((reason) => {
        if (reason !== claimEnded) throw reason;
      });
  }

  *#fail(claim: RowClaim, error: JobError, at: Date, stopsJob: boolean): Work<void> {
    const text = JSON.stringify(error);
    const isMerge = claim.number === 0;
    yield* lockTeamOf(claim.jobId);
    const job = yield* get<JobRecord>(
      `UPDATE jobs SET failed = failed + ?, printing = NULL, error = CASE WHEN ? = 1 THEN coalesce(error, ?) ELSE error END
       WHERE id = ? AND state = 'running' RETURNING *`,
      isMerge ? 0 : 1,
      stopsJob ? 1 : 0,
      text,
      claim.jobId,
    );
    if (!job) throw claimEnded;
    const changed = yield* settle(claim, 'failed', { error });
    if (!changed) throw claimEnded;
    if (isMerge) yield* endJob(job, { state: 'failed', at, error });
    else yield* endIfDone(job, at);
  }
}

/** Rolls a transaction back. */
const claimEnded = new Error('The claim has ended.');

function* lockRunning({ jobId }: RowClaim): Work<JobRecord> {
  const job = yield* get<JobRecord>(
    "UPDATE jobs SET state = state WHERE id = ? AND state = 'running' RETURNING *",
    jobId,
  );
  if (!job) throw leaseExpired();
  return job;
}

interface RowEnding {
  readonly document?: { readonly id: string; readonly filename: string; readonly size: number };
  readonly error?: JobError;
  readonly warnings?: readonly string[];
}

function* settleRow(claim: RowClaim, state: 'finished', ending: RowEnding): Work<void> {
  if (!(yield* settle(claim, state, ending))) throw leaseExpired();
}

/** Returns whether the claim was still valid. */
function* settle(
  { jobId, number, id }: RowClaim,
  state: 'finished' | 'failed',
  { document, error, warnings = [] }: RowEnding,
): Work<boolean> {
  const changed = yield* run(
    `UPDATE job_rows SET state = ?, input = NULL, document_id = ?, filename = coalesce(?, filename), size = ?, error = ?,
       warnings = ?, lease_until = 0
     WHERE job_id = ? AND number = ? AND claim = ? AND state = 'running'`,
    state,
    document?.id ?? null,
    document?.filename ?? null,
    document?.size ?? null,
    error ? JSON.stringify(error) : null,
    toWarningsText(warnings),
    jobId,
    number,
    id,
  );
  return changed > 0;
}
