/**
 * Jobs: requests that are stored, so that they outlive their connection and their server. A job is created open, receives
 * its rows, and is then started; `JobClaims` says which row is run next.
 */
import { setImmediate } from 'node:timers/promises';
import { Failure } from '#contract/errors';
import { jobLimits } from '#contract/limits';
import type { Database } from '../database/database.ts';
import { all, get, lockTeam, run, type Work } from '../database/statement.ts';
import type { Documents } from '../documents.ts';
import type { Idempotency, IdempotentResponse, KeyClaim } from '../ledger/idempotency.ts';
import { type JobBacklog, jobBacklog } from './job-backlog.ts';
import { JobClaims } from './job-claims.ts';
import { endIfDone, endJob, lockTeamOf } from './job-end.ts';
import { JobInputs, type NumberedRow } from './job-inputs.ts';
import {
  type Job,
  type JobRecord,
  type JobRow,
  type JobRowRecord,
  type JobRowState,
  type NewJob,
  type NewJobRow,
  newJobId,
  toJob,
  toJobRow,
} from './job-records.ts';
import { JobRemoval } from './job-removal.ts';

interface JobParts {
  readonly database: Database;
  readonly documents: Documents;
  readonly idempotency: Idempotency;
  readonly now: () => Date;
}

/** Stored together with the start of a job. */
export interface JobResponse {
  readonly claim: KeyClaim;
  readonly toResponse: (job: Job) => IdempotentResponse;
}

interface AddedRows {
  /** The number of rows that are before the first of these. */
  readonly offset: number;
  readonly rows: readonly NewJobRow[];
}

/** Rows that are added in one transaction. */
const rowsAtOnce = 1_000;
/** Bytes that are added in one transaction. */
const bytesAtOnce = 1_000_000;
/** Milliseconds for which a request may store the rows of a job before it starts it. */
const unpromisedMs = 3_600_000;

/** Milliseconds after which a job that was promised is removed, if it has not ended by then. */
const promisedMs = jobLimits.maxDays * 86_400_000;

export const keptUntil = ({ createdAt }: Pick<Job, 'createdAt'>): Date =>
  new Date(createdAt.getTime() + promisedMs);

export class Jobs {
  readonly claims: JobClaims;
  readonly inputs: JobInputs;
  readonly removal: JobRemoval;
  readonly #parts: JobParts;
  readonly #database: Database;

  constructor(parts: JobParts) {
    this.#parts = parts;
    this.#database = parts.database;
    this.inputs = new JobInputs(parts.database);
    this.claims = new JobClaims(parts.database, parts.documents);
    this.removal = new JobRemoval(parts.database, parts.documents);
  }

  /**
   * Creates a job without rows, which is removed after an hour: a request that was cut off has promised nothing. `open`
   * and `start` keep it. Throws `too_many_jobs`.
   */
  async create(job: NewJob): Promise<Job> {
    const id = newJobId();
    return await this.#database.write(() => this.#create(id, job), { repeatable: true });
  }

