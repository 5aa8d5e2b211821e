/** A worker of the tests that is killed leaves no server behind. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';

const setup = resolve(import.meta.dirname, '../support/end-children.ts');

/** Starts two children, of which the first ends by itself, and prints their pids. */
const program = `
  import ${JSON.stringify(setup)};
  import { spawn } from 'node:child_process';
  import { once } from 'node:events';
  const first = spawn(process.execPath, ['-e', '']);
  await once(first, 'exit');
  const second = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000); console.log("started")']);
  await once(second.stdout, 'data');
  console.log(second.pid);
  setInterval(() => {}, 1000);
`;

it.skipIf(process.platform === 'win32').each(['SIGKILL', 'SIGTERM'] as const)(
  'what a process of the tests has started ends with it, when that gets %s',
  async (signal) => {
    const tests = spawn(process.execPath, ['--input-type=module', '-e', program]);
    const [pid] = await once(tests.stdout, 'data');
    expect(isRunning(Number(pid))).toBe(true);
    await endWith(tests, signal);
    await expect.poll(() => isRunning(Number(pid)), { timeout: 30_000 }).toBe(false);
  },
);

async function endWith(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  const gone = once(child, 'exit');
  child.kill(signal);
  await gone;
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
