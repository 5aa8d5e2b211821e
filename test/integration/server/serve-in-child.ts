/** A server in its own process, for tests that stop or kill it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { type Caller, callerOf } from '../../support/server/caller.ts';

export interface ServingChild {
  readonly url: string;
  /** Has the given token, or the one that the first run on a data directory prints. */
  readonly caller: Caller;
  readonly token: string;
  readonly child: ChildProcess;
  readonly stderr: () => string;
  /** The exit code, or the name of the signal. */
  readonly ended: Promise<number | string>;
}

const command = fileURLToPath(new URL('command-in-child.ts', import.meta.url));

/** Resolves when the server is ready. The server ends with the test. */
export async function serveInChild(
  dataDir: string,
  { flags = [], token }: { readonly flags?: readonly string[]; readonly token?: string } = {},
): Promise<ServingChild> {
  const args = ['serve', '--port', '0', '--data-dir', dataDir, '--json', '--rate-limit', '0', ...flags];
  const child = spawn(process.execPath, [command, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  const ended = once(child, 'exit').then(([code, signal]) => signal ?? code);
  let [stdout, stderr] = ['', ''];
  child.stderr.on('data', (text) => {
    stderr += text;
  });
  const line = await new Promise<string>((resolve, reject) => {
    child.stdout.on('data', (text) => {
      stdout += text;
      if (stdout.includes('\n')) resolve(stdout);
    });
    ended.then((code) => reject(new Error(`the server ended with ${code}: ${stderr}`)));
  });
  const ready = JSON.parse(line);
  const known = token ?? ready.token;
  return {
    url: ready.url,
    caller: callerOf(ready.url, known),
    token: known,
    child,
    stderr: () => stderr,
    ended,
  };
}
