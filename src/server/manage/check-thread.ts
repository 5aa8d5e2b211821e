/** One thread that checks templates, one after the other. It ends with a template that breaks a bound. */
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { Failure } from '../../contract/errors.ts';
import { type CrossingError, unpackError } from '../../core/fill/crossing-error.ts';
import type { TemplateFiles } from '../../core/template/template-files.ts';

export interface TemplateCheckLimits {
  readonly seconds: number;
  /** Of the thread's heap. */
  readonly memoryMb: number;
}

export interface CheckThread {
  /** One at a time. */
  check(files: TemplateFiles, name: string): Promise<readonly Failure[]>;
  /** It takes no check any more. */
  readonly isOver: boolean;
  end(): Promise<void>;
}

/** The same file as TypeScript or as what was built from it. */
const script = new URL(`./check-worker${extname(import.meta.url)}`, import.meta.url);

export function startCheckThread({ seconds, memoryMb }: TemplateCheckLimits): CheckThread {
  const worker = new Worker(script, {
    resourceLimits: { maxOldGenerationSizeMb: memoryMb },
    // Neither the environment nor the options of the process are for templates of strangers.
    env: {},
    execArgv: [],
  });
  worker.unref();
  let isOver = false;
  let answer: PromiseWithResolvers<readonly Failure[]> | undefined;
  // How long a machine takes to start a thread is no fault of the template.
  const ready = Promise.withResolvers<void>();
  ready.promise.catch(() => {});
  const end = async () => {
    isOver = true;
    await worker.terminate();
  };
  worker.on('message', (message: 'ready' | readonly CrossingError[]) => {
    if (message === 'ready') return ready.resolve();
    try {
      answer?.resolve(message.map(asFailure));
    } catch (error) {
      answer?.reject(error);
    }
  });
  worker.on('error', (error: NodeJS.ErrnoException) => {
    isOver = true;
    ready.reject(error);
    if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') {
      answer?.resolve([tooMuch(`more than ${memoryMb} MB of memory`)]);
    } else answer?.reject(error);
  });
  worker.on('exit', (code) => {
    isOver = true;
    const error = new Error(`The thread that checks templates ended with code ${code}.`);
    ready.reject(error);
    answer?.reject(error);
  });
  return {
    async check(files, name) {
      await ready.promise;
      const mine = Promise.withResolvers<readonly Failure[]>();
      answer = mine;
      const timer = setTimeout(() => {
        mine.resolve([tooMuch(`longer than ${seconds} seconds`)]);
        void end();
      }, seconds * 1000);
      worker.postMessage({ files, name });
      try {
        return await mine.promise;
      } finally {
        clearTimeout(timer);
      }
    },
    get isOver() {
      return isOver;
    },
    end,
  };
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
