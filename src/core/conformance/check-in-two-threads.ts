/**
 * Checks large files in half the time: a second thread reads the content streams while this one checks everything else.
 * For files of this process' own, because nothing bounds the time that they take.
 */
import { PdfError } from '../pdf/pdf-error.ts';
import type { WorkerPool } from '../workers/worker-pool.ts';
import { type ConformanceReport, checkConformance, toVerdict } from './check-conformance.ts';
import type { CheckOutcome, CheckTask } from './check-in-thread.ts';
import type { ConformanceLevel } from './levels.ts';

/** In bytes. Checking a smaller file takes less time than sending it to a thread that has yet to start. */
const minBytes = 150_000;

/** Heap of the thread. */
const memoryMb = 1024;

/** One for the process. It does not keep the process alive. */
let pool: Promise<WorkerPool<CheckTask, CheckOutcome>> | undefined;
let isBusy = false;

/** Starts the thread for a file of this length that is to be checked soon: it takes as long as checking 20 pages. */
export async function startSecondThread(bytes: number): Promise<void> {
  if (bytes >= minBytes) await openPool();
}

function openPool(): Promise<WorkerPool<CheckTask, CheckOutcome>> {
  pool ??= startPool();
  return pool;
}

async function startPool(): Promise<WorkerPool<CheckTask, CheckOutcome>> {
  const { moduleBeside, startWorkerPool } = await import('../workers/worker-pool.ts');
  return startWorkerPool({
    script: moduleBeside(import.meta.url, 'check-worker'),
    memoryMb,
    maxWorkers: 1,
    isEager: true,
    closedError: () => new Error('Closed.'),
  });
}

/**
 * Like `checkConformance`. A small file, and any file while the second thread works on another one, is checked in this
 * thread alone.
 */
export async function checkInTwoThreads(
  pdf: Uint8Array,
  levels: readonly ConformanceLevel[],
): Promise<Pick<ConformanceReport, 'held' | 'findings'>> {
  if (isBusy || pdf.length < minBytes) return checkConformance(pdf, { levels });
  isBusy = true;
  try {
    const { run } = await openPool();
    const copy = Uint8Array.from(pdf);
    const contents = run({ pdf: copy, levels, part: 'contents' }, { transfer: [copy.buffer] });
    contents.catch(() => {});
    // A thread that has started gets its task only between two tasks of this one.
    await new Promise((resolve) => setImmediate(resolve));
    const { findings } = checkConformance(pdf, { levels, part: 'objects' });
    const outcome = await contents;
    if ('error' in outcome) throw new PdfError(outcome.error.code, outcome.error.message);
    return toVerdict(levels, [...findings, ...outcome.checked.findings]);
  } finally {
    isBusy = false;
  }
}
