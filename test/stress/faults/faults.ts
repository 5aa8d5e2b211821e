/** What goes wrong around a server while clients use it. */
import { once } from 'node:events';
import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { processTree } from '../../../src/core/browser/process/process-tree.ts';
import { type ServingProcess, startServing } from './serving-process.ts';

/** Each round has a server of its own, on the data of the one before. */
export interface Faults {
  start(random: () => number): Promise<ServingProcess>;
  /** Runs while clients use the server, which is killed after that. */
  disturb(serving: ServingProcess, random: () => number): Promise<void>;
}

/** `loadMs`: the longest time until the kill. */
export const onlyKills = (dataDir: string, loadMs = 400): Faults => ({
  start: () => startServing(dataDir),
  disturb: (_, random) => delay(random() * loadMs),
});

interface AllFaultsOptions {
  readonly dataDir: string;
  /** Whether the data directory is a file system of its own, which can be filled. */
  readonly isFillable: boolean;
  /** Receives the name of each fault. */
  readonly onFault: (name: string) => void;
}

const clock = resolve(import.meta.dirname, 'shift-clock.mjs');
/** A mail server that is away all day. */
const flags = ['--smtp-url', 'smtp://127.0.0.1:9'];

/** A round has one way to start, up to three faults, and one way to end. */
export function allFaults({ dataDir, isFillable, onFault }: AllFaultsOptions): Faults {
  const pick = <T>(choices: Readonly<Record<string, T>>, random: () => number): T => {
    const names = Object.keys(choices);
    const name = names[Math.floor(random() * names.length)] as string;
    onFault(name);
    return choices[name] as T;
  };
  const shifted = (minutes: number) => ({
    flags,
    environment: { NODE_OPTIONS: `--import ${clock}`, CLOCK_OFFSET_MS: String(minutes * 60_000) },
  });
  const starts = {
    'a start as usual': { flags },
    'a clock that is three hours behind': shifted(-180),
    'a clock that is twenty minutes ahead': shifted(20),
    'few files': { flags, under: ['prlimit', '--nofile=160:160'] },
  };
  const faults: Readonly<Record<string, (serving: ServingProcess) => Promise<void>>> = {
    'the browser is killed': async (serving) => signal(browserOf(serving), 'SIGKILL'),
    // Longer than the ten seconds after which the server ends it. One that is stopped would outlive a server that is killed.
    'the browser hangs for twelve seconds': async (serving) => {
      const browser = browserOf(serving);
      signal(browser, 'SIGSTOP');
      await delay(12_000);
      signal(browser, 'SIGCONT');
    },
    'the server hangs for three seconds': async ({ child }) => {
      child.kill('SIGSTOP');
      await delay(3_000);
      child.kill('SIGCONT');
    },
    ...(isFillable ? { 'the disk is full for three seconds': () => fillFor(dataDir, 3_000) } : {}),
  };
  const ends = {
    'the server is killed': async () => {},
    'the server is told to stop': async ({ child }: ServingProcess) => {
      const gone = once(child, 'exit');
      child.kill('SIGTERM');
      const [code] = await gone;
      if (code !== 0) throw new Error(`the server ended with ${code}`);
    },
  };
  return {
    start: (random) => startServing(dataDir, pick(starts, random)),
    async disturb(serving, random) {
      for (let count = Math.ceil(random() * 3); count > 0; count--) {
        await delay(random() * 4_000);
        await pick(faults, random)(serving);
      }
      await delay(random() * 4_000);
      await pick(ends, random)(serving);
    },
  };
}

/** The main process of the browser. Undefined while there is none. */
const browserOf = ({ child }: ServingProcess): number | undefined => processTree(child.pid ?? 0)[1]?.pid;

function signal(pid: number | undefined, name: NodeJS.Signals): void {
  try {
    if (pid !== undefined) process.kill(pid, name);
  } catch {
    // It has ended by itself.
  }
}

async function fillFor(folder: string, milliseconds: number): Promise<void> {
  const ballast = join(folder, 'ballast');
  const file = openSync(ballast, 'w');
  try {
    for (const size of [1_000_000, 1_000]) writeUntilFull(file, Buffer.alloc(size));
    await delay(milliseconds);
  } finally {
    closeSync(file);
    rmSync(ballast);
  }
}

function writeUntilFull(file: number, bytes: Uint8Array): void {
  try {
    for (;;) writeSync(file, bytes);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  }
}
