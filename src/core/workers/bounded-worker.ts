/** Threads for work on untrusted input: limited in memory, and without access to the environment of this process. */
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';

/** Returns the module `name` beside the module with this `import.meta.url`: as TypeScript, or as built. */
export const moduleBeside = (url: string, name: string): URL => new URL(`./${name}${extname(url)}`, url);

/** `memoryMb` limits the heap of the thread; buffers are not counted. */
export function startBoundedWorker(script: URL, memoryMb: number, workerData?: unknown): Worker {
  return new Worker(script, {
    workerData,
    resourceLimits: { maxOldGenerationSizeMb: memoryMb },
    // Untrusted work gets neither the environment nor the options of the process.
    env: {},
    execArgv: [],
  });
}

/** Returns whether an `error` of the thread means that it reached its heap limit. */
export const isOutOfMemory = (error: NodeJS.ErrnoException): boolean =>
  error.code === 'ERR_WORKER_OUT_OF_MEMORY';
