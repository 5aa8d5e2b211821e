/** A build that is interrupted leaves nothing behind, and the command says what to do. */
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { execa } from 'execa';
import { beforeAll, expect, it, vi } from 'vitest';
import { copyCheckout } from '../../e2e/package/checkout-copy.ts';

let checkout = '';
beforeAll(() => {
  checkout = copyCheckout();
  for (const name of built()) rmSync(join(checkout, name), { recursive: true });
  rmSync(join(checkout, 'node_modules/.bin/pdfapi'), { force: true });
}, 300_000);

const built = () => readdirSync(checkout).filter((name) => /^\.?dist/.test(name));
const unfinished = () => built().filter((name) => name.startsWith('.dist-'));
const start = () => execa(process.execPath, ['build/build.ts'], { cwd: checkout, reject: false });
const isWriting = () =>
  vi.waitFor(() => expect(unfinished()).toHaveLength(1), { timeout: 60_000, interval: 20 });

it.each(['SIGINT', 'SIGTERM'] as const)('%s', async (signal) => {
  const build = start();
  await isWriting();
  build.kill(signal);
  expect(await build).toMatchObject({
    exitCode: 1,
    stderr: 'The build was interrupted. To build: npm run build',
  });
  expect(built()).toEqual([]);
  const command = await execa(join(checkout, 'node_modules/.bin/pdfapi'), ['--version'], { reject: false });
  expect(command.exitCode).not.toBe(0);
  expect(command.stderr).toContain('In the checkout, run: npm run build');
});

it('SIGKILL, with the next build', async () => {
  const build = start();
  await isWriting();
  const killed = unfinished();
  build.kill('SIGKILL');
  await build;
  expect(unfinished()).toEqual(killed);
  const { exitCode, stderr } = await start();
  expect(exitCode, stderr).toBe(0);
  expect(unfinished()).toEqual([]);
  expect(built()).toContain('dist');
}, 600_000);
