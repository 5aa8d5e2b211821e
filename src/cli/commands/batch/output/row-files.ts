/**
 * Writes one PDF per row. Keeps a file of an earlier run if the journal lists it as complete and the row is unchanged.
 */
import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { Failure } from '../../../../contract/errors.ts';
import { fileExists } from '../../../../contract/files/atomic-write.ts';
import { LargePdf } from '../../../../core/large-pdf/large-pdf.ts';
import { folderMaker } from '../../../io/folder-maker.ts';
import { writePdfFile } from '../../../io/output.ts';
import type { OutputPattern } from '../../../options/output-pattern.ts';
import type { ShutdownHooks } from '../../../shutdown.ts';
import { contentHash, type Journal } from '../journal.ts';
import type { RowRenderer } from '../render/row-renderer.ts';
import { leftoverFiles } from './leftover-files.ts';
import type { RowDestination } from './row-destination.ts';
import { createTakenPaths } from './taken-paths.ts';

export interface RowFilesOptions {
  readonly pattern: OutputPattern;
  readonly renderer: RowRenderer;
  readonly journal: Journal;
  /** Whether an earlier run may have been killed while it wrote. */
  readonly resume: boolean;
  /** Whether files that do not belong to this batch may be overwritten. */
  readonly overwrite: boolean;
  /** Other files that the batch reads or writes. */
  readonly reserved: readonly string[];
  readonly shutdown: ShutdownHooks;
}

/** Paths on stdout are small, so a slow row does not delay the others. */
const ahead = 1000;

export function rowFiles(options: RowFilesOptions): RowDestination {
  const { pattern, renderer, journal, shutdown } = options;
  const taken = pattern.isUnique ? undefined : createTakenPaths();
  const reserved = new Set(options.reserved.map((path) => resolve(path)));
  const makeFolder = folderMaker(pattern.root);
  const leftovers = options.resume ? leftoverFiles() : undefined;
  return {
    ahead,
    async make({ number, data, exact, content }, cancel) {
      const path = pattern.pathOf(data, number);
      const other = taken?.take(path, number);
      if (other !== undefined) throw sameName(path, other, number);
      if (reserved.has(resolve(path))) {
        throw new Failure('usage', `${path} is used by this batch itself and cannot be the PDF of a row.`);
      }
      const hash = contentHash(JSON.stringify([path, content, renderer.fingerprint]));
      const isThere = statSync(path, { throwIfNoEntry: false }) !== undefined;
      if (isThere && journal.isDone(number, hash)) return { path };
      const overwrite = options.overwrite || journal.wasDone(number);
      // Checked before the row is paid for.
      if (isThere && !overwrite) throw fileExists(path);
      journal.begin();
      try {
        const { pdf, ...facts } = await renderer.render(
          { data, exact, idempotencyKey: journal.createKey(number, hash) },
          cancel,
        );
        try {
          cancel.throwIfAborted();
          makeFolder(path);
          leftovers?.remove(path);
          await writePdfFile(path, pdf, { overwrite, shutdown });
        } finally {
          if (pdf instanceof LargePdf) await pdf.close();
        }
        journal.done(number, hash);
        return { path, rendered: { ...facts, bytes: pdf.length } };
      } catch (error) {
        if (isFinal(error)) journal.recordRejection(number, hash);
        throw error;
      }
    },
    take() {},
    finish: async () => undefined,
  };
}

/** The server repeats this response for the same key, even if the template has been fixed since. */
function isFinal(error: unknown): boolean {
  const status = error instanceof Failure ? error.facts?.status : undefined;
  return status === 422 || status === 410;
}

function sameName(path: string, first: number, second: number): Failure {
  return new Failure('invalid_data', `Rows ${first} and ${second} have the same file: ${path}.`, {
    hint: "Include a value in -o that differs, such as the row number: -o 'out/{{ row_number }}.pdf'",
  });
}
