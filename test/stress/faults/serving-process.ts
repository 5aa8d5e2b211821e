/** Runs the built command as a server process, for tests that end it in various ways. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';

const bin = resolve(import.meta.dirname, '../../../bin/pdfapi.js');

export interface ServingProcess {
  /** The address on which it listens. */
  readonly url: string;
  readonly child: ChildProcess;
  /** From the start of the process until it prints its address, in milliseconds. */
  readonly startMs: number;
  /** The end of its log. */
  log(): string;
  /** Sends SIGKILL. Resolves when the process is gone. */
  kill(): Promise<void>;
}

/** Resolves when the server responds. Throws its output if it exits first. */
export async function startServing(
  dataDir: string,
  flags: readonly string[] = [],
  environment: NodeJS.ProcessEnv = {},
): Promise<ServingProcess> {
  const started = performance.now();
  const args = ['serve', '--port', '0', '--data-dir', dataDir, '--json', '--rate-limit', '0', ...flags];
  const child = spawn(process.execPath, [bin, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...environment },
  });
  const gone = once(child, 'exit');
  let [stdout, stderr] = ['', ''];
  child.stderr.on('data', (text) => {
    stderr = (stderr + text).slice(-100_000);
  });
  const line = await new Promise<string>((ready, fail) => {
    child.stdout.on('data', (text) => {
      stdout += text;
      if (stdout.includes('\n')) ready(stdout);
    });
    gone.then(() => fail(new Error(`the server ended at its start: ${stderr.slice(-10_000)}`)));
  });
  return {
    url: JSON.parse(line).listening,
    child,
    startMs: performance.now() - started,
    log: () => stderr,
    async kill() {
      child.kill('SIGKILL');
      await gone;
    },
  };
}
