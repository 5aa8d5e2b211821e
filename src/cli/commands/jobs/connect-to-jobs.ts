/** The jobs of the server that this command uses, and waiting for one of them. */
import { type JobServer, openJobServer, waitForJob } from '#client/job-server';
import type { ShownJob } from '#contract/api/jobs-schema';
import { type ErrorCode, errorCatalogue, Failure } from '#contract/errors';
import { connect, startDeadline } from '../../connection/server-connection.ts';
import { count } from '../../io/format.ts';
import { progressBar } from '../../io/progress-bar.ts';
import type { Session } from '../../session.ts';
import { describePrinting } from './print-jobs.ts';

/** Seconds of one look at a job, on a terminal and elsewhere. Each look counts towards the rate limit. */
const lookSeconds = { terminal: 3, other: 30 } as const;

/** `--timeout` bounds each request, not the job. Throws like `connect`. */
export async function connectToJobs(session: Session): Promise<JobServer> {
  const { client, url, timeoutMs } = await connect(session);
  // A look waits on purpose.
  const ms = Math.max(timeoutMs, 2 * lookSeconds.other * 1_000);
  return openJobServer(client, url, () => startDeadline(ms));
}

/** Waits for the end of a job. If it is interrupted, the job goes on. */
export async function followJob(session: Session, server: JobServer, id: string): Promise<ShownJob> {
  const { terminal, context, shutdown } = session;
  const forget = shutdown.add(() =>
    terminal.note(`The job goes on. To follow it again: pdfapi jobs wait ${id}`),
  );
  const job = await waitForJob(server, id, {
    lookSeconds: context.terminals.stderr ? lookSeconds.terminal : lookSeconds.other,
    onProgress: ({ state, progress: { total, done, failed }, printing }) => {
      const failures = failed > 0 ? ` · ${failed} failed` : '';
      const table = printing ? ` · table: ${describePrinting(printing)}` : '';
      const share = printing ? printing.done / Math.max(1, printing.total) : 0;
      const amounts = `${state} · ${done} of ${count(total, 'row')}${failures}${table}`;
      terminal.activity(progressBar(done + failed + share, total, amounts));
    },
  });
  forget();
  terminal.rest();
  return job;
}

/** Throws the failure of a job that has no result, and `rows_failed` if some rows have none. */
export function assertNoFailure({ id, state, progress: { total, failed }, error }: ShownJob): void {
  const hint = `See: pdfapi jobs show ${id}`;
  if (state === 'cancelled') throw new Failure('no_result', `Job ${id} was cancelled.`);
  if (state === 'failed') {
    const code =
      error && Object.hasOwn(errorCatalogue, error.code) ? (error.code as ErrorCode) : 'rows_failed';
    throw new Failure(code, error?.message ?? `Job ${id} failed.`, { hint });
  }
  if (failed > 0) throw new Failure('rows_failed', `${failed} of ${count(total, 'row')} failed.`, { hint });
}
