/** `GET /jobs/{job_id}`: a job, at once or when it has ended. */
import { setTimeout as delay } from 'node:timers/promises';
import { getJobSchema } from '#contract/api/jobs-schema';
import { jobLimits } from '#contract/limits';
import { validate } from '../../http/body/request-body.ts';
import { preferredWait } from '../../http/prefer.ts';
import { showJob, visibleJob } from '../../jobs/show-job.ts';
import type { RouteHandler } from '../route.ts';

/** Milliseconds between two looks at a job that a client waits for. They grow up to the second. */
const [firstLookMs, lastLookMs] = [100, 1_000] as const;

export const getJob: RouteHandler = async ({ context, caller, parameters, query, prefer, signal }) => {
  const { wait: asked } = validate(getJobSchema, query);
  const preferred = preferredWait(prefer);
  const seconds = Math.min(asked ?? preferred ?? 0, jobLimits.waitSeconds);
  const end = performance.now() + seconds * 1_000;
  let job = await visibleJob(context, caller.team, parameters.job_id);
  for (let pause: number = firstLookMs; job.finishedAt === null; pause = Math.min(pause * 1.5, lastLookMs)) {
    const left = end - performance.now();
    if (left <= 0 || context.isStopping()) break;
    // A client that disconnects ends the wait.
    await delay(Math.min(pause, left), undefined, { signal });
    job = await visibleJob(context, caller.team, parameters.job_id);
  }
  const body = { data: await showJob(context, job) };
  if (preferred === undefined || asked !== undefined) return { json: body };
  return {
    status: 200,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'preference-applied': `wait=${seconds}`,
    },
    body: JSON.stringify(body),
  };
};
