/** How a job ends. Everything here runs within the transaction that settles the job's last row. */
import { jobLimits } from '#contract/limits';
import { get, lockTeam, run, type Work } from '../database/statement.ts';
import { enqueueEvent } from '../webhooks/delivery-rows.ts';
import type { JobDocument, JobError, JobRecord, JobRowRecord } from './job-records.ts';

interface JobEnding {
  readonly state: 'finished' | 'failed' | 'cancelled';
  readonly at: Date;
  readonly document?: JobDocument | undefined;
  readonly error?: JobError | undefined;
  /** Rows that failed, if it differs from what was counted. */
  readonly failed?: number | undefined;
}

/** Ends a job that is locked by the caller, after its team, and has not ended. */
export function* endJob(
  { id, team_id: teamId, kind, total, done, failed: counted }: JobRecord,
  { state, at, document, error, failed = counted }: JobEnding,
): Work<void> {
  yield* run(
    `UPDATE jobs SET state = ?, failed = ?, finished_at = ?, expires_at = ?, document_id = ?, filename = ?, size = ?,
       error = ? WHERE id = ?`,
    state,
    failed,
    at.getTime(),
    at.getTime() + jobLimits.keptHours * 3_600_000,
    document?.id ?? null,
    document?.filename ?? null,
    document?.size ?? null,
    error ? JSON.stringify(error) : null,
    id,
  );
  // Every job ends here, in this transaction, so each end is reported once.
  const data = {
    job_id: id,
    kind,
    state,
    total,
    done,
    failed,
    filename: document?.filename ?? null,
    size: document?.size ?? null,
    error: error ?? null,
  };
  yield* enqueueEvent(teamId, { type: 'job.finished', data, at });
}

/** Locks the team of a job. Whatever may end a job does this before it locks the job itself, in the order of a charge. */
export function* lockTeamOf(jobId: string): Work<void> {
  const job = yield* get<{ team_id: number }>('SELECT team_id FROM jobs WHERE id = ?', jobId);
  if (job) yield* lockTeam(job.team_id);
}

/**
 * Ends a job all of whose rows have ended, or that must not begin another one. A batch that is merged first gets a last
 * row, number 0. `job` is the job after the change, which has locked it.
 */
export function* endIfDone(job: JobRecord, at: Date): Work<void> {
  if (job.error !== null) {
    const running = yield* get<{ count: number }>(
      "SELECT count(*) AS count FROM job_rows WHERE job_id = ? AND state = 'running'",
      job.id,
    );
    if ((running?.count ?? 0) > 0) return;
    yield* endJob(job, { state: 'failed', at, error: JSON.parse(job.error), failed: job.total - job.done });
    return;
  }
  if (job.done + job.failed < job.total) return;
  if (job.kind === 'request') yield* endRequest(job, at);
  else yield* endBatch(job, at);
}

function* endRequest(job: JobRecord, at: Date): Work<void> {
  const row = yield* get<JobRowRecord>('SELECT * FROM job_rows WHERE job_id = ? AND number = 1', job.id);
  if (row?.document_id) {
    const document = { id: row.document_id, filename: row.filename ?? '', size: row.size ?? 0 };
    yield* endJob(job, { state: 'finished', at, document });
    return;
  }
  yield* endJob(job, { state: 'failed', at, error: JSON.parse(row?.error ?? '{}') });
}

function* endBatch(job: JobRecord, at: Date): Work<void> {
  const { output, on_error: onError } = JSON.parse(job.options) as { output?: string; on_error?: string };
  if (job.done === 0) {
    const message = `Every row failed.${yield* describeFirstFailure(job)}`;
    yield* endJob(job, { state: 'failed', at, error: rowsFailed(message) });
    return;
  }
  if (output !== 'merged') {
    yield* endJob(job, { state: 'finished', at });
    return;
  }
  if (job.failed > 0 && onError !== 'skip') {
    const rows = job.failed === 1 ? '1 row' : `${job.failed} rows`;
    const message = `${rows} failed, so nothing was merged.${yield* describeFirstFailure(job)}`;
    yield* endJob(job, { state: 'failed', at, error: rowsFailed(message) });
    return;
  }
  yield* run(
    "INSERT INTO job_rows (job_id, number, state) VALUES (?, 0, 'queued') ON CONFLICT DO NOTHING",
    job.id,
  );
}

/** Continues a sentence: ` Row 2: The data.award is missing.` */
function* describeFirstFailure({ id }: JobRecord): Work<string> {
  const row = yield* get<Pick<JobRowRecord, 'number' | 'error'>>(
    "SELECT number, error FROM job_rows WHERE job_id = ? AND state = 'failed' ORDER BY number LIMIT 1",
    id,
  );
  const { message } = JSON.parse(row?.error ?? '{}') as Partial<JobError>;
  return row && message ? ` Row ${row.number}: ${message}` : '';
}

const rowsFailed = (message: string): JobError => ({ message, code: 'rows_failed' });
