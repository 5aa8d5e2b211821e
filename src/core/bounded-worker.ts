/** Threads for work on what strangers send: bounded in memory, and without anything of this process to take. */
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';

/** The module called `name` beside the one whose `import.meta.url` this is: as TypeScript, or as what was built. */
export const moduleBeside = (url: string, name: string): URL => new URL(`./${name}${extname(url)}`, url);

/** `memoryMb` is of the thread's heap: buffers come on top. */
export function startBoundedWorker(script: URL, memoryMb: number, workerData?: unknown): Worker {
  return new Worker(script, {
    workerData,
    resourceLimits: { maxOldGenerationSizeMb: memoryMb },
    // Neither the environment nor the options of the process are for strangers.
    env: {},
    execArgv: [],
  });
}

/** Whether an `error` of the thread says that it came to the limit of its heap. */
export const isOutOfMemory = (error: NodeJS.ErrnoException): boolean =>
  error.code === 'ERR_WORKER_OUT_OF_MEMORY';
