/** Jobs and their rows, as the rest of the program sees them. */
import { randomBytes } from 'node:crypto';

type JobState = 'open' | 'queued' | 'running' | 'finished' | 'failed' | 'cancelled';
export type JobRowState = 'queued' | 'running' | 'finished' | 'failed' | 'cancelled';

/** The body of an error response, as JSON. */
export type JobError = Readonly<Record<string, unknown>> & {
  readonly message: string;
  readonly code: string;
};

/** A PDF that is stored for a job. */
export interface JobDocument {
  readonly id: string;
  readonly filename: string;
  /** In bytes. */
  readonly size: number;
}

export interface Job {
  readonly id: string;
  readonly teamId: number;
  readonly tokenId: number;
  /** One stored request, or one document for each row of data. */
  readonly kind: 'request' | 'batch';
  readonly state: JobState;
  /** The name of the route that runs each row. */
  readonly route: string;
  readonly templateId: number | null;
  readonly version: number | null;
  readonly options: Readonly<Record<string, unknown>>;
  readonly total: number;
  readonly done: number;
  readonly failed: number;
  /** The result, if it is a single PDF. */
  readonly document: JobDocument | null;
  /** Why the job failed. While it runs: why no further row is begun. */
  readonly error: JobError | null;
  /** The long table that is being printed. Null while there is none. */
  readonly printing: PrintingTable | null;
  readonly createdAt: Date;
  readonly startedAt: Date | null;
  readonly finishedAt: Date | null;
  /** When it is removed, with its rows and documents. */
  readonly expiresAt: Date;
}

/** How far a document of a job is printed that has thousands of rows or paragraphs. */
export interface PrintingTable {
  /** The number of the job's row. */
  readonly row: number;
  /** Rows of the table, or items of the list or text. */
  readonly done: number;
  readonly total: number;
  /** Undefined in a job of an earlier version: rows. */
  readonly unit?: 'rows' | 'items' | undefined;
}

export interface JobRow {
  /** From 1. */
  readonly number: number;
  readonly state: JobRowState;
  readonly attempts: number;
  readonly filename: string | null;
  readonly document: JobDocument | null;
  readonly error: JobError | null;
  /** Sentences about what the document asked for and did not get. */
  readonly warnings: readonly string[];
}

export interface NewJob {
  readonly teamId: number;
  readonly tokenId: number;
  readonly kind: Job['kind'];
  readonly route: string;
  readonly templateId?: number | undefined;
  readonly version?: number | undefined;
  readonly options: Readonly<Record<string, unknown>>;
}

/** A row that is added to a job: its input, or why it could not be read, as the JSON of a `JobError`. */
export type NewJobRow = { readonly filename?: string | undefined } & (
  | { readonly input: Uint8Array }
  | { readonly error: Uint8Array }
);

/** The right to run a row: given to one attempt at a time. */
export interface RowClaim {
  readonly jobId: string;
  /** 0: merging the finished rows. */
  readonly number: number;
  /** Random. */
  readonly id: string;
}

export interface ClaimedRow {
  readonly claim: RowClaim;
  readonly job: Job;
  readonly filename: string | null;
  /** The number of times that it was begun, including this one. */
  readonly attempts: number;
}

/** Returns 144 random bits, so that a job cannot be guessed. */
export const newJobId = (): string => `job_${randomBytes(18).toString('base64url')}`;

export interface JobRecord {
  readonly id: string;
  readonly team_id: number;
  readonly token_id: number;
  readonly kind: Job['kind'];
  readonly state: JobState;
  readonly route: string;
  readonly template_id: number | null;
  readonly version: number | null;
  readonly options: string;
  readonly total: number;
  readonly done: number;
  readonly failed: number;
  readonly input_bytes: number;
  readonly document_id: string | null;
  readonly filename: string | null;
  readonly size: number | null;
  readonly error: string | null;
  /** JSON. */
  readonly printing: string | null;
  readonly created_at: number;
  readonly started_at: number | null;
  readonly finished_at: number | null;
  readonly expires_at: number;
}

export interface JobRowRecord {
  readonly job_id: string;
  readonly number: number;
  readonly state: 'queued' | 'running' | 'finished' | 'failed';
  readonly attempts: number;
  readonly filename: string | null;
  readonly document_id: string | null;
  readonly size: number | null;
  readonly error: string | null;
  /** JSON. */
  readonly warnings: string | null;
}

export function toJob(record: JobRecord): Job {
  return {
    id: record.id,
    teamId: record.team_id,
    tokenId: record.token_id,
    kind: record.kind,
    state: record.state,
    route: record.route,
    templateId: record.template_id,
    version: record.version,
    options: JSON.parse(record.options),
    total: record.total,
    done: record.done,
    failed: record.failed,
    document: toDocument(record),
    error: parseError(record.error),
    printing: record.state === 'running' && record.printing !== null ? JSON.parse(record.printing) : null,
    createdAt: new Date(record.created_at),
    startedAt: toDate(record.started_at),
    finishedAt: toDate(record.finished_at),
    expiresAt: new Date(record.expires_at),
  };
}

/** A row that was not begun when its job ended has the job's own end. */
export function toJobRow(record: JobRowRecord, job: Pick<Job, 'finishedAt' | 'state' | 'error'>): JobRow {
  const { number, attempts, filename, state } = record;
  const document = toDocument(record);
  const warnings: readonly string[] = record.warnings === null ? [] : JSON.parse(record.warnings);
  const row = { number, attempts, filename, document, warnings };
  const isOver = state === 'finished' || state === 'failed';
  if (isOver || job.finishedAt === null) return { ...row, state, error: parseError(record.error) };
  if (job.state === 'cancelled') return { ...row, state: 'cancelled', error: null };
  return { ...row, state: 'failed', error: job.error };
}

/** The most warnings that are stored for a row, and the characters of each. */
const maxWarnings = 20;
const maxWarningCharacters = 500;

/** Returns the text in the table; null for none. */
export function toWarningsText(warnings: readonly string[]): string | null {
  if (warnings.length === 0) return null;
  return JSON.stringify(warnings.slice(0, maxWarnings).map((text) => text.slice(0, maxWarningCharacters)));
}

function toDocument({
  document_id: id,
  filename,
  size,
}: Pick<JobRecord, 'document_id' | 'filename' | 'size'>): JobDocument | null {
  return id === null ? null : { id, filename: filename ?? '', size: size ?? 0 };
}

const parseError = (text: string | null): JobError | null => (text === null ? null : JSON.parse(text));

const toDate = (time: number | null) => (time === null ? null : new Date(time));
