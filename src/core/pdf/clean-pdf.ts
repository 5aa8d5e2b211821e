/**
 * Decrypts, repairs and rewrites input PDFs in a separate thread, so that a file built to exhaust time or memory ends
 * only that thread.
 */
import { extname } from 'node:path';
import { PdfError } from './pdf-error.ts';
import type { CleanMessage, CleanResult, DrawFields, PdfWarning } from './repair/clean-message.ts';

export interface CleanOptions {
  /** User or owner password of an encrypted file. */
  readonly password?: string | undefined;
  /** Draws filled form fields that have no appearance, or whose appearance the producer marks as outdated. */
  readonly drawFields?: DrawFields | undefined;
  /** Milliseconds. Default: 20 000. Ten megabytes of tagged PDF take about 1000. */
  readonly limitMs?: number;
  /** Heap of the thread in MB. Default: 512. */
  readonly memoryMb?: number;
}

export interface CleanedPdf {
  readonly pdf: Uint8Array;
  /** Findings that may matter before the file is used. */
  readonly warnings: readonly PdfWarning[];
}

/** The worker script, as TypeScript source or as built JavaScript. */
const script = new URL(`./clean-worker${extname(import.meta.url)}`, import.meta.url);

/**
 * Returns a complete file that merging and underlaying can read. Throws `PdfError`: `not_pdf`, `encrypted` (no
 * password or a wrong one), `malformed` (too damaged to repair without loss), `too_large` (exceeds the time or memory
 * limit).
 */
export async function cleanPdf(pdf: Uint8Array, options: CleanOptions = {}): Promise<CleanedPdf> {
  const { password, drawFields, limitMs = 20_000, memoryMb = 512 } = options;
  // Loading takes 4 ms, and most files need no cleaning.
  const { Worker } = await import('node:worker_threads');
  const worker = new Worker(script, {
    resourceLimits: { maxOldGenerationSizeMb: memoryMb },
    // A thread that parses untrusted files gets no environment variables.
    env: {},
    execArgv: [],
  });
  let timer: NodeJS.Timeout | undefined;
  try {
    const answer = await new Promise<CleanResult>((resolve, reject) => {
      worker.once('message', resolve);
      worker.once('error', (error: NodeJS.ErrnoException) => reject(boundBroken(error, memoryMb)));
      worker.once('exit', (code) => reject(new Error(`The thread that reads PDFs ended with code ${code}.`)));
      timer = setTimeout(() => {
        reject(new PdfError('too_large', `The PDF takes more than ${limitMs / 1000} seconds to read.`));
      }, limitMs);
      const order: CleanMessage = { pdf: Uint8Array.from(pdf), password, drawFields };
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
