/**
 * What docs/platforms.md says about macOS, Windows and Linux on ARM, as far as it shows on x86-64 Linux: the command takes the
 * machine for another one and has no /proc.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bin, root, run } from '../../support/run.ts';

const hook = pathToFileURL(resolve(root, 'test/support/pretend-platform.mjs')).href;
const folder = mkdtempSync(join(tmpdir(), 'pdfapi-platforms-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The browser of the tests. Another platform would not use the packaged one, which is not made for it. */
let browser = '';
beforeAll(async () => {
  writeFileSync(join(folder, 'page.html'), '<h1>Hello {{ name }}</h1>');
  browser = (await run(['browser', 'path'], { cwd: folder })).stdout.trim();
});

const pretend = (platform: string, env: Readonly<Record<string, string>> = { PDFAPI_BROWSER: browser }) => ({
  cwd: folder,
  env: { PRETENDED_PLATFORM: platform, NODE_OPTIONS: `--import=${hook}`, ...env },
});

describe.each(['darwin-arm64', 'win32-x64', 'linux-arm64'])('on %s', (platform) => {
  it('names the remedy if there is no browser', async () => {
    const env = {
      PATH: dirname(process.execPath),
      PDFAPI_CACHE_DIR: join(folder, 'empty'),
      PDFAPI_BROWSER: '',
    };
    const { exitCode, stderr } = await run(['html', 'page.html', '-o', 'none.pdf'], pretend(platform, env));
    expect(stderr).toContain('Run `pdfapi browser install`');
    expect(exitCode).toBe(6);
  });

  it('prints a page, and an editor template', async () => {
    const page = await run(
      ['html', 'page.html', '-s', 'name=Ada', '-o', `${platform}.pdf`],
      pretend(platform),
    );
    expect(page.exitCode, page.stderr).toBe(0);
    const form = join(root, 'templates-examples/editor-form');
    const drawn = await run(['generate', form, '-o', `${platform}-form.pdf`], pretend(platform));
    expect(drawn.exitCode, drawn.stderr).toBe(0);
    for (const name of [`${platform}.pdf`, `${platform}-form.pdf`]) {
      expect(readFileSync(join(folder, name)).subarray(0, 5).toString()).toBe('%PDF-');
    }
  });

  it('loads the database’s driver for the platform', async () => {
    const { stdout } = await run(['doctor', '--json'], pretend(platform));
    // It cannot be loaded here, and the error names it.
    expect(stdout).toContain(`${platform}.node`);
  });
});

it('a server without /proc prints, and ends when it is asked to', async () => {
  const { env } = pretend('linux-x64');
  const server = execa(process.execPath, [bin, 'serve', '--port', '0', '--data-dir', 'data', '--json'], {
    cwd: folder,
    env: { ...env, PDFAPI_URL: '', PDFAPI_CONFIG_DIR: join(folder, 'no-profile') },
    reject: false,
  });
  const line = await new Promise<string>((resolveLine) =>
    server.stdout.once('data', (data) => resolveLine(`${data}`)),
  );
  const { url, token } = JSON.parse(line);
  const response = await fetch(`${url}/api/v1/html-to-pdf`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ html: '<h1>Hello</h1>', output: 'binary' }),
  });
  expect(
    Buffer.from(await response.arrayBuffer())
      .subarray(0, 5)
      .toString(),
  ).toBe('%PDF-');
  server.kill('SIGTERM');
  expect((await server).exitCode).toBe(0);
});
