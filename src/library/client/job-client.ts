/** Jobs for programs: requests that are answered later, and batches. */
import type { CallBounds, Client } from '#client/client';
import { type JobServer, openJobServer, waitForJob } from '#client/job-server';
import type { BatchRequest, ShownJob, ShownJobRow } from '#contract/api/jobs-schema';
import type { GenerateRequest, HtmlToPdfRequest, MergeRequest } from '#contract/api/requests-schema';
import { invalidOption } from '../invalid-option.ts';
import { stringifyData } from '../template-data.ts';
import type { CallOptions, DocumentCallOptions, TemplateId } from './client.ts';

type Later<Request> = Omit<Request, 'data' | 'output' | 'url_expiry'> & {
  readonly data?: object | undefined;
};

/** A request whose PDF is made later. */
export type JobRequest =
  | ({ readonly template: TemplateId } & Later<GenerateRequest>)
  | Later<HtmlToPdfRequest>
  | (Omit<MergeRequest, 'templates' | 'output' | 'url_expiry'> & {
      readonly templates: readonly { readonly id: TemplateId; readonly data?: object | undefined }[];
    });

export type BatchBody = Omit<BatchRequest, 'rows'> & { readonly rows: readonly object[] };

export interface WaitForJobOptions {
  /** Ends the wait, not the job. */
  readonly signal?: AbortSignal | undefined;
  /**
   * Called with the job after each look, and at the end. While a table of thousands of rows is printed, `printing` says how
   * far: `{ row: 1, done: 41000, total: 100000 }`.
   */
  readonly onProgress?: ((job: ShownJob) => void) | undefined;
  /** Seconds between two looks, 1 to 30. Each is a request, which counts towards the rate limit. Default: 30. */
  readonly lookSeconds?: number | undefined;
}

export interface JobRowsOptions extends CallOptions {
  readonly state?: ShownJobRow['state'] | undefined;
  /** Whether to return only rows that have some. Default: false. */
  readonly hasWarnings?: boolean | undefined;
}

export interface JobClient {
  /**
   * Stores a request on the server, which makes its PDF later: of a template, of HTML, or a merge. Throws the errors of the
   * request that are known at once, and `too_many_jobs`.
   *
   * @example
   * const { id } = await client.jobs.start({ template: 12, data: { number: '2026-104' } });
   * const { result } = await client.jobs.wait(id);
   */
  start(request: JobRequest, options?: DocumentCallOptions): Promise<ShownJob>;
  /** Stores a batch on the server: one PDF for each row. Rows that fail do not stop the others. */
  batch(request: BatchBody, options?: DocumentCallOptions): Promise<ShownJob>;
  /** Throws `job_not_found`. */
  get(id: string, options?: CallOptions): Promise<ShownJob>;
  /** Waits until the job has ended, however it ends: read its `state`. There is no limit of time but `signal`. */
  wait(id: string, options?: WaitForJobOptions): Promise<ShownJob>;
  /** The team's jobs, newest first. Further pages are requested as they are needed. */
  list(options?: CallOptions): AsyncGenerator<ShownJob, void>;
  /** The rows of a job, each with the address of its PDF or its error, and its warnings. */
  rows(id: string, options?: JobRowsOptions): AsyncGenerator<ShownJobRow, void>;
  /** Cancels the job. Rows that are not finished are not charged. A job that has ended stays as it is. */
  cancel(id: string, options?: CallOptions): Promise<ShownJob>;
  /** The PDF or the ZIP of a job that has ended. Throws `job_running` and `no_result`. */
  download(id: string, options?: CallOptions): Promise<Uint8Array>;
}

/** Runs a call within its time. */
type Bounded = <Result>(
  options: CallOptions,
  call: (bounds: CallBounds) => Promise<Result>,
) => Promise<Result>;

export function openJobClient(client: Client, url: string, bounded: Bounded): JobClient {
  const call = <Result>(
    { idempotencyKey, ...options }: DocumentCallOptions,
    use: (server: JobServer) => Promise<Result>,
  ) =>
    bounded(options, (bounds) => {
      const keyed = { ...bounds, ...(idempotencyKey === undefined ? {} : { idempotencyKey }) };
      return use(openJobServer(client, url, () => keyed));
    });
  const get = (id: string, options: CallOptions = {}, seconds = 0) =>
    call(options, (server) => server.get(id, seconds));
  return {
    start: (request, options = {}) => {
      const { path, body } = toRequest(request);
      return call(options, (server) => server.request(path, stringifyData(body)));
    },
    batch: (request, options = {}) => call(options, (server) => server.batch(stringifyData(request))),
    get: (id, options) => get(id, options),
    async wait(id, { signal, onProgress, lookSeconds } = {}) {
      assertLookSeconds(lookSeconds);
      const look = (job: string, seconds?: number) => get(job, { signal }, seconds);
      return await waitForJob({ get: look }, id, { onProgress, lookSeconds });
    },
    async *list(options = {}) {
      for (let page = 1, last = 1; page <= last; page++) {
        const { jobs, lastPage } = await call(options, (server) => server.list(page));
        yield* jobs;
        last = lastPage;
      }
    },
    async *rows(id, { state, hasWarnings, ...options } = {}) {
      for (let after: number | null = 0; after !== null; ) {
        const from: number = after;
        const page = await call(options, (server) => server.rows(id, { state, hasWarnings, after: from }));
        yield* page.rows;
        after = page.nextAfter;
      }
    },
    cancel: (id, options = {}) => call(options, (server) => server.cancel(id)),
    async download(id, options = {}) {
      let pieces: Uint8Array[] = [];
      await call(options, (server) =>
        server.download(id, async (body) => {
          pieces = [];
          for await (const piece of body) pieces.push(piece);
        }),
      );
      return new Uint8Array(Buffer.concat(pieces));
    },
  };
}

function toRequest(request: JobRequest): { readonly path: string; readonly body: object } {
  if ('templates' in request) return { path: '/templates/merge', body: request };
  if (!('template' in request)) return { path: '/html-to-pdf', body: request };
  const { template, ...body } = request;
  return { path: `/templates/${encodeURIComponent(template)}/generate`, body };
}

function assertLookSeconds(seconds: number | undefined): void {
  if (seconds === undefined || (Number.isInteger(seconds) && seconds >= 1 && seconds <= 30)) return;
  throw invalidOption('lookSeconds', 'must be a whole number from 1 to 30');
}
