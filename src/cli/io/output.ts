/** The destination of a PDF: the file that `-o` names, stdout, or a file named after the document. */
import { closeSync, openSync, statSync } from 'node:fs';
import { constants, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isatty } from 'node:tty';
import { filenamePattern, plainFilename } from '#contract/documents';
import { Failure } from '#contract/errors';
import { fileExists, type WriteOptions } from '#contract/files/atomic-write';
import { defaultFilename } from '#contract/limits';
import { LargePdf, type PdfContent } from '#pdf/large-pdf/large-pdf';
import { assertPdfPath, assertXmlPath } from '../options/assert-pdf-path.ts';
import type { Session } from '../session.ts';
import { assertOpenStdout } from './assert-open-stdout.ts';
import { confirm } from './confirm.ts';
import { assertOutputFolder, isOutputFolder, writeOutputFile } from './output-file.ts';
import { writeStdout } from './streams.ts';
import type { Terminal } from './terminal.ts';

export interface OutputOptions {
  /** A path, a folder for a file with the default name, or `-`. */
  readonly output?: string | undefined;
  readonly filename?: string | undefined;
  readonly force?: boolean | undefined;
}

/** `path` is null for stdout. */
export type OutputTarget = { readonly path: null } | { readonly path: string; readonly overwrite: boolean };

/**
 * Rejects an impossible destination before anything is rendered. Asks, if it may, before it overwrites. `outputOption`
 * is the option that `options.output` comes from, for errors. XML may go to a terminal.
 */
export async function chooseTarget(
  session: Session,
  options: OutputOptions,
  defaultName: string,
  outputOption = '-o',
  format: 'pdf' | 'xml' = 'pdf',
): Promise<OutputTarget> {
  if (options.output !== undefined && options.filename !== undefined) {
    throw new Failure('usage', `-o and --filename both name the ${format.toUpperCase()}.`, {
      hint: '--filename names it in this folder, -o anywhere: give one of them.',
    });
  }
  if (isStdout(options.output)) {
    const isReadable = format === 'xml' && session.context.terminals.stdout && !session.context.json;
    if (!isReadable) assertStdoutAllowed(session, format === 'xml' ? 'XML files' : 'PDFs', format);
    return { path: null };
  }
  if (options.filename !== undefined && !filenamePattern.test(options.filename)) {
    throw new Failure('usage', `--filename "${options.filename}" is not a file name.`, {
      hint: `It may contain letters (A to Z), numbers, dashes, underscores and dots, but not start with a dot, such as ${plainFilename(options.filename, defaultFilename)}. Any other name, or a path: -o`,
    });
  }
  const folder = options.output !== undefined && isOutputFolder(options.output) ? options.output : undefined;
  const assertPath = format === 'pdf' ? assertPdfPath : assertXmlPath;
  if (options.output !== undefined && folder === undefined) assertPath(outputOption, options.output);
  if (options.filename !== undefined) assertPath('--filename', options.filename);
  const path =
    folder === undefined ? (options.output ?? options.filename ?? defaultName) : join(folder, defaultName);
  if (format === 'pdf' && isTerminal(path)) assertNotTerminal();
  await assertOutputFolder(path);
  const isNamed = options.output !== undefined && folder === undefined;
  const overwrite = isNamed || options.force === true;
  return { path, overwrite: overwrite || (await mayOverwrite(session, path)) };
}

/** Writes the PDF, and closes it if it is a `LargePdf`. */
export async function writeTarget(
  { shutdown }: Session,
  target: OutputTarget,
  pdf: PdfContent,
): Promise<void> {
  try {
    if (target.path !== null) {
      await writePdfFile(target.path, pdf, { overwrite: target.overwrite, shutdown });
    } else if (pdf instanceof LargePdf) for await (const chunk of pdf.chunks()) await writeStdout(chunk);
    else await writeStdout(pdf);
  } finally {
    if (pdf instanceof LargePdf) await pdf.close();
  }
}

/** Writes the file in one step. */
export async function writePdfFile(path: string, pdf: PdfContent, options: WriteOptions): Promise<void> {
  await writeOutputFile(path, pdf instanceof LargePdf ? pdf.chunks() : pdf, options);
}

export const isStdout = (output: string | undefined): boolean =>
  output !== undefined && ['-', '/dev/stdout', '/dev/fd/1'].includes(output);

/** Throws `usage` if stdout cannot take a file of this type: `PDFs`, `pdf`. */
export function assertStdoutAllowed({ context }: Session, what = 'PDFs', extension = 'pdf'): void {
  if (context.json) {
    throw new Failure('usage', '-o - and --json both write to stdout.', {
      hint: `Write the ${what.replace(/s$/, '')} to a file.`,
    });
  }
  if (context.terminals.stdout) assertNotTerminal(what, extension);
  assertOpenStdout(`the ${what.replace(/s$/, '')}`);
}

function assertNotTerminal(what = 'PDFs', extension = 'pdf'): never {
  const pipe = extension === 'pdf' ? ', `-o - | lp`' : '';
  throw new Failure('usage', `${what[0]?.toUpperCase()}${what.slice(1)} are not written to a terminal.`, {
    hint: `Redirect it (\`-o - > file.${extension}\`${pipe}), or name a file with -o.`,
  });
}

async function mayOverwrite({ terminal, yes }: Session, path: string): Promise<boolean> {
  const existing = await stat(path).catch(() => undefined);
  if (!existing || yes) return yes;
  if (!terminal.mayAsk) throw fileExists(path);
  if (!(await confirmOverwrite(path, terminal))) throw fileExists(path);
  return true;
}

/** Returns and throws like `confirm`. */
const confirmOverwrite = (path: string, terminal: Terminal): Promise<boolean> =>
  confirm(`${path} already exists. Overwrite it?`, terminal);

/** Whether a path is a terminal, such as `/dev/tty`. */
function isTerminal(path: string): boolean {
  try {
    if (!statSync(path).isCharacterDevice()) return false;
    // Opening it must not make it the controlling terminal of this process.
    const descriptor = openSync(path, constants.O_WRONLY | constants.O_NOCTTY | constants.O_NONBLOCK);
    try {
      return isatty(descriptor);
    } finally {
      closeSync(descriptor);
    }
  } catch {
    return false;
  }
}
