/** Reads the style sheets of one document: small ones at once, large ones in a thread, as they take up to a second. */
import { Failure } from '#contract/errors';
import type { Deadline } from '#runtime/deadline';
import { threadLimits } from '#runtime/thread-limits';
import { startWorkerPool, threadBeside, WorkerLimitError } from '#runtime/worker-pool';
import { type CssImport, findImports, mayImport } from './find-imports.ts';
import type { CssTask, CssTaskResult } from './paged-css-worker.ts';
import { type PagedCss, readPagedCss, type SheetText } from './read-paged-css.ts';

/** The number of characters that are read in this thread. The worst style sheet found took 15 ms. */
const maxInlineCharacters = 20_000;

export interface CssReader {
  /** See `findImports`. Both throw `page_failed` if reading takes too long or too much memory. */
  findImports(css: string): Promise<readonly CssImport[]>;
  /** See `readPagedCss`. */
  read(sheets: readonly SheetText[]): Promise<PagedCss>;
  /** Ends the thread, if one was needed. */
  close(): Promise<void>;
}

export function openCssReader(
  deadline: Deadline,
  { maxReadingMs = threadLimits['paged-css'].limitMs }: { readonly maxReadingMs?: number } = {},
): CssReader {
  const pool = startWorkerPool<CssTask, CssTaskResult>({
    ...threadBeside(import.meta.url, 'paged-css'),
    maxWorkers: 1,
    closedError: () => new Failure('interrupted', 'The style sheets are no longer read.'),
  });
  const run = async (task: CssTask): Promise<CssTaskResult> => {
    const { signal } = deadline;
    try {
      return await deadline.race(
        'reading the style sheets',
        pool.run(task, { limitMs: maxReadingMs, signal }),
      );
    } catch (cause) {
      if (!(cause instanceof WorkerLimitError)) throw cause;
      throw new Failure('page_failed', `Reading the style sheets takes ${cause.amount}.`, { cause });
    }
  };
  return {
    async findImports(css) {
      if (!mayImport(css)) return [];
      if (css.length <= maxInlineCharacters) return findImports(css);
      return (await run({ kind: 'imports', css })) as readonly CssImport[];
    },
    async read(sheets) {
      const characters = sheets.reduce((sum, { css }) => sum + css.length, 0);
      if (characters <= maxInlineCharacters) return readPagedCss(sheets);
      return (await run({ kind: 'read', sheets })) as PagedCss;
    },
    close: () => pool.close(),
  };
}
