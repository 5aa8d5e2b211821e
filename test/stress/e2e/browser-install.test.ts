/** `pdfapi browser install`: installs the current browser beside the packaged one. */
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { defaultCacheDirectory } from '../../../src/browser/install/cache-directory.ts';
import { packagedBrowser } from '../../../src/browser/install/packaged-browser.ts';
import { startBrowserMirror } from '../../support/browser-mirror.ts';
import { readPdf } from '../../support/read-pdf.ts';
import { run } from '../../support/run.ts';

const packaged = await packagedBrowser(defaultCacheDirectory(process.env));

it.runIf(packaged)(
  'prints with a newer browser once it is installed, and rejects one that does not start',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'pdfapi-install-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    // The user that the browser runs as must be able to enter it.
    chmodSync(folder, 0o755);
    const cache = join(folder, 'cache');
    const { address } = await startBrowserMirror({
      '999.1.2.3': `#!/bin/sh\nexec ${packaged?.path} "$@"\n`,
      '999.1.2.4': '#!/bin/sh\necho "error while loading shared libraries: libnothing.so.1" >&2\nexit 127\n',
    });
    // The command keeps its compiled code in its own cache, as without the tests.
    const env = { PDFAPI_CACHE_DIR: cache, NODE_COMPILE_CACHE: undefined };
    const pdfapi = (...args: string[]) => run(args, { cwd: folder, env });

    const installed = await pdfapi(
      'browser',
      'install',
      '--build',
      '999.1.2.3',
      '--mirror',
      address,
      '--json',
    );
    expect([installed.exitCode, installed.stderr]).toEqual([0, expect.any(String)]);
    const { path, build, used } = JSON.parse(installed.stdout);
    expect([build, used]).toEqual(['999.1.2.3', true]);
    const found = JSON.parse((await pdfapi('browser', 'path', '--json')).stdout);
    expect(found).toEqual({ path, origin: 'installed' });

    const broken = await pdfapi('browser', 'install', '--build', '999.1.2.4', '--mirror', address);
    expect([broken.exitCode, broken.stdout]).toEqual([6, '']);
    expect(broken.stderr).toContain('does not start on this machine');
    expect(broken.stderr).toContain('libnothing.so.1');
    expect(JSON.parse((await pdfapi('browser', 'path', '--json')).stdout)).toEqual({
      path,
      origin: 'installed',
    });
    // The cache holds the installed browser beside the packaged one.
    expect(readdirSync(cache).sort()).toEqual([expect.stringMatching(/^chromium-/), 'compile', 'installed']);
    expect(readdirSync(join(cache, 'installed'))).toEqual(['999.1.2.3']);

    writeFileSync(join(folder, 'page.html'), '<p>Printed</p>');
    const printed = await pdfapi('html', 'page.html', '-o', 'page.pdf', '--local');
    expect([printed.exitCode, printed.stdout]).toEqual([0, 'page.pdf\n']);
    expect((await readPdf(readFileSync(join(folder, 'page.pdf')))).pages).toEqual([
      expect.stringContaining('Printed'),
    ]);

    const { checks } = JSON.parse((await pdfapi('doctor', '--json', '--local')).stdout);
    const [browser] = checks.filter(({ check }: { check: string }) => check === 'browser');
    expect(browser.text).toMatch(/, installed \(.*\); released \d+ weeks? ago/);
  },
);
