/** Runs `pdfapi batch`, from its options to the last row. */
import { availableParallelism } from 'node:os';
import type { Command } from 'commander';
import { Failure } from '#contract/errors';
import { readDataSchema } from '#template/data/data-schema';
import { folderTree } from '#template/load/folder-tree';
import { readData } from '../../options/data/read-data.ts';
import { readProtection } from '../../options/protection/read-protection.ts';
import { openSigningKey } from '../../options/signing/open-key.ts';
import type { Session } from '../../session.ts';
import type { BatchArguments, BatchOptions } from './batch-options.ts';
import { startBatchProgress } from './batch-progress.ts';
import { createBatchReporter, rowWords } from './batch-reporter.ts';
import { openBatchRows } from './batch-rows.ts';
import { openFailedRows } from './failed-rows.ts';
import { readBatchImages } from './output/batch-images.ts';
import { chooseDestination, toOutputPattern } from './output/choose-destination.ts';
import { pdfWriter, type RowWriter } from './output/row-writer.ts';
import { renderRowsLocally } from './render/local-rows.ts';
import { renderRowsRemotely } from './render/remote-rows.ts';
import type { RowRenderer } from './render/row-renderer.ts';
import { rowWork } from './render/row-work.ts';
import { signRows } from './render/sign-rows.ts';
import { runItems } from './run-items.ts';
import { withHint } from './with-hint.ts';

export async function runBatch(
  session: Session,
  given: BatchArguments,
  options: BatchOptions,
  command: Command,
): Promise<void> {
  const { terminal, shutdown } = session;
  const base = await readData(options, terminal);
  const { template } = given;
  const schema = template.kind === 'folder' ? await readDataSchema(folderTree(template.path)) : undefined;
  let header: string | undefined;
  const source = await openBatchRows(session, given.rows, options, {
    types: schema?.cellTypes(),
    onHeader(raw) {
      header = raw;
    },
  });
  const forgetSource = shutdown.add(source.close);
  // Errors in the names are reported before a browser is started.
  const pattern = toOutputPattern(given, options);
  const isSignedByServer = options.signIdentity !== undefined && template.kind !== 'folder';
  if (isSignedByServer && options.mergeInto !== undefined) throw signsRowsOnly();
  const signer = isSignedByServer ? undefined : await openSigningKey(session, options);
  const unsigned =
    template.kind === 'folder'
      ? await renderRowsLocally(session, { folder: template.path, schema }, options)
      : await renderRowsRemotely(session, template, options, command);
  // With --merge-into, the file of all rows is signed.
  const renderer = signer && pattern ? signRows(unsigned, signer) : unsigned;
  const writer = await createWriter(session, renderer, options);
  const choice = { given, options, renderer, pattern, writer, signer };
  const { destination, journal } = await chooseDestination(session, choice);

  forgetSource();

  const reporter = createBatchReporter(session, {
    printsFailures: options.continueOnError === true,
    allFailures: options.report ?? '--report failed.ndjson',
    words: rowWords,
    template: renderer.template,
  });
  const failed = openFailedRows({
    report: options.report,
    rows: options.failedRows,
    format: source.format,
    header: () => header,
  });
  const progress = startBatchProgress(terminal, { item: 'row', size: source.size, renderer });
  const work = rowWork({
    source: source.name,
    base,
    destination,
    options,
    isText: source.format === 'csv',
    types: schema?.cellTypes(),
  });

  await runItems(session, {
    items: source.rows,
    work,
    concurrency: () => renderer.concurrency,
    ahead: destination.ahead,
    reporter,
    progress,
    server: renderer.server,
    sizeOf: (row) => Buffer.byteLength(row.raw) + 1,
    onOutcome(outcome) {
      if ('failure' in outcome) failed.add(outcome.row, outcome.failure);
      else destination.take(outcome);
    },
    async finish() {
      const merged = await destination.finish();
      // Failed rows are run again from their own file; --resume finds the journal where it is kept.
      if (reporter.failed === 0 || options.failedRows !== undefined) journal?.finish();
      return merged;
    },
    stop: source.close,
    close() {
      source.close();
      failed.close();
      journal?.close();
    },
    onInterrupt() {
      if (journal)
        terminal.note(`${reporter.written} rendered. Run the same command with --resume to continue.`);
    },
  }).catch((error) => {
    throw withWayOn(error, journal !== undefined && reporter.written > 0);
  });
  if (reporter.failed > 0) throw someFailed(reporter.failed, reporter.total, options);
}

async function createWriter(
  session: Session,
  { browser }: RowRenderer,
  options: BatchOptions,
): Promise<RowWriter> {
  const { shutdown, globals } = session;
  const settings = readBatchImages(options);
  if (!settings) return pdfWriter(shutdown);
  const { userPassword, ownerPassword } = (await readProtection(session, options)) ?? {};
  const [{ imageWriter }, { startLocalBrowser }] = await Promise.all([
    import('./output/image-writer.ts'),
    import('../../rendering/local-browser.ts'),
  ]);
  return imageWriter({
    settings,
    browser:
      browser ??
      (await startLocalBrowser(session, { sandbox: options.sandbox, workers: availableParallelism() })),
    passwords: [userPassword, ownerPassword].filter((password) => password !== undefined),
    timeoutMs: globals.timeout,
    shutdown,
  });
}

const signsRowsOnly = (): Failure =>
  new Failure('usage', '--merge-into writes one PDF on this machine, where --sign-identity has no key.', {
    hint: 'Let the server merge: --async --wait. Or sign with a file: --sign ada.p12',
  });

function withWayOn(error: unknown, canResume: boolean): unknown {
  if (!(error instanceof Failure) || !canResume) return error;
  return withHint(error, 'Finished rows are kept. Run the same command with --resume to continue.');
}

function someFailed(failed: number, total: number, { report, failedRows }: BatchOptions): Failure {
  const where = [
    ...(report === undefined ? [] : [`Why: ${report}.`]),
    failedRows === undefined
      ? 'Fix them, and run the same command with --resume.'
      : `Rows to run again: ${failedRows}.`,
  ];
  return new Failure('rows_failed', `${failed} of ${total} rows failed.`, { hint: where.join(' ') });
}
