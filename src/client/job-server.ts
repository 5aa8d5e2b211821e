/** Jobs on a server: requests that are answered later, and batches. */
import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import {
  type BatchRequest,
  jobPageSchema,
  jobResponseSchema,
  jobRowPageSchema,
  type ShownJob,
  type ShownJobRow,
} from '#contract/api/jobs-schema';
import { apiPrefix } from '#contract/api/routes';
import { jobLimits } from '#contract/limits';
import type { CallBounds, Client } from './client.ts';
import { parseResponse } from './parse-response.ts';
import type { BodySink, Call } from './request.ts';

interface JobRowPage {
  readonly rows: readonly ShownJobRow[];
  /** `after` of the next page, null if there is none. */
  readonly nextAfter: number | null;
}

export interface JobServer {
  /** Sends a request whose PDF is made later. `path` is below the prefix of the API, `body` JSON. */
  request(path: string, body: string): Promise<ShownJob>;
  /** `body` is JSON: a `BatchRequest`. */
  batch(body: string): Promise<ShownJob>;
  /** Creates a batch that receives its rows later. */
  open(options: Omit<BatchRequest, 'rows'>): Promise<ShownJob>;
  /** Adds rows after the first `offset` ones: one JSON object per line. Safe to repeat. */
  addRows(id: string, offset: number, rows: string): Promise<ShownJob>;
  start(id: string): Promise<ShownJob>;
  /** Waits up to `waitSeconds` for the end of the job, by default not at all. */
  get(id: string, waitSeconds?: number): Promise<ShownJob>;
  /** A page of the team's jobs, newest first. `page` counts from 1. */
  list(page: number): Promise<{ readonly jobs: readonly ShownJob[]; readonly lastPage: number }>;
  rows(
    id: string,
    options: {
      readonly state?: string | undefined;
      readonly after: number;
      /** Whether to return only rows that have some. */
      readonly hasWarnings?: boolean | undefined;
    },
  ): Promise<JobRowPage>;
  cancel(id: string): Promise<ShownJob>;
  /** Gives the result to `sink` while it arrives, from its start again if the connection is lost. */
  download(id: string, sink: BodySink): Promise<void>;
}

/** `bounds` returns the limits of one call. Every method throws if the server rejects the request. */
export function openJobServer(client: Client, url: string, bounds: () => CallBounds): JobServer {
  const send = async <Schema extends z.ZodType>(
    call: Omit<Call, 'path'> & { path: string },
    schema: Schema,
  ) => {
    const response = await client.call({ ...call, path: `${apiPrefix}${call.path}` }, bounds());
    return parseResponse(response, schema, url);
  };
  const job = async (method: Call['method'], path: string, extra: Partial<Call> = {}): Promise<ShownJob> =>
    (await send({ method, path, ...extra }, jobResponseSchema)).data;
  /** With a key, so that a request whose response was lost starts one job only. */
  const create = (path: string, body: string, extra: Partial<Call> = {}) => {
    const { idempotencyKey = randomUUID() } = bounds();
    return job('POST', path, { body, idempotencyKey, ...extra });
  };
  return {
    request: (path, body) => create(path, body, { prefer: 'respond-async' }),
    batch: (body) => create('/batches', body),
    open: (options) => create('/batches?open=1', JSON.stringify(options)),
    addRows: (id, offset, rows) =>
      job('POST', `/batches/${id}/rows?offset=${offset}`, {
        body: { bytes: Buffer.from(rows), contentType: 'application/x-ndjson' },
        isRepeatable: true,
      }),
    start: (id) => job('POST', `/batches/${id}/start`, { isRepeatable: true }),
    get: (id, waitSeconds = 0) => job('GET', `/jobs/${encodeURIComponent(id)}?wait=${waitSeconds}`),
    async list(page) {
      const { data, meta } = await send({ method: 'GET', path: `/jobs?page=${page}` }, jobPageSchema);
      return { jobs: data, lastPage: meta.last_page };
    },
    async rows(id, { state, after, hasWarnings = false }) {
      const query = `${state === undefined ? '' : `&state=${state}`}${hasWarnings ? '&warnings=1' : ''}`;
      const path = `/jobs/${encodeURIComponent(id)}/rows?after=${after}${query}`;
      const { data, meta } = await send({ method: 'GET', path }, jobRowPageSchema);
      return { rows: data, nextAfter: meta.next_after };
    },
    cancel: (id) => job('DELETE', `/jobs/${encodeURIComponent(id)}`),
    async download(id, sink) {
      const path = `${apiPrefix}/jobs/${encodeURIComponent(id)}/result`;
      await client.call({ method: 'GET', path, sink }, bounds());
    },
  };
}

/** How `waitForJob` waits. */
interface JobWait {
  /** Called with the job after each look. */
  readonly onProgress?: ((job: ShownJob) => void) | undefined;
  /** Seconds of one look: progress is known that often. Default: 30. */
  readonly lookSeconds?: number | undefined;
}

/** Returns the job when it has ended, however long that takes. */
export async function waitForJob(
  server: Pick<JobServer, 'get'>,
  id: string,
  { onProgress, lookSeconds = jobLimits.waitSeconds / 2 }: JobWait = {},
): Promise<ShownJob> {
  for (let seconds = 0; ; seconds = lookSeconds) {
    const job = await server.get(id, seconds);
    onProgress?.(job);
    if (job.finished_at !== null) return job;
  }
}
