/** Jobs and their rows as the API shows them. */
import type { ShownJob, ShownJobRow } from '#contract/api/jobs-schema';
import { apiPrefix } from '#contract/api/routes';
import { Failure } from '#contract/errors';
import type { Job, JobRow } from '#store/jobs/job-records';
import type { Team } from '#store/teams';
import { type Delivery, jsonDelivery } from '../billing/delivery.ts';
import type { ServerContext } from '../context.ts';
import { isoTime } from '../http/iso-time.ts';
import { showDocument } from './job-documents.ts';

type Addresses = Pick<ServerContext, 'urls' | 'publicUrl'>;

export async function showJob(context: Addresses, job: Job): Promise<ShownJob> {
  const { output = 'files' } = job.options as { output?: ShownJob['output'] };
  return {
    id: job.id,
    kind: job.kind,
    state: job.state,
    progress: { total: job.total, done: job.done, failed: job.failed },
    printing: job.printing && { ...job.printing },
    template_id: job.templateId,
    output: job.kind === 'batch' ? output : null,
    created_at: isoTime(job.createdAt),
    started_at: timeOrNull(job.startedAt),
    finished_at: timeOrNull(job.finishedAt),
    expires_at: isoTime(job.expiresAt),
    result: await showResult(context, job),
    error: job.finishedAt === null ? null : job.error,
  };
}

async function showResult(context: Addresses, job: Job): Promise<ShownJob['result']> {
  if (job.document) return await showDocument(context, job, job.document);
  if (!isZip(job) || job.state !== 'finished') return null;
  return { filename: zipName(job), url: `${context.publicUrl()}${jobPath(job.id)}/result` };
}

/** Whether the result is a ZIP of all rows, which is made while it is sent. */
export const isZip = ({ options }: Job): boolean => options.output === 'zip';

export const zipName = ({ id }: Job): string => `${id}.zip`;

export async function showRow(context: Addresses, job: Job, row: JobRow): Promise<ShownJobRow> {
  const { number, state, attempts, document, error, warnings } = row;
  const result = document && (await showDocument(context, job, document));
  return { number, state, attempts, result, error, warnings: [...warnings] };
}

const jobPath = (id: string): string => `${apiPrefix}/jobs/${id}`;

const timeOrNull = (date: Date | null) => (date === null ? null : isoTime(date));

/** Returns the response to a request that was accepted as a job. */
export async function acceptedJob(
  context: Addresses,
  job: Job,
  headers: Readonly<Record<string, string>> = {},
): Promise<Delivery> {
  const { headers: type, ...delivery } = jsonDelivery(
    202,
    JSON.stringify({ data: await showJob(context, job) }),
  );
  return { ...delivery, headers: { ...type, location: jobPath(job.id), ...headers } };
}

/** Throws `job_not_found`, also for a job of another team: whether it exists is not its business. */
export async function visibleJob(
  { store }: Pick<ServerContext, 'store'>,
  team: Pick<Team, 'id'>,
  id: string | undefined,
): Promise<Job> {
  const text = id ?? '';
  const job = /^job_[\w-]{1,60}$/.test(text) ? await store.jobs.get(text) : undefined;
  if (job?.teamId === team.id) return job;
  throw new Failure('job_not_found', `Job ${text.slice(0, 80)} not found.`);
}
