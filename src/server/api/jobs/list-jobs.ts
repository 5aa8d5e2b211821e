/** `GET /jobs`: lists the team's jobs, newest first. */
import { listJobsSchema } from '#contract/api/jobs-schema';
import { jobLimits } from '#contract/limits';
import { validate } from '../../http/body/request-body.ts';
import { showJob } from '../../jobs/show-job.ts';
import type { RouteHandler } from '../route.ts';

export const listJobs: RouteHandler = async ({ context, caller, query }) => {
  const { page = 1 } = validate(listJobsSchema, query);
  const { items, total } = await context.store.jobs.list(caller.team.id, page, jobLimits.perPage);
  const last = Math.max(1, Math.ceil(total / jobLimits.perPage));
  const data = await Promise.all(items.map((job) => showJob(context, job)));
  return {
    json: { data, meta: { current_page: page, last_page: last, per_page: jobLimits.perPage, total } },
  };
};
