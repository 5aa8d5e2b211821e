/**
 * Runs the commands of docs/air-gap.md: those of the inside on a network of their own that has no address but loopback, so that
 * whatever reached out would fail.
 */
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeReleaseFiles } from '../../../build/release-files.ts';
import { copyCheckout } from '../../e2e/package/checkout-copy.ts';
import { readmeCommands } from '../../e2e/package/readme-commands.ts';
import { startBrowserMirror } from '../../support/browser-mirror.ts';
import { readPdf } from '../../support/read-pdf.ts';
import { root } from '../../support/run.ts';

const page = readFileSync(join(root, 'docs/air-gap.md'), 'utf8');
const commands = readmeCommands(page);

/** Arguments of `unshare` for a network of its own: anybody but root needs a user namespace for it. */
const apart = ['--net', ...(process.getuid?.() === 0 ? [] : ['--user', '--map-current-user'])];
const hasNetwork = spawnSync('unshare', [...apart, 'true']).status === 0;
const installs = process.env.PDFAPI_TEST_INSTALL === '1';
if (!installs || !hasNetwork) {
  const remedy = installs ? 'with unshare and user namespaces' : 'PDFAPI_TEST_INSTALL=1 npm run test:stress';
  console.warn(`docs/air-gap.md is not tested. To test it: ${remedy}`);
}

describe.skipIf(!installs || !hasNetwork)('docs/air-gap.md', () => {
  const home = mkdtempSync(join(tmpdir(), 'pdfapi-offline-'));
  afterAll(() => rmSync(home, { recursive: true, force: true, maxRetries: 3 }));
  // If root runs the tests, the browser runs as another user, who must be able to enter its folder.
  chmodSync(home, 0o755);
  const release = join(home, 'release');
  const cache = join(home, 'cache');

  beforeAll(() => {
    mkdirSync(release);
    mkdirSync(cache);
    const checkout = copyCheckout();
    const git = (...args: string[]) => spawnSync('git', args, { cwd: checkout });
    git('init');
    git('add', '--all');
    git('-c', 'user.name=Ada', '-c', 'user.email=ada@example.com', 'commit', '--message', 'All');
    writeReleaseFiles(checkout, release);
  }, 300_000);

  const environment = {
    ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(?:npm_|PDFAPI_)/i.test(name))),
    // `npm install --global` writes there.
    npm_config_prefix: join(home, 'prefix'),
    npm_config_update_notifier: 'false',
    // Npm goes on without an optional package of 100 MB that it cannot load, and the browser is one. By default it waits five
    // minutes for an answer before it asks again.
    npm_config_fetch_retries: '6',
    npm_config_fetch_timeout: '120000',
    PATH: [join(home, 'prefix/bin'), dirname(process.execPath), process.env.PATH].join(delimiter),
    PDFAPI_CACHE_DIR: cache,
    PDFAPI_CONFIG_DIR: join(home, 'config'),
  };
  const run = (program: string, args: readonly string[], env: NodeJS.ProcessEnv) =>
    execa(program, args, { cwd: release, env, extendEnv: false, reject: false });

  const outside = /^npm install --cache|^PDFAPI_CACHE_DIR=/;
  it.each(commands)('line $line works: $command', { timeout: 600_000 }, async ({ command }) => {
    const isOutside = outside.test(command);
    const mirror = command.endsWith('browser install') ? await mirrorOf(cache) : '';
    const script = isOutside ? `${command}${mirror}` : `ip link set lo up; ${command}`;
    // The alternative without a browser is not in the way of what follows.
    const other = command.includes('--omit=optional') ? { npm_config_prefix: join(home, 'other') } : {};
    const env = { ...environment, ...other };
    const { exitCode, stderr, stdout } = isOutside
      ? await run('sh', ['-c', script], env)
      : await run('unshare', [...apart, 'sh', '-c', script], env);
    expect(exitCode, `${stdout}\n${stderr}`).toBe(0);
    expect(stderr).not.toContain('install scripts');
    if (command === 'pdfapi browser path') expect(stdout).toContain('/installed/999.1.2.3/');
  });

  it('makes documents inside', async () => {
    expect((await readPdf(readFileSync(join(release, 'hello.pdf')))).pages).toEqual(['Hello Ada']);
    expect(existsSync(join(release, 'invoice.pdf'))).toBe(true);
  });
});

/** The page names Chrome's server, which no test reaches: a mirror has the browser that is unpacked already. */
async function mirrorOf(cache: string): Promise<string> {
  const unpacked = readdirSync(cache).find((name) => name.startsWith('chromium-')) ?? '';
  const browser = join(cache, unpacked, 'chromium');
  const { address } = await startBrowserMirror({ '999.1.2.3': `#!/bin/sh\nexec ${browser} "$@"\n` });
  return ` --mirror ${address} --build 999.1.2.3`;
}
