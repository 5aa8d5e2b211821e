/** `pdfapi admin move` */
import type { Command } from 'commander';
import { Failure } from '#contract/errors';
import type { MoveProgress, MoveReport } from '#server/data-directory';
import { addDataDirectoryOption, type DataDirectoryOptions } from '../../connection/data-directory.ts';
import { announceDestination, findDirectory } from '../../connection/destination.ts';
import { progressBar } from '../../io/progress-bar.ts';
import { writeStdout } from '../../io/streams.ts';
import type { OpenSession, Session } from '../../session.ts';

interface Options extends DataDirectoryOptions {
  readonly to?: string;
  readonly dryRun?: true;
}

export function addAdminMoveCommand(admin: Command, open: OpenSession): void {
  addDataDirectoryOption(
    admin
      .command('move')
      .summary('move everything to PostgreSQL, or back to a folder; the servers must be stopped')
      .description(
        'Copies everything to an empty database on PostgreSQL or to a folder without a database, and compares every row and every sum before it keeps the copy. The servers must be stopped. The old database is never changed: a data directory keeps it under another name.',
      )
      .option('--to <place>', 'an address without a password, or a folder [PDFAPI_MOVE_TO]')
      .option('--dry-run', 'copy and compare everything, then keep nothing of it'),
  )
    .addHelpText(
      'after',
      `
An address with a password belongs in PDFAPI_MOVE_TO, or in a file that
PDFAPI_MOVE_TO_FILE names.

Examples:
  pdfapi admin move --data-dir /var/lib/pdfapi --to postgres://pdfapi@localhost/pdfapi --dry-run
  PDFAPI_MOVE_TO_FILE=/run/secrets/database-url pdfapi admin move --data-dir /var/lib/pdfapi
  PDFAPI_DATABASE_URL_FILE=/run/secrets/database-url pdfapi admin move --to /var/lib/pdfapi-new`,
    )
    .action(async (options: Options, self: Command) => {
      const session = await open(self);
      const { context, terminal, shutdown } = session;
      const { locateMove, moveStore } = await import('#server/data-directory');
      announceDestination(session, await findDirectory(options, context));
      const ends = locateMove(options, context.environment);
      const stop = new AbortController();
      shutdown.takeSignals(async ({ code, message }) =>
        stop.abort(new Failure(code, `${message} Nothing was changed.`)),
      );
      const report = await moveStore({
        ...ends,
        now: new Date(),
        dryRun: options.dryRun,
        signal: stop.signal,
        onProgress: (progress) => terminal.activity(progressText(progress)),
      });
      terminal.rest();
      reportMove(session, report, options.dryRun === true);
      await writeStdout(
        context.json
          ? `${JSON.stringify({ ...report, dryRun: options.dryRun === true })}\n`
          : `${report.to}\n`,
      );
    });
}

const steps = { copy: 'Copying', compare: 'Comparing' } as const;

function progressText({ step, done, total }: MoveProgress): string {
  if (step === 'documents') return `Copying ${total.toLocaleString('en')} documents`;
  const amounts = `${done.toLocaleString('en')} of ${total.toLocaleString('en')} rows`;
  return `${steps[step].padEnd(9)}  ${progressBar(done, total, amounts)}`;
}

function reportMove({ terminal }: Session, report: MoveReport, isDryRun: boolean): void {
  const { from, kept, tables, documents, voided } = report;
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  if (documents.missing > 0) {
    terminal.warn(`${documents.missing} documents have no file; their addresses respond that they are gone.`);
  }
  if (voided > 0) terminal.note(`Voided ${voided} holds that the last server left.`);
  const amount = `${rows.toLocaleString('en')} rows and ${documents.copied.toLocaleString('en')} documents`;
  if (isDryRun) {
    terminal.note(`A dry run: ${amount} can be moved. Nothing was kept.`);
    return;
  }
  terminal.note(`Moved and compared ${amount}.`);
  terminal.note(
    kept === null
      ? `${from} still has everything. Start no server on it, and drop it when the new one works.`
      : `The old database is kept as ${kept}. Delete it when the new one works.`,
  );
}
