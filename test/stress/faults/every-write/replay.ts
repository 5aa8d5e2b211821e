/** Plays a scene once for each write that it has, and lets that one fail. */
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/** See fail-write.mjs. */
export type FailMode = 'full' | 'io' | 'kill';

export interface Scene<State, Outcome> {
  /** Fills a data directory before the scene. */
  readonly prepare: (dataDir: string) => Promise<State>;
  /** `environment` is for the processes whose writes are counted. Resolves also if they fail. */
  readonly play: (
    dataDir: string,
    state: State,
    environment: Readonly<Record<string, string>>,
  ) => Promise<Outcome>;
  /** Runs without faults. Throws if a promise is broken. */
  readonly check: (dataDir: string, state: State, outcome: Outcome, mode: FailMode) => Promise<void>;
}

export interface Replayed {
  /** The writes of the scene. */
  readonly writes: number;
  readonly replays: number;
  /** One for each broken promise, with the write that failed. */
  readonly violations: readonly string[];
}

/** Each with the place, in each part of the scene, of the write that is chosen. */
export const modes: readonly (readonly [FailMode, number])[] = [
  ['full', 0.1],
  ['io', 0.4],
  ['kill', 0.7],
];
const importOf = (name: string) => `--import ${resolve(import.meta.dirname, name)}`;

/** For servers that check: what has expired is removed soon. */
export const hurried = { NODE_OPTIONS: importOf('hurry-sweeps.mjs') };

/** Milliseconds. After an hour without a server, the next one does not trust its clock yet, and removes nothing. */
const maxAgeMs = 1_200_000;

function prepareIn<State>(folder: string, prepare: (dataDir: string) => Promise<State>) {
  const at = performance.now();
  const from = join(folder, `prepared-${at}`);
  mkdirSync(from, { mode: 0o700 });
  return { from, at, prepares: prepare(from) };
}

/** `most`: the number of writes that are chosen for each mode, spread over the scene. `only`: a mode, or all of them. */
export async function replay<State, Outcome>(
  { prepare, play, check }: Scene<State, Outcome>,
  most: number,
  only?: FailMode,
): Promise<Replayed> {
  const folder = mkdtempSync(join(tmpdir(), 'pdfapi-test-'));
  try {
    let prepared = prepareIn(folder, prepare);
    const violations: string[] = [];
    const once = async (mode: FailMode, at: number) => {
      if (performance.now() - prepared.at > maxAgeMs) prepared = prepareIn(folder, prepare);
      const { from, prepares } = prepared;
      const state = await prepares;
      const dataDir = join(folder, `${mode}-${at}`);
      const log = `${dataDir}.log`;
      cpSync(from, dataDir, { recursive: true });
      const fail = { FAIL_AT: String(at), FAIL_BELOW: dataDir, FAIL_LOG: log, FAIL_MODE: mode };
      const imports = `${importOf('fail-write.mjs')} ${hurried.NODE_OPTIONS}`;
      const environment = { NODE_OPTIONS: imports, ...fail };
      const writes = () => (existsSync(log) ? readFileSync(log, 'utf8').trimEnd().split('\n') : []);
      try {
        const outcome = await play(dataDir, state, environment);
        await check(dataDir, state, outcome, mode);
      } catch (error) {
        const violation = `${mode} at ${writes()[at - 1]}: ${error instanceof Error ? error.message : error}`;
        console.error(violation);
        violations.push(violation);
      }
      const { length } = writes();
      rmSync(dataDir, { recursive: true });
      rmSync(log, { force: true });
      return length;
    };
    // The first one counts, and no write fails.
    const writes = await once('full', Number.MAX_SAFE_INTEGER);
    const step = Math.max(1, writes / most);
    const chosen: (readonly [FailMode, number])[] = [];
    for (const [mode, share] of modes) {
      if (only !== undefined && mode !== only) continue;
      for (let at = 1 + step * share; at < writes + 1; at += step) chosen.push([mode, Math.floor(at)]);
    }
    const replays = chosen.length;
    // Each waits now and then, for a lease or a lock.
    const runs = Array.from({ length: 2 * availableParallelism() }, async () => {
      for (let next = chosen.shift(); next; next = chosen.shift()) {
        await once(...next);
        if (chosen.length > 0 && chosen.length % 50 === 0) console.log(`${chosen.length} replays are left`);
      }
    });
    await Promise.all(runs);
    return { writes, replays, violations };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
