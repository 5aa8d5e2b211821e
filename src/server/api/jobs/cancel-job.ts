/** `DELETE /jobs/{job_id}`: cancels a job. What it has charged stays charged, and its finished rows remain available. */
import { showJob, visibleJob } from '../../jobs/show-job.ts';
import type { RouteHandler } from '../route.ts';

export const cancelJob: RouteHandler = async ({ context, caller, parameters }) => {
  const { id } = await visibleJob(context, caller.team, parameters.job_id);
  const job = await context.store.jobs.cancel(id);
  context.jobs.abort(id);
  return { json: { data: await showJob(context, job) } };
};
