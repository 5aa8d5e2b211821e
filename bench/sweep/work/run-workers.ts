/** Gives files to a few processes. */
import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import type { FileOutcome } from './outcome.ts';
import type { FileWork } from './work-on-file.ts';

/** For one command and its judges. */
const limitMs = 300_000;

/** `jobs`: processes. */
export async function runWorkers(
  works: readonly FileWork[],
  { jobs, onOutcome }: { readonly jobs: number; readonly onOutcome: (outcome: FileOutcome) => void },
): Promise<void> {
  const waiting = [...works];
  const workers = Array.from({ length: Math.min(jobs, works.length) }, async () => {
    let worker: ChildProcess | undefined;
    for (let work = waiting.shift(); work; ) {
      worker ??= fork(join(import.meta.dirname, 'worker.ts'), {
        stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      });
      const ended = await workIn(worker, work);
      if ('outcome' in ended) {
        onOutcome(ended.outcome);
        work = waiting.shift();
      } else if ('start' in ended.stopped) {
        throw new Error(`The worker does not start: ${ended.stopped.start}`);
      } else {
        // The rest of its commands in another process.
        worker = undefined;
        work = { ...work, stopped: { ...work.stopped, ...ended.stopped } };
      }
    }
    worker?.disconnect();
  });
  await Promise.all(workers);
}

type Ended = { readonly outcome: FileOutcome } | { readonly stopped: Readonly<Record<string, string>> };

async function workIn(worker: ChildProcess, work: FileWork): Promise<Ended> {
  return await new Promise((resolve) => {
    let command = 'start';
    let timer: NodeJS.Timeout | undefined;
    const end = (ended: Ended) => {
      clearTimeout(timer);
      worker.off('message', onMessage);
      worker.off('exit', onExit);
      resolve(ended);
    };
    const onExit = (code: number | null, signal: string | null) =>
      end({ stopped: { [command]: `The process ended with ${signal ?? code}` } });
    const onMessage = (message: { readonly command?: string; readonly outcome?: FileOutcome }) => {
      if (message.outcome) return end({ outcome: message.outcome });
      command = message.command ?? command;
      clearTimeout(timer);
      timer = setTimeout(() => {
        worker.off('exit', onExit);
        worker.kill('SIGKILL');
        end({ stopped: { [command]: `It takes more than ${limitMs / 1000} s` } });
      }, limitMs);
    };
    worker.on('message', onMessage);
    worker.on('exit', onExit);
    worker.send(work);
  });
}
