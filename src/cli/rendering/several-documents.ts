/** Several documents of one command, each with a file named after its input: rendered and reported as the rows of a batch. */
import { extname, join } from 'node:path';
import { Failure } from '#contract/errors';
import { fileExists } from '#contract/files/atomic-write';
import { formatOfExtension } from '#render/images/image-format';
import { startBatchProgress } from '../commands/batch/batch-progress.ts';
import { createBatchReporter } from '../commands/batch/batch-reporter.ts';
import type { MadeRow } from '../commands/batch/output/row-destination.ts';
import { createTakenPaths } from '../commands/batch/output/taken-paths.ts';
import { itemWork } from '../commands/batch/render/item-work.ts';
import { runItems } from '../commands/batch/run-items.ts';
import { assertDistinctFiles } from '../io/assert-distinct-files.ts';
import { confirm } from '../io/confirm.ts';
import { isStdout } from '../io/output.ts';
import { isOutputFolder } from '../io/output-file.ts';
import { statPath } from '../io/stat-path.ts';
import { Terminal } from '../io/terminal.ts';
import { readImageSettings } from '../options/images/image-options.ts';
import { commandOf } from '../options/output/output-argument.ts';
import type { SideBySideOptions } from '../options/output/side-by-side-options.ts';
import type { RenderOptions } from '../options/render-options.ts';
import type { Session } from '../session.ts';
import type { Finished } from './result.ts';

export interface DocumentInput {
  /** As it was given: a path, an address, or `-`. */
  readonly text: string;
  /** The name of its PDF. */
  readonly filename: string;
}

export interface SeveralDocuments<Input extends DocumentInput> {
  readonly inputs: readonly Input[];
  readonly options: RenderOptions & SideBySideOptions;
  /** What `pdfapi merge` calls them, for hints. */
  readonly mergeItems: readonly string[];
  /** What `pdfapi batch` calls the template and the data, for hints. Undefined if there is no template. */
  readonly batchWords?: readonly string[] | undefined;
  /** Whether only this document failed, and others need not fail alike. */
  readonly isOfDocument: (error: unknown, input: Input) => error is Failure;
}

interface DocumentTools {
  /** Its terminal says nothing, and keeps the warnings of this document. */
  readonly session: Session;
  /** The options of the command, with which the document may be written. */
  readonly options: RenderOptions;
  readonly cancel: AbortSignal;
}

export interface DocumentRenderer<Input extends DocumentInput> {
  /** Documents that may currently be rendered concurrently. */
  readonly concurrency: number;
  /** Milliseconds that the next document must wait for the server's rate limit. */
  readonly wait: number;
  /** Address of the server, if one renders any of them. */
  readonly server?: string | undefined;
  /** The address of the server that renders this document. */
  serverOf(input: Input): string | undefined;
  render(input: Input, tools: DocumentTools): Promise<Finished>;
}

/** Commands in hints have at most so many arguments. */
const maxShown = 4;

/** Paths on stdout are small, so a slow document does not delay the others. */
const ahead = 1000;

/**
 * `start` is called when the names of the results are known to be different and free. Throws `usage` and `file_exists`
 * before that, the failure of the first document that failed, and with `--continue-on-error` `rows_failed` in the end.
 */
export async function renderSeveral<Input extends DocumentInput>(
  session: Session,
  several: SeveralDocuments<Input>,
  start: () => Promise<DocumentRenderer<Input>>,
): Promise<void> {
  const { inputs, options, isOfDocument } = several;
  assertForSeveral(several);
  const force = options.force === true || (await mayWrite(session, inputs, options));
  const renderer = await start();
  const own = { ...options, ...(force ? { force } : {}) };
  const continueOnError = options.continueOnError === true;
  const reporter = createBatchReporter<Input>(session, {
    printsFailures: continueOnError,
    allFailures: undefined,
    size: inputs.length,
    words: {
      item: 'document',
      nameOf: ({ text }) => text,
      factsOf: (input) => ({
        input: input.text,
        target: renderer.serverOf(input) === undefined ? 'local' : 'remote',
        server: renderer.serverOf(input),
      }),
    },
    template: undefined,
  });
  const work = itemWork<Input>({
    isOfItem: isOfDocument,
    continueOnError,
    explain: (error, input) => (isOfDocument(error, input) ? namedAfter(error, input.text) : error),
    async make(input, cancel) {
      const terminal = silentTerminal(session);
      const finished = await renderer.render(input, {
        session: { ...session, terminal },
        options: own,
        cancel,
      });
      return toMade(finished, terminal.warnings);
    },
  });
  await runItems(session, {
    items: inputs,
    work,
    concurrency: () => renderer.concurrency,
    ahead,
    reporter,
    progress: startBatchProgress(session.terminal, { item: 'document', size: inputs.length, renderer }),
    server: renderer.server,
    sizeOf: () => 1,
  });
  const { failed, total } = reporter;
  if (failed > 0) throw new Failure('rows_failed', `${failed} of ${total} documents failed.`);
}

