import { spawn } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, readlinkSync, utimesSync } from 'node:fs';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { getPriority, tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { findBrowser } from '../../../../src/browser/install/find-browser.ts';
import { launch } from '../../../../src/browser/process/launch.ts';
import { Deadline } from '../../../../src/runtime/deadline.ts';
import { processesBelow, stillRunning } from '../../../support/browser/process-list.ts';
import { browserOptions, plainJob, realBrowser } from '../../../support/real-browser.ts';

const browser = realBrowser();
const linux = process.platform === 'linux';
const sandboxed = linux && process.env.PDFAPI_NO_SANDBOX !== '1';

/** Writes a shell script that is started in place of a browser. Returns its path. */
async function program(script: string): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'pdfapi-test-'));
  onTestFinished(() => rm(directory, { recursive: true }));
  // For root, the browser runs under another user id, which must be able to read the script.
  await chmod(directory, 0o755);
  const path = join(directory, 'chromium');
  await writeFile(path, `#!/bin/sh\n${script}\n`);
  await chmod(path, 0o755);
  return path;
}

const profiles = () => readdirSync(tmpdir()).filter((name) => name.startsWith(`pdfapi-run-${process.pid}-`));

it.runIf(linux)('a browser started by a wrapper script is identified by its own process', async () => {
  const found = await findBrowser(browserOptions);
  const path = await program(`"${found.path}" "$@"`);
  const started = await launch({ ...found, path }, { ...browserOptions, niceValue: 7 });
  onTestFinished(started.kill);
  const [name = ''] = readFileSync(`/proc/${started.pid}/cmdline`, 'utf8').split('\0');
  expect(basename(name)).not.toBe('sh');
  const below = processesBelow(started.pid);
  const family = [started.pid, ...below.map(({ pid }) => pid)];
  // A broker opens files for another process while that one starts, and is idle afterwards.
  const workers = below.filter(({ command }) => !command.includes('--type=broker'));
  expect(workers.length).toBeGreaterThan(0);
  for (const each of [started.pid, ...workers.map(({ pid }) => pid)]) expect(getPriority(each)).toBe(7);
  await started.kill();
  await vi.waitFor(() => expect(stillRunning(family)).toEqual([]), { timeout: 10_000 });
});

it('removes an older profile with its own pid, as in a restarted container, and none of its own', async () => {
  const runDirectory = await mkdtemp(join(tmpdir(), 'pdfapi-test-'));
  onTestFinished(() => rm(runDirectory, { recursive: true }));
  await chmod(runDirectory, 0o711);
  const [older, own] = ['older', 'own'].map((name) => `pdfapi-run-${process.pid}-${name}`) as [
    string,
    string,
  ];
  for (const name of [older, own]) mkdirSync(join(runDirectory, name));
  utimesSync(join(runDirectory, older), 0, 0);
  const started = await launch(await findBrowser(browserOptions), { ...browserOptions, runDirectory });
  onTestFinished(started.kill);
  const left = readdirSync(runDirectory);
  expect(left).toContain(own);
  expect(left).not.toContain(older);
  expect(left).toHaveLength(2);
});

describe('the sandbox', () => {
  it.runIf(sandboxed)(
    'confines every renderer, even for root: no root user, filtered system calls, own namespaces',
    async () => {
      const { pid, sandbox } = await browser.ready();
      expect(sandbox).toBe(true);
      // The first page may still be starting when the browser responds.
      const renderers = await vi.waitUntil(
        () => {
          const found = processesBelow(pid).filter(({ command }) => command.includes('--type=renderer'));
          return found.length > 0 && found;
        },
        { timeout: 10_000 },
      );
      for (const renderer of renderers) {
        expect(renderer.status).toMatch(/^Seccomp:\s+2$/m);
        expect(renderer.status).not.toMatch(/^Uid:\s+0\s/m);
        expect(readlinkSync(`/proc/${renderer.pid}/ns/user`)).not.toBe(readlinkSync('/proc/self/ns/user'));
        expect(readlinkSync(`/proc/${renderer.pid}/ns/net`)).not.toBe(readlinkSync('/proc/self/ns/net'));
      }
    },
  );

  it('causes an error with remedies if it is missing, never a silent start without it', async () => {
    const path = await program(
      'echo "[0101/000000:FATAL:zygote_host_impl_linux.cc(128)] No usable sandbox!" >&2; exit 1',
    );
    const before = profiles();
    const started = launch({ path, origin: 'named' }, { sandbox: true, environment: {} });
    await expect(started).rejects.toMatchObject({
      code: 'sandbox_unavailable',
      hint: expect.stringContaining('--no-sandbox'),
    });
    expect(profiles()).toEqual(before);
  });
});

