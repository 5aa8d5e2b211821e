/**
 * PDFs that a caller brings: decrypted, repaired and written anew in a thread of its own, so that a file made to cost
 * costs that thread its life and nobody else anything.
 */
import { extname } from 'node:path';
import type { CleanAnswer, CleanOrder, DrawFields, PdfWarning } from './cleaning/clean-order.ts';
import { PdfError } from './pdf-error.ts';

export interface CleanOptions {
  /** Of an encrypted file: the user's or the owner's. */
  readonly password?: string | undefined;
  /** Filled form fields get an appearance stream where they have none, or one that their producer does not vouch for. */
  readonly drawFields?: DrawFields | undefined;
  /** Milliseconds. Default: 20 000; ten tagged megabytes take about 1000. */
  readonly limitMs?: number;
  /** MB of the thread's heap. Default: 512. */
  readonly memoryMb?: number;
}

export interface CleanedPdf {
  readonly pdf: Uint8Array;
  /** What the caller may want to know before the file is used. */
  readonly warnings: readonly PdfWarning[];
}

/** The same file as TypeScript or as what was built from it. */
const script = new URL(`./clean-worker${extname(import.meta.url)}`, import.meta.url);

/**
 * A whole file that merging and underlaying can read. Throws `PdfError`: `not_pdf`, `encrypted` (no password or a
 * wrong one), `malformed` (too damaged to repair without loss), `too_large` (more time or memory than allowed).
 */
export async function cleanPdf(pdf: Uint8Array, options: CleanOptions = {}): Promise<CleanedPdf> {
  const { password, drawFields, limitMs = 20_000, memoryMb = 512 } = options;
  // Takes 4 ms to load, and most files need no cleaning.
  const { Worker } = await import('node:worker_threads');
  const worker = new Worker(script, {
    resourceLimits: { maxOldGenerationSizeMb: memoryMb },
    // The file's author has nothing to do with our environment.
    env: {},
    execArgv: [],
  });
  let timer: NodeJS.Timeout | undefined;
  try {
    const answer = await new Promise<CleanAnswer>((resolve, reject) => {
      worker.once('message', resolve);
      worker.once('error', (error: NodeJS.ErrnoException) => reject(boundBroken(error, memoryMb)));
      worker.once('exit', (code) => reject(new Error(`The thread that reads PDFs ended with code ${code}.`)));
      timer = setTimeout(() => {
        reject(new PdfError('too_large', `The PDF takes more than ${limitMs / 1000} seconds to read.`));
      }, limitMs);
      const order: CleanOrder = { pdf: Uint8Array.from(pdf), password, drawFields };
      worker.postMessage(order, [order.pdf.buffer]);
    });
    if ('error' in answer) throw new PdfError(answer.error.code, answer.error.message);
    return answer;
  } finally {
    clearTimeout(timer);
    await worker.terminate();
  }
}

function boundBroken(error: NodeJS.ErrnoException, memoryMb: number): Error {
  if (error.code !== 'ERR_WORKER_OUT_OF_MEMORY') return error;
  return new PdfError('too_large', `The PDF takes more than ${memoryMb} MB of memory to read.`, {
    cause: error,
  });
}
