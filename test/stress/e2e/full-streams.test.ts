/** A server whose log or stdout is on a full disk, from its start on: `/dev/full` acts like one. */
import { spawn } from 'node:child_process';
import { closeSync, existsSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { temporaryFolder } from '../../support/cli/temporary-folder.ts';
import { findFreePort } from '../../support/free-port.ts';
import { bin } from '../../support/run.ts';

it.each([
  ['the log', 'ignore', '/dev/full'],
  ['stdout', '/dev/full', 'ignore'],
  ['both', '/dev/full', '/dev/full'],
] as const)('starts and serves while %s cannot be written', async (_what, stdout, stderr) => {
  if (!existsSync('/dev/full')) return console.warn('Skipped: this system has no /dev/full.');
  const folder = temporaryFolder();
  const port = await findFreePort();
  const files = [stdout, stderr].map((path) => (path === 'ignore' ? undefined : openSync(path, 'w')));
  const args = [bin, 'serve', '--port', String(port), '--data-dir', join(folder, 'data')];
  const child = spawn(process.execPath, args, {
    stdio: ['ignore', files[0] ?? 'ignore', files[1] ?? 'ignore'],
  });
  for (const file of files) if (file !== undefined) closeSync(file);
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  onTestFinished(() => void child.kill('SIGKILL'));
  await vi.waitFor(async () => expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200), {
    timeout: 30_000,
    interval: 200,
  });
  // It announced itself after that, and goes on.
  for (let asked = 0; asked < 20; asked++) {
    expect((await fetch(`http://127.0.0.1:${port}/nothing`)).status).toBe(404);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  expect(child.exitCode).toBeNull();
  expect(JSON.parse(readFileSync(join(folder, 'data', 'owner.json'), 'utf8')).pid).toBeGreaterThan(0);
  process.kill(JSON.parse(readFileSync(join(folder, 'data', 'owner.json'), 'utf8')).pid, 'SIGTERM');
  expect(await ended).toBe(0);
});
