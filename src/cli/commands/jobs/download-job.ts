/** Writes the result of a job, however large, without holding it in memory. */
import { join } from 'node:path';
import type { JobServer } from '#client/job-server';
import type { ShownJob } from '#contract/api/jobs-schema';
import { Failure } from '#contract/errors';
import { fileExists } from '#contract/files/atomic-write';
import { formatBytes } from '../../io/format.ts';
import { isStdout } from '../../io/output.ts';
import { assertOutputFolder, isOutputFolder, writeOutputFile } from '../../io/output-file.ts';
import { statPath } from '../../io/stat-path.ts';
import { writeStdout } from '../../io/streams.ts';
import type { Session } from '../../session.ts';
import { assertNoFailure } from './connect-to-jobs.ts';

interface JobTarget {
  /** A path, or `-`. */
  readonly output?: string | undefined;
  readonly force?: boolean | undefined;
}

/** Throws `no_result`, the failure of the job, `file_exists`, and `file_unwritable`. */
export async function downloadJob(
  session: Session,
  server: JobServer,
  job: ShownJob,
  { output, force = false }: JobTarget,
): Promise<void> {
  const { context, terminal, shutdown } = session;
  if (!job.result) throw withoutResult(job);
  const isFolder = output !== undefined && isOutputFolder(output);
  const path = isFolder ? join(output, job.result.filename) : (output ?? job.result.filename);
  let bytes = 0;
  if (isStdout(path)) {
    if (context.json) throw new Failure('usage', '-o - and --json both write to stdout.');
    if (context.terminals.stdout) throw new Failure('usage', 'PDFs and ZIPs are not written to a terminal.');
    await server.download(job.id, async (body) => {
      if (bytes > 0) throw new Failure('server_unreachable', 'The connection was lost during the download.');
      for await (const piece of body) {
        bytes += piece.length;
        await writeStdout(piece);
      }
    });
  } else {
    await assertOutputFolder(path);
    const overwrite = (output !== undefined && !isFolder) || force || session.yes;
    if (!overwrite && statPath(path)) throw fileExists(path);
    await server.download(job.id, async (body) => {
      bytes = 0;
      const counted = async function* () {
        for await (const piece of body) {
          bytes += piece.length;
          terminal.activity(`Writing ${path}  ${formatBytes(bytes)}`);
          yield piece;
        }
      };
      await writeOutputFile(path, counted(), { overwrite, shutdown });
    });
  }
  terminal.rest();
  if (context.json) await writeStdout(`${JSON.stringify({ ...job, path, bytes })}\n`);
  else if (!isStdout(path)) await writeStdout(`${path}\n`);
  terminal.note(`${terminal.style.bold(path)}  ${terminal.style.dim(formatBytes(bytes))}`);
}

function withoutResult(job: ShownJob): Failure {
  const { id, state, finished_at: end } = job;
  if (end === null) {
    return new Failure('job_running', `Job ${id} has not ended.`, {
      hint: `Wait for it: pdfapi jobs wait ${id}`,
    });
  }
  try {
    if (state !== 'finished') assertNoFailure(job);
  } catch (error) {
    if (error instanceof Failure) return error;
  }
  return new Failure('no_result', `Job ${id} has an address for the PDF of each row instead of one result.`, {
    hint: `Its addresses: GET /api/v1/jobs/${id}/rows`,
  });
}
