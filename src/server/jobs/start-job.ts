/** Stores a job with its rows and starts it, as a whole or not at all. */
import type { Job, NewJob, NewJobRow } from '#store/jobs/job-records';
import { keptUntil } from '#store/jobs/jobs';
import type { KeyClaim } from '#store/ledger/idempotency';
import type { Delivery } from '../billing/delivery.ts';
import type { ServerContext } from '../context.ts';
import { acceptedJob } from './show-job.ts';

interface StartedJob {
  readonly job: NewJob;
  readonly rows: readonly NewJobRow[];
  /** The claim on the request's `Idempotency-Key`: the same key gets the same job. */
  readonly keyClaim: KeyClaim | undefined;
  /** Further headers of the response. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** Returns the response 202. Throws `too_many_jobs`, and `invalid_request` for too many rows. */
export async function startJob(
  context: ServerContext,
  { job, rows, keyClaim, headers }: StartedJob,
): Promise<Delivery> {
  const { jobs } = context.store;
  const { id } = await jobs.create(job);
  try {
    const filled = await jobs.append(id, { offset: 0, rows });
    const queued = { ...filled, state: 'queued', expiresAt: keptUntil(filled) } as const;
    const accepted = await acceptedJob(context, queued, headers);
    const started = await jobs.start(
      id,
      keyClaim && { claim: keyClaim, toResponse: () => toResponse(accepted) },
    );
    context.jobs.poke();
    return isEnded(started) ? await acceptedJob(context, started, headers) : accepted;
  } catch (error) {
    await jobs.removal.discard(id).catch((reason) => {
      context.log.warn({ err: reason, jobId: id }, 'a job that was not started is left for a later sweep');
    });
    throw error;
  }
}

/** Creates a job that receives its rows later. */
export async function openJob(
  context: ServerContext,
  { job, keyClaim }: Pick<StartedJob, 'job' | 'keyClaim'>,
): Promise<Delivery> {
  const { jobs } = context.store;
  const created = await jobs.create(job);
  const accepted = await acceptedJob(context, { ...created, expiresAt: keptUntil(created) });
  await jobs.open(created.id, keyClaim && { claim: keyClaim, toResponse: () => toResponse(accepted) });
  return accepted;
}

/** All of its rows were invalid. */
const isEnded = ({ finishedAt }: Job): boolean => finishedAt !== null;

const toResponse = ({ status, headers, body }: Delivery) => ({
  status,
  headers,
  body: String(body),
  documentId: null,
});
