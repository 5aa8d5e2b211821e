/** `pdfapi jobs …`: the jobs of a team on a server. */
import type { Command } from 'commander';
import type { ShownJob } from '#contract/api/jobs-schema';
import { pathArgument } from '../../options/path-argument.ts';
import type { OpenSession, Session } from '../../session.ts';

interface DownloadOptions {
  readonly output?: string;
  readonly force?: true;
}

interface WaitOptions extends DownloadOptions {
  readonly download?: true;
}

export function addJobsCommands(program: Command, open: OpenSession): void {
  const jobs = program
    .command('jobs')
    .helpCommand(false)
    .summary('list, follow, cancel and download jobs of a server')
    .description(
      'Jobs are requests and batches that a server works on after its response: see pdfapi batch --async. A server keeps a job and its PDFs for a day after its end.',
    );
  jobs
    .command('list')
    .description('Lists the jobs of the team, newest first.')
    .option('--all', 'all of them, not just the last 50')
    .addHelpText(
      'after',
      '\nExample:\n  pdfapi jobs list --json | jq -r ".[] | select(.state == \\"failed\\") | .id"',
    )
    .action(async ({ all = false }: { readonly all?: boolean }, self: Command) => {
      const { connectToJobs, printJobs } = await load();
      const session = await open(self);
      const server = await connectToJobs(session);
      const found: ShownJob[] = [];
      for (let page = 1, last = 1; page <= last; page++) {
        const { jobs, lastPage } = await server.list(page);
        found.push(...jobs);
        last = all ? lastPage : 1;
      }
      await printJobs(session, found);
    });
  jobs
    .command('show')
    .description('Shows a job, and the rows that failed or have warnings.')
    .argument('<job>', 'its id')
    .addHelpText('after', '\nExample:\n  pdfapi jobs show job_Zk3xJ5w0kq2Tn8vYb1cRzUeA')
    .action(async (id: string, _options: object, self: Command) => {
      const { connectToJobs, printJob } = await load();
      const session = await open(self);
      const server = await connectToJobs(session);
      const job = await server.get(id);
      const [failed, warned] = await Promise.all([
        server.rows(job.id, { state: 'failed', after: 0 }),
        server.rows(job.id, { hasWarnings: true, after: 0 }),
      ]);
      await printJob(session, job, { failed: failed.rows, warned: warned.rows });
    });
  addOutputOption(
    jobs
      .command('wait')
      .description(
        'Waits until a job has ended, with its progress. The exit code is that of its error, or 8 if some of its rows failed.',
      )
      .argument('<job>', 'its id')
      .option('--download', 'then write its result, like pdfapi jobs download'),
  )
    .addHelpText('after', '\nExample:\n  pdfapi jobs wait job_Zk3xJ5w0kq2Tn8vYb1cRzUeA -o invoices.zip')
    .action(async (id: string, options: WaitOptions, self: Command) => {
      const { assertNoFailure, connectToJobs, downloadJob, followJob, printJob } = await load();
      const session = await open(self);
      const server = await connectToJobs(session);
      const job = await followJob(session, server, id);
      if ((options.download || options.output !== undefined) && job.result) {
        await downloadJob(session, server, job, options);
      } else await printJob(session, job);
      assertNoFailure(job);
    });
  addOutputOption(
    jobs
      .command('download')
      .description('Writes the result of a job that has ended: a PDF, or a ZIP of the PDFs of its rows.')
      .argument('<job>', 'its id'),
  )
    .addHelpText(
      'after',
      `
Examples:
  pdfapi jobs download job_Zk3xJ5w0kq2Tn8vYb1cRzUeA
  pdfapi jobs download job_Zk3xJ5w0kq2Tn8vYb1cRzUeA -o - > invoices.zip`,
    )
    .action(async (id: string, options: DownloadOptions, self: Command) => {
      const { connectToJobs, downloadJob } = await load();
      const session = await open(self);
      const server = await connectToJobs(session);
      await downloadJob(session, server, await server.get(id), options);
    });
  jobs
    .command('cancel')
    .description(
      'Cancels a job. Rows that are not finished are not charged; finished ones stay available for a day.',
    )
    .argument('<job>', 'its id')
    .addHelpText('after', '\nExample:\n  pdfapi jobs cancel job_Zk3xJ5w0kq2Tn8vYb1cRzUeA')
    .action(async (id: string, _options: object, self: Command) => {
      const { connectToJobs, printJob } = await load();
      const session: Session = await open(self);
      const server = await connectToJobs(session);
      await printJob(session, await server.cancel(id));
    });
}

const addOutputOption = (command: Command): Command =>
  command
    .option('-o, --output <file|->', 'where the result goes (default: its own name)', pathArgument('-o'))
    .option('--force', 'overwrite a file that -o did not name');

const load = async () => ({
  ...(await import('./connect-to-jobs.ts')),
  ...(await import('./download-job.ts')),
  ...(await import('./print-jobs.ts')),
});
