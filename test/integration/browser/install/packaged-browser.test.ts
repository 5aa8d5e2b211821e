import { mkdir, mkdtemp, readdir, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { isUnchanged } from '../../../../src/browser/install/browser-manifest.ts';
import { defaultCacheDirectory } from '../../../../src/browser/install/cache-directory.ts';
import { packagedBrowser } from '../../../../src/browser/install/packaged-browser.ts';

const packaged = process.platform === 'linux' && process.arch === 'x64';

describe.runIf(packaged)('the packaged browser', () => {
  it('is unpacked once by concurrent callers, and leftovers of killed processes are removed', async () => {
    const cache = await mkdtemp(join(tmpdir(), 'pdfapi-test-'));
    onTestFinished(() => rm(cache, { recursive: true }));
    const said: string[] = [];
    const [version] = (await readdir(defaultCacheDirectory(process.env)).catch(() => [])).filter((name) =>
      /^chromium-[\d.]+$/.test(name),
    );
    // The second one is of a killed process that had the pid of this one, as in a restarted container.
    for (const pid of version ? [999999999, process.pid] : []) {
      const leftover = join(cache, `${version}.${pid}-dead`);
      await mkdir(leftover);
      await utimes(leftover, 0, 0);
    }
    const both = await Promise.all([
      packagedBrowser(cache, (text) => said.push(text)),
      packagedBrowser(cache, (text) => said.push(text)),
    ]);
    expect(both[0]).toEqual(both[1]);
    expect(said.length).toBeGreaterThan(0);
    const names = await readdir(cache);
    expect(names).toEqual([expect.stringMatching(/^chromium-[\d.]+$/)]);
    await packagedBrowser(cache, () => expect.unreachable('it is there already'));
    expect(both[0] && (await isUnchanged(both[0].path, both[0].folder))).toBe(true);
  });

  it('causes an error with a remedy if it cannot be unpacked, even if the kernel rejects the folder', async () => {
    await expect(packagedBrowser('/proc/nope')).rejects.toMatchObject({
      code: 'file_unwritable',
      hint: expect.stringContaining('PDFAPI_CACHE_DIR'),
    });
  });
});