function silentTerminal({ context, terminal }: Session): Terminal {
  const silent = { quiet: true, verbose: false, input: false };
  return new Terminal(context, silent, terminal.style, terminal.styleOut);
}

function toMade(finished: Finished, warnings: readonly string[]): MadeRow {
  if ('images' in finished) {
    const { images } = finished;
    const bytes = images.reduce((sum, image) => sum + image.bytes, 0);
    return { images, rendered: { pages: undefined, bytes, warnings } };
  }
  const { path, url, expires_at, pages, bytes, usage } = finished;
  const rendered = { pages, bytes, warnings, ...(usage ? { usage } : {}) };
  return { ...(path === null ? { url, expires_at } : { path }), rendered };
}

/** Errors of a template name its file, but not that of the data. */
function namedAfter(error: Failure, name: string): Failure {
  const { code, message, hint, errors, location, facts } = error;
  if (location?.file === name || message.includes(name)) return error;
  return new Failure(code, location ? `${message} (${name})` : `${name}: ${message}`, {
    cause: error,
    location,
    hint,
    errors,
    facts,
  });
}

/** Rejects options that name one result, or belong to one document. Throws `usage`. */
function assertForSeveral<Input extends DocumentInput>(given: SeveralDocuments<Input>): void {
  const { options, inputs } = given;
  const { output, filename, watch, report, upload, eInvoice } = options;
  const several = `${inputs.length} documents are rendered`;
  const each = 'Render each by a command of its own.';
  if (output !== undefined && !isOutputFolder(output)) {
    const what = isStdout(output) ? 'is one stream' : 'names one file';
    throw new Failure('usage', `-o ${output} ${what}, but ${several}.`, {
      hint: outputHint(output, given),
    });
  }
  const single = Object.entries({ '--filename': filename, '--upload': upload, '--e-invoice': eInvoice });
  for (const [flag, value] of [...single, ['--report', report], ['--watch', watch]] as const) {
    if (value === undefined) continue;
    const hint = flag === '--report' ? `${each} For the warnings of all, a line for each: --json` : each;
    throw new Failure('usage', `${flag} is for one document, but ${several}.`, { hint });
  }
}

function outputHint<Input extends DocumentInput>(
  output: string,
  { mergeItems, batchWords }: SeveralDocuments<Input>,
): string {
  const shown = (command: string, words: readonly string[]) =>
    commandOf(words.length > maxShown ? `${command} …` : commandOf(command, words), ['-o', output]);
  const format = formatOfExtension(extname(output));
  const isPattern = /\{[{%]/.test(output);
  if (isPattern && batchWords)
    return `Names from the data are for batch: ${shown('pdfapi batch', batchWords)}`;
  if (/\.xml$/i.test(output)) return 'An XML of each, in a folder: -o out/.';
  if (format !== undefined) return `Images of each, in a folder: --image ${format} -o out/`;
  const each = 'A PDF of each, in a folder: -o out/.';
  return isPattern ? each : `${each} One PDF of all: ${shown('pdfapi merge', mergeItems)}`;
}

/**
 * Returns true if the user has agreed that files are overwritten. Throws `usage` for two documents with the same name, and
 * `file_exists`.
 */
async function mayWrite(
  { terminal, yes }: Session,
  inputs: readonly DocumentInput[],
  options: RenderOptions,
): Promise<boolean> {
  if (options.url !== undefined) return false;
  const taken = createTakenPaths();
  const { output = '' } = options;
  const paths = inputs.map(({ filename }) => join(output, filename));
  for (const [index, path] of paths.entries()) {
    const other = taken.take(path, index + 1);
    if (other !== undefined) throw sameName(inputs[other - 1], inputs[index], path);
  }
  // The names of images depend on the number of pages.
  if (readImageSettings(options)) return yes;
  assertDistinctFiles(paths, [...inputs.map(({ text }) => text), ...(options.data ?? [])]);
  const existing = paths.filter((path) => statPath(path) !== undefined);
  const [first] = existing;
  if (first === undefined || yes) return yes;
  if (!terminal.mayAsk) throw fileExists(first);
  const others = existing.length > 1 ? ` and ${existing.length - 1} more exist` : ' exists';
  if (await confirm(`${first}${others} already. Overwrite?`, terminal)) return true;
  throw fileExists(first);
}

const sameName = (one: DocumentInput | undefined, other: DocumentInput | undefined, path: string): Failure =>
  new Failure('usage', `${one?.text} and ${other?.text} have the same file: ${path}.`, {
    hint: 'Render one of them by a command of its own, with another name: -o other.pdf',
  });
