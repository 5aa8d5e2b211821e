/**
 * Writes one PDF per row, or images of its pages. Keeps files of an earlier run if the journal lists it as complete and the row is unchanged.
 */
import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { Failure } from '#contract/errors';
import { fileExists } from '#contract/files/atomic-write';
import { folderMaker } from '../../../io/folder-maker.ts';
import { pagePlaceholder } from '../../../options/images/image-options.ts';
import { type OutputPattern, pathOfPage } from '../../../options/output-pattern.ts';
import { contentHash, type Journal } from '../journal.ts';
import type { RowRenderer } from '../render/row-renderer.ts';
import { leftoverFiles } from './leftover-files.ts';
import type { RowDestination } from './row-destination.ts';
import { pathsOf, type RowWriter } from './row-writer.ts';
import { createTakenPaths } from './taken-paths.ts';

export interface RowFilesOptions {
  readonly pattern: OutputPattern;
  readonly renderer: RowRenderer;
  readonly writer: RowWriter;
  readonly journal: Journal;
  /** Whether an earlier run may have been killed while it wrote. */
  readonly resume: boolean;
  /** Whether each of the rows is a group of those of the file. */
  readonly isGrouped: boolean;
  /** Whether files that do not belong to this batch may be overwritten. */
  readonly overwrite: boolean;
  /** Other files that the batch reads or writes. */
  readonly reserved: readonly string[];
}

/** Paths on stdout are small, so a slow row does not delay the others. */
const ahead = 1000;

export function rowFiles(options: RowFilesOptions): RowDestination {
  const { pattern, renderer, writer, journal } = options;
  const taken = pattern.isUnique ? undefined : createTakenPaths();
  const reserved = new Set(options.reserved.map((path) => resolve(path)));
  const makeFolder = folderMaker(pattern.root);
  const leftovers = options.resume ? leftoverFiles() : undefined;
  /** Throws for a path that another row has. */
  const reserve = (path: string, number: number) => {
    const other = taken?.take(path, number);
    if (other !== undefined && other !== number)
      throw sameName(path, options.isGrouped ? 'Groups' : 'Rows', other, number);
  };
  const assertUnused = (path: string) => {
    if (reserved.has(resolve(path))) {
      throw new Failure('usage', `${path} is used by this batch itself and cannot be a file of a row.`);
    }
  };
  return {
    ahead,
    async make({ number, data, exact, content }, cancel) {
      const path = pattern.pathOf(data, number);
      reserve(path, number);
      for (const each of writer.expected(path)) assertUnused(each);
      const { fingerprint } = writer;
      const document = [path, content, renderer.fingerprint];
      const paid = contentHash(JSON.stringify(document));
      // Other settings of the images change the hash of the files, but not what the document is paid for.
      const hash = fingerprint === undefined ? paid : contentHash(JSON.stringify([...document, fingerprint]));
      if (journal.isDone(number, hash)) {
        const finished = writer.finished(path, journal.imagesOf(number));
        const paths = pathsOf(finished);
        if (paths.length > 0 && paths.every(exists)) {
          for (const each of paths) reserve(each, number);
          return finished;
        }
      }
      const overwrite = options.overwrite || journal.wasDone(number);
      // Checked before the row is paid for.
      const existing = overwrite ? undefined : writer.expected(path).find(exists);
      if (existing !== undefined) throw fileExists(existing);
      journal.begin();
      try {
        const { pdf, ...facts } = await renderer.render(
          { data, exact, idempotencyKey: journal.createKey(number, paid) },
          cancel,
        );
        const { bytes, ...written } = await writer.write({
          pdf,
          path,
          overwrite,
          cancel,
          reserve(file) {
            reserve(file, number);
            assertUnused(file);
            makeFolder(file);
            leftovers?.remove(file);
          },
        });
        journal.done(number, hash, written.images?.length);
        return { ...written, rendered: { ...facts, bytes } };
      } catch (error) {
        if (isFinal(error)) journal.recordRejection(number, paid);
        throw error;
      }
    },
    take() {},
    finish: async () => undefined,
  };
}

const exists = (path: string): boolean => statSync(path, { throwIfNoEntry: false }) !== undefined;

/** The server repeats this response for the same key, even if the template has been fixed since. */
function isFinal(error: unknown): boolean {
  const status = error instanceof Failure ? error.facts?.status : undefined;
  return status === 422 || status === 410;
}

function sameName(path: string, items: 'Groups' | 'Rows', first: number, second: number): Failure {
  const name = pathOfPage(path, pagePlaceholder);
  return new Failure('invalid_data', `${items} ${first} and ${second} have the same file: ${name}.`, {
    hint: `Include a value in -o that differs, such as the number of the ${items === 'Rows' ? 'row' : 'group'}: -o 'out/{{ row_number }}.pdf'`,
  });
}
