/** Writes the files attached to a PDF into a folder, or one of them to a file or stdout. */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from '#contract/errors';
import { fileExists } from '#contract/files/atomic-write';
import { assertDistinctFiles } from '../../io/assert-distinct-files.ts';
import { folderMaker } from '../../io/folder-maker.ts';
import { count, formatBytes } from '../../io/format.ts';
import { assertStdoutAllowed, isStdout } from '../../io/output.ts';
import { assertOutputFolder, isOutputFolder, writeOutputFile } from '../../io/output-file.ts';
import { quoteWord } from '../../io/quote-word.ts';
import { writeStdout } from '../../io/streams.ts';
import type { Session } from '../../session.ts';
import type { NamedAttachment } from './attachment-names.ts';
import type { AttachmentsOptions } from './attachments.ts';
import { describeAttachment, warnOfUnreadable } from './report-attachments.ts';

/** Names that a hint lists. */
const maxNamed = 20;

interface Destination extends AttachmentsOptions {
  readonly output: string;
  /** The PDF, which is not overwritten. */
  readonly file: string;
}

/** Files that can be read are written even if others cannot. Throws `usage`, `file_exists`, `file_unwritable`, `invalid_pdf`. */
export async function writeAttachments(
  session: Session,
  files: readonly NamedAttachment[],
  destination: Destination,
): Promise<void> {
  const { output, file, passwordFile, force = false, name } = destination;
  if (isStdout(output)) return await writeToStdout(session, files);
  if (name?.length === 1 && files.length > 1 && !isOutputFolder(output))
    throw severalOfOneName(name[0] ?? '', files, output);
  const isOne = name?.length === 1 && files.length === 1 && !isOutputFolder(output);
  if (!isOne && statSync(output, { throwIfNoEntry: false })?.isFile()) throw notAFolder(output, files);
  const paths = files.map(({ fileName }) => (isOne ? output : join(output, fileName)));
  assertDistinctFiles(paths, [file, passwordFile]);
  // A file that -o names may be overwritten, but not those that a PDF names.
  const overwrite = force || isOne;
  for (const path of paths) {
    if (!overwrite && statSync(path, { throwIfNoEntry: false })) throw fileExists(path);
  }
  const makeFolder = folderMaker(output);
  for (const [i, { data }] of files.entries()) {
    const path = paths[i] ?? '';
    if (!data) continue;
    if (isOne) await assertOutputFolder(path);
    else makeFolder(path);
    await writeOutputFile(path, data, { overwrite, shutdown: session.shutdown });
  }
  await report(session, files, paths);
  assertReadable(files);
}

async function writeToStdout(session: Session, files: readonly NamedAttachment[]): Promise<void> {
  const [only] = files;
  if (!only || files.length > 1) {
    const known = files.slice(0, maxNamed).map(({ fileName }) => fileName);
    throw new Failure('usage', `Of ${count(files.length, 'file')}, stdout takes one.`, {
      hint:
        known.length > 0
          ? `Name it: --name ${JSON.stringify(known[0])}. There are: ${known.join(', ')}`
          : undefined,
    });
  }
  assertStdoutAllowed(session, 'attached files', 'xml');
  assertReadable(files);
  await writeStdout(only.data ?? new Uint8Array());
}

/** A folder with the name of a file would surprise. */
function severalOfOneName(name: string, files: readonly NamedAttachment[], output: string): Failure {
  const found = files.slice(0, maxNamed).map(({ fileName }) => fileName);
  const more = files.length > found.length ? ', …' : '';
  return new Failure(
    'usage',
    `${count(files.length, 'file')} of the PDF have the name ${JSON.stringify(name)}.`,
    {
      hint: `Choose one: --name ${JSON.stringify(found.at(-1))} (there are: ${found.join(', ')}${more}), or write all of them to a folder: -o ${quoteWord(`${output}/`)}`,
    },
  );
}

function notAFolder(output: string, files: readonly NamedAttachment[]): Failure {
  const [first] = files;
  const one = first
    ? ` One of them, to this file: --name ${quoteWord(first.fileName)} -o ${quoteWord(output)}`
    : '';
  return new Failure('usage', `-o ${output} is a file, but attached files are written to a folder.`, {
    hint: `To a folder: -o ${quoteWord(`${output.replace(/\.\w+$/, '')}/`)}${one && '.'}${one}`,
  });
}

async function report(
  session: Session,
  files: readonly NamedAttachment[],
  paths: readonly string[],
): Promise<void> {
  const { context, terminal } = session;
  const written = files.map((file, i) => ({ file, path: file.data ? (paths[i] ?? null) : null }));
  if (context.json) {
    const attachments = written.map(({ file, path }) => ({ ...describeAttachment(file), path }));
    return await writeStdout(`${JSON.stringify({ attachments })}\n`);
  }
  warnOfUnreadable(session, files);
  if (files.length === 0) return terminal.note('The PDF has no attached files.');
  const done = written.flatMap(({ path }) => path ?? []);
  await writeStdout(done.map((path) => `${path}\n`).join(''));
  const bytes = files.reduce((sum, { data }) => sum + (data?.length ?? 0), 0);
  terminal.note(terminal.style.dim(`${count(done.length, 'file')} · ${formatBytes(bytes)}`));
}

function assertReadable(files: readonly NamedAttachment[]): void {
  const unreadable = files.filter(({ data }) => !data);
  const [first] = unreadable;
  if (!first) return;
  const rest = unreadable.length - 1;
  const more = rest > 0 ? ` ${count(rest, 'other file')} could not be read either.` : '';
  throw new Failure('invalid_pdf', `${first.fileName}: ${first.problem ?? ''}${more}`);
}
