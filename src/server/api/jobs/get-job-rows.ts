/** `GET /jobs/{job_id}/rows`: the rows of a job, with the address of each PDF or the reason why there is none. */
import { jobRowsSchema } from '#contract/api/jobs-schema';
import { jobLimits } from '#contract/limits';
import { validate } from '../../http/body/request-body.ts';
import { showRow, visibleJob } from '../../jobs/show-job.ts';
import type { RouteHandler } from '../route.ts';

export const getJobRows: RouteHandler = async ({ context, caller, parameters, query }) => {
  const { state, after = 0, warnings: hasWarnings } = validate(jobRowsSchema, query);
  const job = await visibleJob(context, caller.team, parameters.job_id);
  // One more than is shown, to know whether there is another page.
  const limit = jobLimits.rowsPerPage + 1;
  const rows = await context.store.jobs.rows(job, { state, after, limit, hasWarnings });
  const shown = rows.slice(0, jobLimits.rowsPerPage);
  const next = rows.length > shown.length ? (shown.at(-1)?.number ?? null) : null;
  const data = await Promise.all(shown.map((row) => showRow(context, job, row)));
  return { json: { data, meta: { next_after: next } } };
};
