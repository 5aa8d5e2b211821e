/** The process that the launcher starts on an old runtime ends with the launcher. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { bin, run } from '../../support/run.ts';

const hook = resolve(import.meta.dirname, 'old-runtime.mjs');
const folder = mkdtempSync(join(tmpdir(), 'pdfapi-launcher-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Starts the launcher as if on an old runtime. */
function launch(...args: string[]): ChildProcess {
  const child = spawn(process.execPath, ['--import', hook, bin, ...args], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { ...process.env, PDFAPI_CONFIG_DIR: join(folder, 'no-profile'), PDFAPI_URL: '' },
  });
  afterAll(() => child.kill('SIGKILL'));
  return child;
}

/** Resolves when every process that writes to its stdout is gone. */
async function kill(child: ChildProcess): Promise<void> {
  const gone = once(child.stdout as NonNullable<ChildProcess['stdout']>, 'close');
  child.stdout?.resume();
  child.kill('SIGKILL');
  await gone;
}

it('a server ends when its launcher is killed, and another one can use its data directory', async () => {
  const args = ['serve', '--port', '0', '--data-dir', join(folder, 'data'), '--json'];
  const first = launch(...args);
  const [line] = await once(first.stdout as NonNullable<ChildProcess['stdout']>, 'data');
  const { url, pid } = JSON.parse(line);
  expect(pid).not.toBe(first.pid);
  expect((await fetch(`${url}/healthz`)).status).toBe(200);

  await kill(first);
  await expect(fetch(`${url}/healthz`)).rejects.toThrow();

  const second = launch(...args);
  const [next] = await once(second.stdout as NonNullable<ChildProcess['stdout']>, 'data');
  expect((await fetch(`${JSON.parse(next).url}/healthz`)).status).toBe(200);
  const exit = once(second, 'exit');
  second.kill('SIGTERM');
  expect(await exit).toEqual([0, null]);
});

it('a batch ends when its launcher is killed, and --resume continues it', async () => {
  mkdirSync(join(folder, 'note'));
  writeFileSync(join(folder, 'note/template.html'), '<h1>{{ n }}</h1>');
  const rows = Array.from({ length: 60 }, (_, n) => JSON.stringify({ n }));
  writeFileSync(join(folder, 'rows.ndjson'), rows.join('\n'));
  const args = ['batch', './note', 'rows.ndjson', '-o', 'out/{{ n }}.pdf', '--concurrency', '1'];
  const written = () => {
    const names = existsSync(join(folder, 'out')) ? readdirSync(join(folder, 'out')) : [];
    return names.filter((name) => /^\d+\.pdf$/.test(name)).length;
  };

  const child = launch(...args, '-q');
  while (written() < 2) await new Promise((done) => setTimeout(done, 20));
  await kill(child);
  const atEnd = written();
  expect(atEnd).toBeLessThan(rows.length);

  const { exitCode, stderr } = await run([...args, '--resume'], { cwd: folder });
  expect(exitCode, stderr).toBe(0);
  expect(written()).toBe(rows.length);
}, 180_000);
