/** Signals: no file and no process is left behind, and the shell sees the reason. */
import { chmodSync, readdirSync, readFileSync } from 'node:fs';
import { execa } from 'execa';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../support/cli/temporary-folder.ts';
import { bin } from '../support/run.ts';

/** Returns all processes that a process started, directly or indirectly. */
function descendants(ancestor: number): number[] {
  const parents = new Map<number, number>();
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    // The program name, in parentheses, may contain spaces.
    const fields = readStat(name)
      .replace(/^.*\) /s, '')
      .split(' ');
    parents.set(Number(name), Number(fields[1]));
  }
  const found = [ancestor];
  for (const parent of found) {
    for (const [pid, itsParent] of parents) if (itsParent === parent) found.push(pid);
  }
  return found.slice(1);
}

function readStat(pid: string | number): string {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    return '';
  }
}

const isAlive = (pid: number) =>
  !['', 'Z', 'X'].includes(
    readStat(pid)
      .replace(/^.*\) /s, '')
      .slice(0, 1),
  );

it.each([
  ['SIGINT', 130, 'Interrupted.\n'],
  ['SIGTERM', 143, 'Terminated.\n'],
] as const)('%s during a render leaves nothing behind', async (signal, code, text) => {
  const temporary = temporaryFolder();
  // If root runs the test, the browser runs as another user.
  chmodSync(temporary, 0o755);
  const cwd = temporaryFolder({ 'page.html': '<script>while (true);</script>' });
  const child = execa(process.execPath, [bin, 'html', 'page.html'], {
    cwd,
    env: { TMPDIR: temporary, FORCE_COLOR: undefined },
    reject: false,
    stripFinalNewline: false,
  });
  // The browser, two zygotes, the GPU process and a renderer.
  let started: number[] = [];
  while (started.length < 5 && isAlive(child.pid ?? 0)) {
    await new Promise((resolve) => setTimeout(resolve, 20));
    started = descendants(child.pid ?? 0);
  }
  child.kill(signal);
  const { exitCode, stderr, stdout } = await child;
  expect({ exitCode, stdout, stderr }).toEqual({ exitCode: code, stdout: '', stderr: text });
  expect(readdirSync(cwd)).toEqual(['page.html']);
  await expect.poll(() => started.filter(isAlive), { timeout: 5000 }).toEqual([]);
  expect(readdirSync(temporary)).toEqual([]);
});

it('stops while waiting for stdin', async () => {
  const child = execa(process.execPath, [bin, 'html', '-'], { cwd: temporaryFolder(), reject: false });
  await new Promise((resolve) => setTimeout(resolve, 1500));
  child.kill('SIGINT');
  expect((await child).exitCode).toBe(130);
});
