/** Prints jobs on stdout. */
import type { ShownJob, ShownJobRow } from '#contract/api/jobs-schema';
import { sanitize } from '../../io/sanitize.ts';
import { writeStdout } from '../../io/streams.ts';
import { tableTime, writeTable } from '../../io/table.ts';
import type { Session } from '../../session.ts';

export async function printJobs(session: Session, jobs: readonly ShownJob[]): Promise<void> {
  if (session.context.json) return await writeStdout(`${JSON.stringify(jobs)}\n`);
  const isPrinting = jobs.some(({ printing }) => printing);
  await writeTable(
    session,
    ['ID', 'STATE', 'DONE', 'FAILED', 'ROWS', 'CREATED (UTC)', ...(isPrinting ? ['TABLE'] : [])],
    jobs.map(({ id, state, printing, progress: { done, failed, total }, created_at: created }) => [
      id,
      state,
      String(done),
      String(failed),
      String(total),
      tableTime(session, created),
      ...(isPrinting ? [printing ? describePrinting(printing) : ''] : []),
    ]),
    { optional: ['CREATED (UTC)'] },
  );
}

/** `rows 41,000 of 100,000`. */
export const describePrinting = ({ done, total, unit = 'rows' }: NonNullable<ShownJob['printing']>): string =>
  `${unit} ${done.toLocaleString('en')} of ${total.toLocaleString('en')}`;

/** Rows to show below their job. */
export interface NotableRows {
  /** With their errors. */
  readonly failed?: readonly ShownJobRow[];
  readonly warned?: readonly ShownJobRow[];
}

export async function printJob(
  session: Session,
  job: ShownJob,
  { failed = [], warned = [] }: NotableRows = {},
): Promise<void> {
  const { context, terminal } = session;
  if (context.json) {
    const rows = {
      failed_rows: failed.length > 0 ? failed : undefined,
      warned_rows: warned.length > 0 ? warned : undefined,
    };
    return await writeStdout(`${JSON.stringify({ ...job, ...rows })}\n`);
  }
  await printJobs(session, [job]);
  if (job.printing)
    terminal.note(`printing a table in row ${job.printing.row}: ${describePrinting(job.printing)}`);
  if (job.error) terminal.note(`${terminal.style.red('failed:')} ${sanitize(job.error.message)}`);
  if (job.result) terminal.note(`result: ${job.result.filename}  ${job.result.url}`);
  for (const { number, error } of failed)
    terminal.note(`row ${number}: ${sanitize(error?.message ?? 'failed')}`);
  for (const { number, warnings = [] } of warned) {
    for (const warning of warnings) terminal.note(`row ${number}: warning: ${sanitize(warning)}`);
  }
}
