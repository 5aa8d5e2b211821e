/**
 * Checks templates of strangers in a thread that is ended when one takes too long or too much: the check fills the
 * template with its sample data, and a loop in it must not hold the server.
 */
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { Failure } from '../../contract/errors.ts';
import { type CrossingError, unpackError } from '../../core/fill/crossing-error.ts';
import type { TemplateFiles } from '../../core/template/template-files.ts';

export interface TemplateChecker {
  /** What is wrong with these files as a template; none: it is one. Throws `queue_full`. */
  check(files: TemplateFiles, name: string): Promise<readonly Failure[]>;
}

const limits = { seconds: 20, memoryMb: 512 } as const;
/** Checks that wait for the one under way: each holds its files in memory. */
const mostWaiting = 16;

/** The same file as TypeScript or as what was built from it. */
const script = new URL(`./check-worker${extname(import.meta.url)}`, import.meta.url);

export function startTemplateChecker(): TemplateChecker {
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  return {
    async check(files, name) {
      if (waiting >= mostWaiting) {
        throw new Failure('queue_full', 'Too many templates wait to be checked.');
      }
      waiting++;
      // One after the other: the cores are for documents.
      const mine = last.then(() => checkInThread(files, name));
      last = mine.catch(() => {});
      try {
        return await mine;
      } finally {
        waiting--;
      }
    },
  };
}

async function checkInThread(files: TemplateFiles, name: string): Promise<readonly Failure[]> {
  const worker = new Worker(script, {
    workerData: { files, name },
    resourceLimits: { maxOldGenerationSizeMb: limits.memoryMb },
    // Neither the environment nor the options of the process are for templates of strangers.
    env: {},
    execArgv: [],
  });
  const { promise, resolve, reject } = Promise.withResolvers<readonly Failure[]>();
  const timer = setTimeout(
    () => resolve([tooMuch(`longer than ${limits.seconds} seconds`)]),
    limits.seconds * 1000,
  );
  worker.on('message', (errors: readonly CrossingError[]) => resolve(errors.map(asFailure)));
  worker.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') {
      resolve([tooMuch(`more than ${limits.memoryMb} MB of memory`)]);
    } else reject(error);
  });
  worker.on('exit', (code) => reject(new Error(`The thread that checks templates ended with code ${code}.`)));
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    await worker.terminate();
  }
}

const tooMuch = (amount: string): Failure =>
  new Failure('invalid_template', `The template takes ${amount} to check.`, {
    hint: 'Is there a loop in it that does not end with its sample data?',
  });

function asFailure(packed: CrossingError): Failure {
  const error = unpackError(packed);
  if (error instanceof Failure) return error;
  throw error;
}
