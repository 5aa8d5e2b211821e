/** `POST /batches/{job_id}/start`: starts an open batch. A second start changes nothing. */
import { acceptedJob, visibleJob } from '../../jobs/show-job.ts';
import type { RouteHandler } from '../route.ts';

export const startBatch: RouteHandler = async ({ context, caller, parameters }) => {
  const { id } = await visibleJob(context, caller.team, parameters.job_id);
  const job = await context.store.jobs.start(id);
  context.jobs.poke();
  return await acceptedJob(context, job);
};
