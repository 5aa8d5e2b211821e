/** `pdfapi batch` from its options to the last row. */
import { statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import type { Command } from 'commander';
import { Failure } from '../../contract/errors.ts';
import type { Data } from '../../core/template/parse-data-file.ts';
import { mergeData } from '../merge-data.ts';
import { chooseTarget } from '../output.ts';
import { readData } from '../read-data.ts';
import { refuseOverwriting } from '../refuse-overwriting.ts';
import type { Session } from '../session.ts';
import type { BatchOptions } from './batch-options.ts';
import { startBatchProgress } from './batch-progress.ts';
import { openFailedRows } from './failed-rows.ts';
import { hasJournal, type Journal, openJournal } from './journal.ts';
import { mergedRows } from './merged-rows.ts';
import { openRows } from './open-rows.ts';
import { outputPattern } from './output-pattern.ts';
import { renderRowsHere } from './render-rows-here.ts';
import { renderRowsThere } from './render-rows-there.ts';
import type { Row } from './row.ts';
import type { RowDestination, RowToMake } from './row-destination.ts';
import { isOfRow, rowFailure } from './row-failure.ts';
import { rowFiles } from './row-files.ts';
import type { RowRenderer } from './row-renderer.ts';
import { runRows } from './run-rows.ts';
import { batchTeller, type RowOutcome } from './tell-batch.ts';

export interface BatchArguments {
  /** A folder, or the id of a template on a server. */
  readonly template: string;
  /** A file, or `-`. */
  readonly rows: string;
}

export async function batch(
  session: Session,
  given: BatchArguments,
  options: BatchOptions,
  command: Command,
): Promise<void> {
  const { terminal, ending } = session;
  const base = await readData(options, terminal);
  let header: string | undefined;
  if (given.rows === '-') terminal.awaitStdin('rows');
  const source = await openRows(given.rows, {
    format: options.rowsFormat,
    delimiter: options.delimiter,
    typed: options.typed,
    onHeader: (raw) => {
      header = raw;
    },
  });
  ending.add(source.close);
  const isThere = /^\d+$/.test(given.template);
  // What is wrong with the names is told before a browser is started for them.
  const pattern = options.mergeInto === undefined ? outputPattern(patternOf(given, options)) : undefined;
  const renderer = isThere
    ? await renderRowsThere(session, Number(given.template), options, command)
    : await renderRowsHere(session, given.template, options);
  const { destination, journal } = pattern
    ? await toFiles(session, given, options, renderer, pattern)
    : await toOneFile(session, given, options, renderer, isThere);
  if (journal) ending.add(() => journal.close());

  const teller = batchTeller(session);
  const failed = openFailedRows({
    report: options.report,
    rows: options.failedRows,
    format: source.format,
    header: () => header,
  });
  const progress = startBatchProgress(terminal, { size: source.size, renderer });
  const work = rowWork({ source: source.name, base, destination, options, isText: source.format === 'csv' });

  const emit = async (outcome: RowOutcome) => {
    const { row } = outcome;
    if ('failure' in outcome) failed.add(row, outcome.failure);
    else destination.take(outcome);
    await teller.row(outcome);
    const isSkipped = !('rendered' in outcome && outcome.rendered);
    progress.done({ bytes: Buffer.byteLength(row.raw) + 1, isSkipped });
  };
  const concurrency = () => renderer.concurrency;
  const run = runRows(source.rows, { concurrency, ahead: destination.ahead }, work.do, emit);
  const settled = run.catch(() => {});
  const forget = ending.add(async () => {
    work.cancel();
    failed.close();
    await settled;
    if (journal)
      terminal.note(`${teller.written} rendered. The same command with --resume goes on from here.`);
  });
  try {
    await run;
    const merged = await destination.finish();
    progress.close();
    if (merged) await teller.merged(merged);
  } catch (error) {
    progress.close();
    const { last } = work;
    if (last && last.failure === error && isOfRow(error)) await emit(last);
    if (!work.isCancelled) teller.end(renderer.where);
    throw withWayOn(error, journal !== undefined && teller.written > 0);
  } finally {
    source.close();
    failed.close();
    if (!work.isCancelled) forget();
  }
  teller.end(renderer.where);
  if (teller.failed > 0) throw someFailed(teller.failed, teller.total, options);
}

interface RowWorkOptions {
  readonly source: string;
  readonly base: Data | undefined;
  readonly destination: RowDestination;
  readonly options: BatchOptions;
  /** Values are text that could be read otherwise. */
  readonly isText: boolean;
}

/** One row from its data to its outcome. Throws what ends the batch. */
function rowWork({ source, base, destination, options, isText }: RowWorkOptions) {
  const cancels = new Set<AbortController>();
  let isCancelled = false;
  let last: { readonly row: Row; readonly ms: number; readonly failure: Failure } | undefined;
  return {
    async do(row: Row): Promise<RowOutcome> {
      const start = performance.now();
      const ms = () => Math.round(performance.now() - start);
      const controller = new AbortController();
      cancels.add(controller);
      try {
        if (isCancelled) throw interrupted();
        if ('failure' in row) throw row.failure;
        return { row, ...(await destination.make(toMake(row, base), controller.signal)), ms: ms() };
      } catch (error) {
        const failure = rowFailure(error, row, source);
        if (!(failure instanceof Failure)) throw failure;
        const told = isText && !options.typed ? withTypesHint(failure) : failure;
        const outcome = { row, ms: ms(), failure: told };
        if (options.continueOnError && isOfRow(told) && !isCancelled) return outcome;
        last ??= outcome;
        throw told;
      } finally {
        cancels.delete(controller);
      }
    },
    /** Ends what is under way, and begins nothing more. */
    cancel() {
      isCancelled = true;
      for (const controller of cancels) controller.abort(interrupted());
    },
    get isCancelled() {
      return isCancelled;
    },
    /** The first row that ended the batch. */
    get last() {
      return last;
    },
  };
}

function toMake(row: Exclude<Row, { failure: Failure }>, base: Data | undefined): RowToMake {
  const { number } = row;
  if (!base) {
    const content = row.exact ? row.raw : JSON.stringify(row.data);
    return { number, data: row.data, exact: row.exact ?? row.data, content };
  }
  const data = mergeData(base.plain, row.data);
  return { number, data, exact: data, content: JSON.stringify(data) };
}

const interrupted = () => new Failure('interrupted', 'Interrupted.');

async function toFiles(
  session: Session,
  given: BatchArguments,
  options: BatchOptions,
  renderer: RowRenderer,
  pattern: ReturnType<typeof outputPattern>,
) {
  const reserved = readFiles(given, options);
  refuseOverwriting([options.report, options.failedRows], reserved);
  const identity = identityOf(given, renderer, patternOf(given, options));
  const journal = await journalOf(session, options, { folder: pattern.root, identity });
  const destination = rowFiles({
    pattern,
    renderer,
    journal,
    overwrite: options.output !== undefined || options.force === true,
    reserved: [...reserved, ...[options.report, options.failedRows].filter((path) => path !== undefined)],
    ending: session.ending,
  });
  return { destination, journal };
}

async function toOneFile(
  session: Session,
  given: BatchArguments,
  options: BatchOptions,
  renderer: RowRenderer,
  isThere: boolean,
) {
  const { mergeInto } = options;
  const target = await chooseTarget(session, { output: mergeInto }, 'merged.pdf');
  refuseOverwriting([target.path, options.report, options.failedRows], readFiles(given, options));
  const folder = target.path === null ? '.' : dirname(target.path);
  const identity = identityOf(given, renderer, `merge ${mergeInto}`);
  const journal = isThere ? await journalOf(session, options, { folder, identity }) : undefined;
  const reproducible = options.reproducible === true;
  return { destination: mergedRows(session, { target, renderer, journal, reproducible }), journal };
}

async function journalOf(
  { terminal }: Session,
  options: BatchOptions,
  place: { readonly folder: string; readonly identity: readonly string[] },
): Promise<Journal> {
  const resume = options.resume === true;
  if (!resume && hasJournal(place)) {
    terminal.note(
      terminal.style.dim(
        'This batch was run before. All rows are rendered again; --resume skips what is done.',
      ),
    );
  }
  const journal = await openJournal({ ...place, resume });
  if (journal.isStale) {
    terminal.warn(
      'this batch was last at work more than 24 hours ago: rows that a server had under way then may be charged again.',
    );
  }
  return journal;
}

/** What makes two runs the same batch. The rows themselves may have changed in between, and so may their data. */
const identityOf = ({ template, rows }: BatchArguments, { where }: RowRenderer, output: string): string[] => [
  where,
  where === 'here' ? resolve(template) : template,
  rows === '-' ? rows : resolve(rows),
  output,
];

const readFiles = ({ rows }: BatchArguments, { data = [] }: BatchOptions): string[] =>
  [rows, ...data].filter((path) => path !== '-');

/** A folder instead of a pattern gets the default names. */
function patternOf({ template }: BatchArguments, { output }: BatchOptions): string {
  const name = basename(resolve(template)).replace(/[{}]/g, '-');
  const names = `${name}-{{ row_number }}.pdf`;
  if (output === undefined) return names;
  const isFolder = output.endsWith('/') || statSync(output, { throwIfNoEntry: false })?.isDirectory();
  return isFolder ? join(output, names) : output;
}

/** Schemas often want numbers, and cells are text. */
function withTypesHint(failure: Failure): Failure {
  if (failure.code !== 'invalid_data' || !failure.errors) return failure;
  return withHint(
    failure,
    `${failure.hint ?? ''} Cells are text; with --typed, numbers, true and false are values.`,
  );
}

function withWayOn(error: unknown, canResume: boolean): unknown {
  if (!(error instanceof Failure) || !canResume) return error;
  return withHint(error, `${error.hint ?? ''} What is done is kept: the same command with --resume goes on.`);
}

function withHint(failure: Failure, hint: string): Failure {
  const { code, message, errors, location, facts, cause } = failure;
  return new Failure(code, message, {
    hint: hint.trim(),
    ...(cause === undefined ? {} : { cause }),
    ...(errors ? { errors } : {}),
    ...(location ? { location } : {}),
    ...(facts ? { facts } : {}),
  });
}

function someFailed(failed: number, total: number, { report, failedRows }: BatchOptions): Failure {
  const where = [
    report === undefined ? 'Why: give --report failed.ndjson.' : `Why: ${report}.`,
    failedRows === undefined
      ? 'Once more, when they are mended: --resume.'
      : `The rows to run again: ${failedRows}.`,
  ];
  return new Failure('rows_failed', `${failed} of ${total} rows failed.`, { hint: where.join(' ') });
}
