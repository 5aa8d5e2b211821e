/** What goes wrong around a server while clients use it. */
import { once } from 'node:events';
import { getPriority } from 'node:os';
import { resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { niceValues } from '../../../src/browser/process/process-priority.ts';
import { processTree } from '../../../src/browser/process/process-tree.ts';
import type { Receiver } from '../../support/server/receivers.ts';
import type { Place } from './place.ts';
import { type ServingOptions, type ServingProcess, startServing } from './serving-process.ts';

/** Each round has a server of its own, on the data of the one before. */
export interface Faults {
  start(random: () => number): Promise<ServingProcess>;
  /** Runs while clients use the server, which is killed after that. */
  disturb(serving: ServingProcess, random: () => number): Promise<void>;
}

/** `loadMs`: the longest time until the kill. */
export const onlyKills = ({ dataDir, serving }: Place, loadMs = 400): Faults => ({
  start: () => startServing(dataDir, serving),
  disturb: (_, random) => delay(random() * loadMs),
});

const clock = resolve(import.meta.dirname, 'shift-clock.mjs');

/**
 * A round has one way to start, up to three faults, and one way to end. The mail server is away all day. `onFault` receives
 * the name of each fault.
 */
export function allFaults(place: Place, onFault: (name: string) => void): Faults {
  const pick = <T>(choices: Readonly<Record<string, T>>, random: () => number): T => {
    const names = Object.keys(choices);
    const name = names[Math.floor(random() * names.length)] as string;
    onFault(name);
    return choices[name] as T;
  };
  const shifted = (minutes: number): ServingOptions => ({
    environment: { NODE_OPTIONS: `--import ${clock}`, CLOCK_OFFSET_MS: String(minutes * 60_000) },
  });
  const starts: Readonly<Record<string, ServingOptions>> = {
    'a start as usual': {},
    'a clock that is three hours behind': shifted(-180),
    'a clock that is twenty minutes ahead': shifted(20),
    'few files': { under: ['prlimit', '--nofile=160:160'] },
  };
  const start = ({ environment, ...options }: ServingOptions): Promise<ServingProcess> =>
    startServing(place.dataDir, {
      ...options,
      flags: [...(place.serving.flags ?? []), '--smtp-url', 'smtp://127.0.0.1:9'],
      environment: { ...place.serving.environment, ...environment },
    });
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
    ...place.faults,
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
    start: (random) => start(pick(starts, random)),
    async disturb(serving, random) {
      for (let count = Math.ceil(random() * 3); count > 0; count--) {
        for (const receiver of place.receivers.all()) Object.assign(receiver, pick(receiving, random));
        await delay(random() * 4_000);
        await pick(faults, random)(serving);
      }
      await delay(random() * 4_000);
      await pick(ends, random)(serving);
    },
  };
}

/** What a receiver of webhooks does until the next fault. */
const receiving: Readonly<Record<string, Pick<Receiver, 'answer' | 'delayMs'>>> = {
  'a receiver takes events': { answer: 204, delayMs: 0 },
  'a receiver takes events slowly': { answer: 200, delayMs: 2_000 },
  'a receiver fails': { answer: 500, delayMs: 0 },
  'a receiver hangs': { answer: 'hang', delayMs: 0 },
  'a receiver is down': { answer: 'cut', delayMs: 0 },
};

/**
 * The main process of the browser that documents share. Undefined while there is none. Not that of a browser which a document has
 * for itself after the other has ended with it: a document that loses both is rejected, as it should be.
 */
const browserOf = ({ child }: ServingProcess): number | undefined =>
  processTree(child.pid ?? 0)
    .slice(1)
    .find(({ pid, kind }) => kind === 'browser' && isShared(pid))?.pid;

function isShared(pid: number): boolean {
  try {
    return getPriority(pid) === niceValues.browser;
  } catch {
    // It has ended.
    return false;
  }
}

function signal(pid: number | undefined, name: NodeJS.Signals): void {
  try {
    if (pid !== undefined) process.kill(pid, name);
  } catch {
    // It has ended by itself.
  }
}
