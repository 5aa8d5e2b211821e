/** Work on an untrusted PDF in a separate thread, so that a file built to exhaust time or memory ends only that thread. */
import { PdfError } from '../pdf-error.ts';
import type { PdfFailure } from './pdf-failure.ts';

export interface PdfThread {
  /** The `import.meta.url` of the module that the worker is beside, and the worker's name without its ending. */
  readonly worker: readonly [beside: string, name: string];
  /** What it does, as an error begins: `Reading the PDF`. */
  readonly work: string;
  /** Milliseconds. */
  readonly limitMs: number;
  /** Heap of the thread in MB. */
  readonly memoryMb: number;
}

/**
 * Runs the task with a copy of its PDF. Throws the `PdfError` that the worker reports, `too_large` if it needs more memory,
 * and `timeout` if it needs more time.
 */
export async function runOnPdf<Result extends object>(
  task: { readonly pdf: Uint8Array },
  { worker, work, limitMs, memoryMb }: PdfThread,
): Promise<Result> {
  // Loading threads takes 4 ms, and most files need none.
  const [{ moduleBeside, runInWorker, WorkerLimitError }, { shareLargeBytes }] = await Promise.all([
    import('../../workers/worker-pool.ts'),
    import('../../workers/share-bytes.ts'),
  ]);
  const script = moduleBeside(...worker);
  try {
    const result = await runInWorker<typeof task, Result | PdfFailure>(
      { script, memoryMb },
      await shareLargeBytes(task),
      { limitMs },
    );
    if ('error' in result) throw new PdfError(result.error.code, result.error.message);
    return result;
  } catch (cause) {
    if (!(cause instanceof WorkerLimitError)) throw cause;
    const code = cause.limit === 'time' ? 'timeout' : 'too_large';
    throw new PdfError(code, `${work} takes ${cause.amount}.`, { cause });
  }
}
