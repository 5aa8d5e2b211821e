/** Work on an untrusted PDF in a separate thread, so that a file built to exhaust time or memory ends only that thread. */
import type { threadBeside } from '#runtime/worker-pool';
import { PdfError } from '../pdf-error.ts';
import type { PdfFailure } from './pdf-failure.ts';

export interface PdfThread {
  /** See `threadBeside`. */
  readonly thread: Parameters<typeof threadBeside>;
  /** Names the work, as an error begins: `Reading the PDF`. */
  readonly work: string;
  /** Milliseconds, and MB of heap, in place of those that the thread usually has. */
  readonly limitMs?: number | undefined;
  readonly memoryMb?: number | undefined;
}

/**
 * Runs the task with a copy of its PDF. Throws the `PdfError` that the worker reports, `too_large` if it needs more memory,
 * and `timeout` if it needs more time.
 */
export async function runOnPdf<Result extends object>(
  task: { readonly pdf: Uint8Array },
  { thread, work, ...limits }: PdfThread,
): Promise<Result> {
  // Loading threads takes 4 ms, and most files need none.
  const [{ runInWorker, threadBeside, WorkerLimitError }, { shareLargeBytes }] = await Promise.all([
    import('#runtime/worker-pool'),
    import('#runtime/share-bytes'),
  ]);
  const { memoryMb, ...beside } = threadBeside(...thread);
  try {
    const result = await runInWorker<typeof task, Result | PdfFailure>(
      { ...beside, memoryMb: limits.memoryMb ?? memoryMb },
      await shareLargeBytes(task),
      { limitMs: limits.limitMs },
    );
    if ('error' in result) throw new PdfError(result.error.code, result.error.message);
    return result;
  } catch (cause) {
    if (!(cause instanceof WorkerLimitError)) throw cause;
    const code = cause.limit === 'time' ? 'timeout' : 'too_large';
    throw new PdfError(code, `${work} takes ${cause.amount}.`, { cause });
  }
}
