/** How much of the jobs of all teams is still to be done, for operators. */
import { get, type Work } from '../database/statement.ts';

export interface JobBacklog {
  /** Rows that no server has begun. */
  readonly waiting: number;
  /** Rows that servers have begun. */
  readonly running: number;
  /** When the oldest job with waiting rows was created; undefined if there is none. */
  readonly waitingSince: Date | undefined;
}

/** Counts by the sums of each job: only rows that run are read, however many wait. */
export function* jobBacklog(): Work<JobBacklog> {
  const row = yield* get<{ waiting: number; running: number; since: number | null }>(
    `SELECT coalesce(sum(CASE WHEN unfinished > running THEN unfinished - running ELSE 0 END), 0) AS waiting,
       coalesce(sum(running), 0) AS running, min(CASE WHEN unfinished > running THEN created_at END) AS since
     FROM (
       SELECT j.created_at,
         CASE WHEN j.error IS NULL THEN j.total - j.done - j.failed ELSE 0 END AS unfinished,
         (SELECT count(*) FROM job_rows r WHERE r.job_id = j.id AND r.state IN ('queued', 'running')
            AND r.state = 'running' AND r.lease_until > 0) AS running
       FROM jobs j WHERE j.state IN ('queued', 'running')) AS open_jobs`,
  );
  const { waiting = 0, running = 0, since = null } = row ?? {};
  return { waiting, running, waitingSince: since === null ? undefined : new Date(since) };
}