  *#create(
    id: string,
    { teamId, tokenId, kind, route, templateId = undefined, version, options }: NewJob,
  ): Work<Job> {
    yield* lockTeam(teamId);
    const now = this.#parts.now().getTime();
    const open = yield* get<{ count: number }>(
      "SELECT count(*) AS count FROM jobs WHERE team_id = ? AND state IN ('open', 'queued', 'running') AND id <> ?",
      teamId,
      id,
    );
    if ((open?.count ?? 0) >= jobLimits.open) {
      throw new Failure('too_many_jobs', `A team may have at most ${jobLimits.open} unfinished jobs.`, {
        hint: 'Wait for one of them, or cancel it.',
      });
    }
    yield* run(
      `INSERT INTO jobs (id, team_id, token_id, kind, state, route, template_id, version, options, created_at, expires_at)
       VALUES (?, ?, ?, ?, 'open', ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
      id,
      teamId,
      tokenId,
      kind,
      route,
      templateId ?? null,
      version ?? null,
      JSON.stringify(options),
      now,
      now + unpromisedMs,
    );
    return toJob(yield* this.#find(id));
  }

  /** Keeps a job whose rows come with later requests. Throws `job_not_found`, and `lease_expired` like `start`. */
  async open(jobId: string, response?: JobResponse): Promise<Job> {
    return await this.#database.write(() => this.#open(jobId, response));
  }

  *#open(jobId: string, response: JobResponse | undefined): Work<Job> {
    yield* run('UPDATE jobs SET expires_at = created_at + ? WHERE id = ?', promisedMs, jobId);
    const job = toJob(yield* this.#find(jobId));
    if (response) yield* this.#parts.idempotency.store(response.claim, response.toResponse(job));
    return job;
  }

  /**
   * Adds rows to an open job. Rows at places that are taken are the same ones, sent again because a response was lost,
   * so they change nothing. Throws `job_not_found`, and `invalid_request` for a job that is not open, for a gap, and
   * for too many rows.
   */
  async append(jobId: string, { offset, rows }: AddedRows): Promise<Job> {
    const numbered = rows.map((row, index) => ({ number: offset + index + 1, row }));
    let job = toJob(await this.#database.read(() => this.#appendable(jobId, numbered)));
    for (const { start, end } of chunksOf(rows)) {
      const some = numbered.slice(start, end);
      await this.inputs.stage(jobId, some);
      job = await this.#database.write(() => this.#append(jobId, some), { repeatable: true });
      if (this.#database.blocks) await setImmediate();
    }
    return job;
  }

  *#append(jobId: string, rows: readonly NumberedRow[]): Work<Job> {
    // Locks the job, so that its rows are counted once.
    yield* run('UPDATE jobs SET total = total WHERE id = ?', jobId);
    const { total } = yield* this.#appendable(jobId, rows);
    const added = rows.filter(({ number }) => number > total);
    const failed = yield* this.inputs.add(jobId, added);
    yield* run(
      'UPDATE jobs SET total = total + ?, failed = failed + ?, input_bytes = input_bytes + ? WHERE id = ?',
      added.length,
      failed,
      bytesOf(added),
      jobId,
    );
    return toJob(yield* this.#find(jobId));
  }

  *#appendable(jobId: string, rows: readonly NumberedRow[]): Work<JobRecord> {
    const job = yield* this.#find(jobId);
    const { state, total, input_bytes: bytes } = job;
    if (state !== 'open') throw invalid('id', `Job ${jobId} was started, so it takes no more rows.`);
    if ((rows[0]?.number ?? 1) > total + 1) {
      throw invalid('offset', `The offset must be at most ${total}, the number of rows so far.`);
    }
    if ((rows.at(-1)?.number ?? 0) > jobLimits.rows) {
      throw invalid('rows', `A job may have at most ${jobLimits.rows.toLocaleString('en')} rows.`);
    }
    if (bytes + bytesOf(rows.filter(({ number }) => number > total)) > jobLimits.inputBytes) {
      const limit = jobLimits.inputBytes / 1024 / 1024;
      throw invalid('rows', `The rows of a job may have at most ${limit} MiB together.`);
    }
    return job;
  }

  /**
   * Queues an open job. A second start changes nothing. Throws `job_not_found`, `invalid_request` for a job without
   * rows, and `lease_expired` for a key that another request has taken over.
   */
  async start(jobId: string, response?: JobResponse): Promise<Job> {
    return await this.#database.write(() => this.#start(jobId, response));
  }

  *#start(jobId: string, response: JobResponse | undefined): Work<Job> {
    yield* lockTeamOf(jobId);
    const started = yield* get<JobRecord>(
      "UPDATE jobs SET state = 'queued', expires_at = created_at + ? WHERE id = ? AND state = 'open' AND total > 0 RETURNING *",
      promisedMs,
      jobId,
    );
    if (started) yield* endIfDone(started, this.#parts.now());
    const job = toJob(yield* this.#find(jobId));
    if (job.state === 'open') throw invalid('rows', 'A job must have at least one row.');
    if (response) yield* this.#parts.idempotency.store(response.claim, response.toResponse(job));
    return job;
  }

  async get(jobId: string): Promise<Job | undefined> {
    const record = await this.#database.query(() => get<JobRecord>('SELECT * FROM jobs WHERE id = ?', jobId));
    return record && toJob(record);
  }

  /** Returns a page of a team's jobs, newest first. `page` counts from 1. */
  async list(teamId: number, page: number, perPage: number): Promise<{ items: Job[]; total: number }> {
    return await this.#database.read(() => list(teamId, page, perPage));
  }

  /** Returns rows after the row `after`, in their order. */
  async rows(
    job: Job,
    {
      state,
      after,
      limit,
      hasWarnings = false,
    }: {
      readonly state?: JobRowState | undefined;
      readonly after: number;
      readonly limit: number;
      /** Whether to return only rows that have some. Default: false. */
      readonly hasWarnings?: boolean | undefined;
    },
  ): Promise<JobRow[]> {
    // As an expression, so that rows with warnings are found in the index of those, and not among all of the state.
    const ofState = hasWarnings ? "state || '' = ?" : 'state = ?';
    const query = (stored: string | undefined) =>
      all<JobRowRecord>(
        `SELECT job_id, number, state, attempts, filename, document_id, size, error, warnings FROM job_rows
         WHERE job_id = ? AND number > ? ${stored === undefined ? '' : `AND ${ofState}`}
           ${hasWarnings ? 'AND warnings IS NOT NULL' : ''}
         ORDER BY number LIMIT ?`,
        job.id,
        Math.max(0, after),
        ...(stored === undefined ? [] : [stored]),
        limit,
      );
    // A query for each state finds its rows in their index; one for several states would read every row of the job.
    const records: JobRowRecord[] = [];
    for (const stored of state === undefined ? [undefined] : storedStates(job, state)) {
      records.push(...(await this.#database.query(() => query(stored))));
    }
    return records
      .sort((a, b) => a.number - b.number)
      .slice(0, limit)
      .map((record) => toJobRow(record, job));
  }

  /** For operators: of all teams. */
  async backlog(): Promise<JobBacklog> {
    return await this.#database.query(jobBacklog);
  }

  /**
   * Ends a job at once: rows that were not begun are never charged, and one that is running can no longer be. A job that
   * has ended stays as it is. Throws `job_not_found`.
   */
  async cancel(jobId: string): Promise<Job> {
    return await this.#database.write(() => this.#cancel(jobId), { repeatable: true });
  }

  *#cancel(jobId: string): Work<Job> {
    yield* lockTeamOf(jobId);
    const record = yield* get<JobRecord>(
      "UPDATE jobs SET state = state WHERE id = ? AND state IN ('open', 'queued', 'running') RETURNING *",
      jobId,
    );
    if (record) yield* endJob(record, { state: 'cancelled', at: this.#parts.now() });
    return toJob(yield* this.#find(jobId));
  }

  *#find(jobId: string): Work<JobRecord> {
    const record = yield* get<JobRecord>('SELECT * FROM jobs WHERE id = ?', jobId);
    if (!record) throw new Failure('job_not_found', `Job ${jobId} not found.`);
    return record;
  }
}

function* list(teamId: number, page: number, perPage: number): Work<{ items: Job[]; total: number }> {
  const count = yield* get<{ total: number }>('SELECT count(*) AS total FROM jobs WHERE team_id = ?', teamId);
  const records = yield* all<JobRecord>(
    'SELECT * FROM jobs WHERE team_id = ? ORDER BY created_at DESC, id DESC LIMIT ? OFFSET ?',
    teamId,
    perPage,
    // A page beyond every other one is empty.
    Math.min((page - 1) * perPage, Number.MAX_SAFE_INTEGER),
  );
  return { items: records.map(toJob), total: count?.total ?? 0 };
}

/** Returns the states in the table that are shown as `state`: see `toJobRow`. */
function storedStates({ finishedAt, state: end }: Job, state: JobRowState): readonly string[] {
  const rest = finishedAt === null ? [] : ['queued', 'running'];
  const restState = end === 'cancelled' ? 'cancelled' : 'failed';
  return [...(rest.includes(state) ? [] : [state]), ...(state === restState ? rest : [])];
}

/** Returns parts of the rows that are each small enough for one transaction. */
function* chunksOf(rows: readonly NewJobRow[]): Generator<{ readonly start: number; readonly end: number }> {
  let start = 0;
  let bytes = 0;
  for (const [index, row] of rows.entries()) {
    const size = 'input' in row ? row.input.length : 0;
    if (index > start && (index - start >= rowsAtOnce || bytes + size > bytesAtOnce)) {
      yield { start, end: index };
      start = index;
      bytes = 0;
    }
    bytes += size;
  }
  if (start < rows.length) yield { start, end: rows.length };
}

const bytesOf = (rows: readonly NumberedRow[]): number =>
  rows.reduce((sum, { row }) => sum + ('input' in row ? row.input.length : 0), 0);

const invalid = (field: string, message: string) =>
  new Failure('invalid_request', message, { errors: { [field]: [message] } });