describe('a browser that does not start', () => {
  it('causes an error with the last output of the browser', async () => {
    const path = await program('echo "something is wrong" >&2; exit 3');
    const started = launch({ path, origin: 'named' }, { sandbox: true, environment: {} });
    await expect(started).rejects.toMatchObject({
      code: 'browser_failed',
      message: expect.stringContaining('something is wrong'),
    });
  });

  it('because shared libraries are missing is started again with the packaged ones', async () => {
    const path = await program(
      'if [ -z "$LD_LIBRARY_PATH" ]; then echo "error while loading shared libraries: libnss3.so" >&2; exit 127; fi; echo "with $LD_LIBRARY_PATH" >&2; exit 1',
    );
    const started = launch(
      { path, origin: 'packaged', libraries: '/packaged/lib' },
      { sandbox: true, environment: {} },
    );
    await expect(started).rejects.toMatchObject({ message: expect.stringContaining('with /packaged/lib') });
  });
});

it('the browser inherits the time zone but no secrets or proxies from the environment', async () => {
  const path = await program('env >&2; exit 1');
  const environment = { TZ: 'Europe/Paris', PDFAPI_TOKEN: 'secret', HTTPS_PROXY: 'http://proxy' };
  const started = launch({ path, origin: 'named' }, { sandbox: true, environment });
  const failure = await started.catch((error: Error) => error);
  const said = String((failure as Error & { cause: { stderr: string } }).cause.stderr);
  expect(said).toContain('TZ=Europe/Paris');
  expect(said).not.toMatch(/secret|proxy|PDFAPI/);
});

it.runIf(linux)('a killed parent leaves no browser process behind', async () => {
  const script = `
    import { startSingleUseBrowser } from ${JSON.stringify(join(import.meta.dirname, '../../../../src/browser/single-use-browser.ts'))};
    import { defaultCacheDirectory } from ${JSON.stringify(join(import.meta.dirname, '../../../../src/browser/install/cache-directory.ts'))};
    const browser = startSingleUseBrowser({ cacheDirectory: defaultCacheDirectory(process.env), environment: process.env, sandbox: ${sandboxed} });
    console.log((await browser.ready()).pid);
    setInterval(() => {}, 1000);`;
  const parent = spawn(process.execPath, ['--input-type=module-typescript', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const pid = await new Promise<number>((resolve) =>
    parent.stdout.once('data', (text) => resolve(Number(text))),
  );
  const family = [pid, ...processesBelow(pid).map((entry) => entry.pid)];
  expect(family.length).toBeGreaterThan(1);
  parent.kill('SIGKILL');
  for (let tries = 0; stillRunning(family).length && tries < 50; tries++) await delay(100);
  expect(stillRunning(family)).toEqual([]);
});

it('a closed browser leaves no profile behind', async () => {
  const { startSingleUseBrowser } = await import('../../../../src/browser/single-use-browser.ts');
  const { defaultCacheDirectory } = await import('../../../../src/browser/install/cache-directory.ts');
  const before = profiles();
  const other = startSingleUseBrowser({
    cacheDirectory: defaultCacheDirectory(process.env),
    environment: process.env,
    sandbox: sandboxed,
  });
  await other.ready();
  expect(profiles().length).toBe(before.length + 1);
  await other.close();
  await other.close();
  expect(profiles()).toEqual(before);
});

it.runIf(linux)('a browser for one document ends once that is printed', async () => {
  const { startSingleUseBrowser } = await import('../../../../src/browser/single-use-browser.ts');
  const other = startSingleUseBrowser({ ...browserOptions, once: true });
  onTestFinished(() => other.close());
  const { pid } = await other.ready();
  const family = [pid, ...processesBelow(pid).map((entry) => entry.pid)];
  await other.print(plainJob, new Deadline(60_000));
  for (let tries = 0; stillRunning(family).length && tries < 50; tries++) await delay(100);
  expect(stillRunning(family)).toEqual([]);
});

it.runIf(linux && process.getuid?.() === 0)(
  'for root, the browser uses a public temporary directory if TMPDIR is closed to others',
  async () => {
    const path = await program('echo "in $PWD" >&2; exit 1');
    const closed = await mkdtemp(join(tmpdir(), 'pdfapi-test-'));
    onTestFinished(() => rm(closed, { recursive: true }));
    vi.stubEnv('TMPDIR', closed);
    onTestFinished(() => void vi.unstubAllEnvs());
    const started = launch({ path, origin: 'named' }, { sandbox: true, environment: {} });
    await expect(started).rejects.toMatchObject({
      message: expect.stringMatching(/in \/(?:var\/)?tmp\/pdfapi-run-/),
    });
  },
);

// This test comes last because it uses up the first page of the browser.
it.runIf(linux)('a browser starts no renderers for its own windows', async () => {
  const { pid } = await browser.ready();
  await browser.print(plainJob, new Deadline(30_000));
  const commands = processesBelow(pid).map(({ command }) => command);
  expect(commands.filter((command) => /--top-chrome-webui|--extension-process/.test(command))).toEqual([]);
});
