/** Runs the built command as a server process, for tests that end it in various ways. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';

const bin = resolve(import.meta.dirname, '../../../bin/pdfapi.js');

export interface ServingProcess {
  /** The address on which it listens. */
  readonly url: string;
  /** Undefined if the data directory is not new. */
  readonly token: string | undefined;
  readonly child: ChildProcess;
  /** From the start of the process until it prints its address, in milliseconds. */
  readonly startMs: number;
  /** The end of its log. */
  log(): string;
  /** Sends SIGKILL. Resolves when the process is gone. */
  kill(): Promise<void>;
}

export interface ServingOptions {
  readonly flags?: readonly string[];
  readonly environment?: NodeJS.ProcessEnv;
  /** A command that limits itself and then becomes the server, such as `prlimit --nofile=64`. */
  readonly under?: readonly string[];
  /** Milliseconds after which a server that is not ready gets SIGTERM. Default: never. */
  readonly giveUpMs?: number;
}

/** Resolves when the server responds. Throws its output if it exits first. */
export async function startServing(
  dataDir: string,
  { flags = [], environment = {}, under = [], giveUpMs }: ServingOptions = {},
): Promise<ServingProcess> {
  const started = performance.now();
  const args = ['serve', '--port', '0', '--data-dir', dataDir, '--json', '--rate-limit', '0', ...flags];
  const [program = process.execPath, ...before] = [...under, process.execPath];
  const child = spawn(program, [...before, bin, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...environment },
  });
  const gone = once(child, 'exit');
  let [stdout, stderr] = ['', ''];
  child.stderr.on('data', (text) => {
    stderr = (stderr + text).slice(-100_000);
  });
  // A server whose browser cannot start waits for it.
  const timer = giveUpMs === undefined ? undefined : setTimeout(() => child.kill('SIGTERM'), giveUpMs);
  const line = await new Promise<string>((ready, fail) => {
    child.stdout.on('data', (text) => {
      stdout += text;
      if (stdout.includes('\n')) ready(stdout);
    });
    gone.then(() => fail(new Error(`the server ended at its start: ${stderr.slice(-10_000)}`)));
  });
  clearTimeout(timer);
  const ready = JSON.parse(line);
  return {
    url: ready.listening,
    token: ready.token ?? undefined,
    child,
    startMs: performance.now() - started,
    log: () => stderr,
    async kill() {
      child.kill('SIGKILL');
      await gone;
    },
  };
}
