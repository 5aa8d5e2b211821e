/** The files of a document that is split. All of them are made before the first one is written. */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from '#contract/errors';
import { fileExists } from '#contract/files/atomic-write';
import type { FinishedPart } from '#render/arrangement/split-document';
import { assertDistinctFiles } from '../../io/assert-distinct-files.ts';
import { folderMaker } from '../../io/folder-maker.ts';
import { count, formatBytes, formatMilliseconds } from '../../io/format.ts';
import { isStdout, writePdfFile } from '../../io/output.ts';
import { isOutputFolder } from '../../io/output-file.ts';
import { writeStdout } from '../../io/streams.ts';
import { type OutputPattern, outputPattern } from '../../options/output-pattern.ts';
import type { Session } from '../../session.ts';
import type { PagesOptions } from './pages.ts';

const words = { item: 'part', number: 'part', otherwise: 'for one PDF, leave out the split' };

interface SplitNames {
  /** The name of the document without its extension: `{{ name }}`. */
  readonly stem: string;
  /** Files that no part may overwrite. */
  readonly reserved: readonly (string | undefined)[];
}

export interface SplitFiles {
  /** `pages`: of the whole document. Throws `usage`, `invalid_data`, `file_exists` and `file_unwritable`. */
  write(parts: readonly FinishedPart[], pages: number): Promise<void>;
}

/** Throws `usage` for a pattern that gives all parts one name. */
export function splitFiles(
  session: Session,
  { output, filename, force }: PagesOptions,
  { stem, reserved }: SplitNames,
): SplitFiles {
  if (isStdout(output))
    throw new Failure('usage', 'Several PDFs cannot be written to stdout.', { hint: patternHint });
  if (filename !== undefined) {
    throw new Failure('usage', '--filename names one PDF, but a split makes several.', { hint: patternHint });
  }
  const isFolder = output !== undefined && isOutputFolder(output);
  const names = '{{ name }}-{{ part }}.pdf';
  const pattern = outputPattern(
    output === undefined ? names : isFolder ? join(output, names) : output,
    words,
  );
  const overwrite = output !== undefined || force === true;
  return {
    async write(parts, pages) {
      const paths = pathsOf(parts, pages, pattern, stem);
      assertDistinctFiles(paths, reserved);
      for (const path of paths) {
        if (!overwrite && statSync(path, { throwIfNoEntry: false })) throw fileExists(path);
      }
      const makeFolder = folderMaker(pattern.root);
      for (const [i, { pdf }] of parts.entries()) {
        const path = paths[i] ?? '';
        makeFolder(path);
        await writePdfFile(path, pdf, { overwrite, shutdown: session.shutdown });
      }
      await print(session, parts, paths);
    },
  };
}

const patternHint = "Name them with a pattern: -o 'out/{{ part }}.pdf'";

/** Numbers have leading zeros, so that files are listed in the order of the pages. */
function pathsOf(
  parts: readonly FinishedPart[],
  pages: number,
  pattern: OutputPattern,
  stem: string,
): readonly string[] {
  const padded = (number: number, greatest: number) => String(number).padStart(String(greatest).length, '0');
  const taken = new Map<string, string>();
  return parts.map(({ start, end, title }, i) => {
    const part = padded(i + 1, parts.length);
    const [first, last] = [padded(start + 1, pages), padded(end, pages)];
    const path = pattern.pathOf({ name: stem, title: title || stem, first, last }, part);
    // Some file systems do not distinguish capital letters.
    const other = taken.get(path.toLowerCase());
    if (other !== undefined) {
      throw new Failure('invalid_data', `Parts ${other} and ${part} have the same file: ${path}.`, {
        hint: "Include their number in -o: -o 'out/{{ part }} {{ title }}.pdf'",
      });
    }
    taken.set(path.toLowerCase(), part);
    return path;
  });
}

async function print(
  { context, terminal }: Session,
  parts: readonly FinishedPart[],
  paths: readonly string[],
): Promise<void> {
  for (const { start, pdf, isTooLarge } of parts) {
    if (isTooLarge)
      terminal.warn(
        `page ${start + 1} alone takes ${formatBytes(pdf.length)}, more than the size that is asked for.`,
      );
  }
  const files = parts.map(({ start, end, title, pdf }, i) => ({
    path: paths[i],
    first_page: start + 1,
    pages: end - start,
    bytes: pdf.length,
    ...(title === undefined ? {} : { title }),
  }));
  const ms = Math.round(performance.now());
  if (context.json) {
    await writeStdout(`${JSON.stringify({ target: 'local', files, ms, warnings: terminal.warnings })}\n`);
    return;
  }
  await writeStdout(paths.map((path) => `${path}\n`).join(''));
  const bytes = parts.reduce((sum, { pdf }) => sum + pdf.length, 0);
  const facts = [count(parts.length, 'PDF'), formatBytes(bytes), formatMilliseconds(ms)];
  terminal.note(terminal.style.dim(facts.join(' · ')));
}
