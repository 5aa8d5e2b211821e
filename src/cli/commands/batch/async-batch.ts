/** `pdfapi batch --async`: the server stores the rows and works on them by itself. */
import type { Command } from 'commander';
import type { JobServer } from '#client/job-server';
import { Failure } from '#contract/errors';
import type { Data } from '#template/data/parse-data-file';
import type { OpenRows } from '#template/rows/open-rows';
import { writeData } from '#twig';
import { findTemplates } from '../../connection/find-templates.ts';
import { connect } from '../../connection/server-connection.ts';
import { count } from '../../io/format.ts';
import { writeStdout } from '../../io/streams.ts';
import { mergeData } from '../../options/data/merge-data.ts';
import { readData } from '../../options/data/read-data.ts';
import { readMetaOptions } from '../../options/page/page-options.ts';
import { openSigningKey } from '../../options/signing/open-key.ts';
import { documentConfig, localFlags, metadataOrNone, rejectLocalOptions } from '../../rendering/remote.ts';
import type { Session } from '../../session.ts';
import { assertNoFailure, connectToJobs, followJob } from '../jobs/connect-to-jobs.ts';
import { downloadJob } from '../jobs/download-job.ts';
import type { BatchArguments, BatchOptions } from './batch-options.ts';
import { openBatchRows } from './batch-rows.ts';
import { rowFailure } from './render/row-failure.ts';

/** Rows and characters of one request, well below the limits of a server. */
const [rowsAtOnce, charactersAtOnce] = [1_000, 1_000_000] as const;

/** Options of a batch that this process works on row by row. */
const rowOptions = ['--concurrency', '--continue-on-error', '--report', '--failed-rows', '--resume'];

/** Throws `usage`, `no_server`, `template_not_found`, the failure of the job, and `rows_failed`. */
export async function runAsyncBatch(
  session: Session,
  given: BatchArguments,
  options: BatchOptions,
  command: Command,
): Promise<void> {
  const { terminal, context, shutdown } = session;
  const { template } = given;
  if (template.kind === 'folder') {
    throw new Failure('usage', '--async needs a template on a server.', {
      hint: 'Push the folder first: pdfapi templates push',
    });
  }
  rejectLocalOptions(command, [...localFlags('render'), '--sign'], 'Render without --async.');
  assertNoRowOptions(command);
  // Rejects what would need a key.
  if (options.signIdentity === undefined) await openSigningKey(session, options);
  if (options.basePasswordFile !== undefined) {
    throw new Failure('usage', '--async and --base-password-file are mutually exclusive.', {
      hint: 'A job would have to store the password, and passwords are never stored.',
    });
  }
  const base = await readData(options, terminal);
  const source = await openBatchRows(session, given.rows, options);
  const forget = shutdown.add(source.close);
  const { client, url, options: bounds } = await connect(session);
  const [{ id: templateId } = { id: 0 }] = await findTemplates(
    (page) => client.templatePage(page, bounds),
    [template],
    url,
  );
  const server = await connectToJobs(session);
  const { id } = await server.open({
    template_id: templateId,
    output: options.mergeInto === undefined ? 'zip' : 'merged',
    filename: options.filename,
    ...metadataOrNone(readMetaOptions(options.meta)),
    ...(await documentConfig(session, options)),
  });
  // Otherwise an incomplete job would stay open.
  const discard = shutdown.add(() => server.cancel(id).catch(() => {}));
  let rows: number;
  try {
    rows = await upload(session, server, id, source, base);
    await server.start(id);
  } catch (error) {
    await server.cancel(id).catch(() => {});
    throw error;
  } finally {
    discard();
    forget();
    source.close();
  }
  terminal.rest();
  if (!options.wait) {
    await writeStdout(context.json ? `${JSON.stringify(await server.get(id))}\n` : `${id}\n`);
    terminal.note(`${url} works on ${count(rows, 'row')}. To follow it: pdfapi jobs wait ${id}`);
    return;
  }
  const job = await followJob(session, server, id);
  if (job.result) {
    const output = options.mergeInto ?? options.output;
    await downloadJob(session, server, job, { output, force: options.force });
  }
  assertNoFailure(job);
}

function assertNoRowOptions(command: Command): void {
  const given = rowOptions.filter((name) => {
    const attribute = name.slice(2).replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
    return command.getOptionValueSource(attribute) === 'cli';
  });
  if (given.length === 0) return;
  throw new Failure('usage', `--async and ${given.join(', ')} are mutually exclusive.`, {
    hint: 'The server works on all rows, and reports the failed ones: pdfapi jobs show',
  });
}

/** Returns the number of rows. Throws the failure of the first row that cannot be read. */
async function upload(
  { terminal }: Session,
  server: JobServer,
  id: string,
  source: OpenRows,
  base: Data | undefined,
): Promise<number> {
  let [sent, read, characters] = [0, 0, 0];
  let lines: string[] = [];
  const flush = async () => {
    if (lines.length === 0) return;
    await server.addRows(id, sent, lines.join('\n'));
    sent += lines.length;
    lines = [];
    characters = 0;
    terminal.activity(`Sending rows: ${sent}`);
  };
  for await (const row of source.rows) {
    if ('failure' in row) throw rowFailure(row.failure, row, source.name);
    const line = writeData(base ? mergeData(base.plain, row.data) : (row.exact ?? row.data));
    if (lines.length >= rowsAtOnce || characters + line.length > charactersAtOnce) await flush();
    lines.push(line);
    characters += line.length;
    read += 1;
  }
  await flush();
  if (read === 0) throw new Failure('invalid_data', `${source.name} has no rows.`);
  return read;
}
