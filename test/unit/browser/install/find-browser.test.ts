import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { defaultCacheDirectory } from '../../../../src/browser/install/cache-directory.ts';
import { findBrowser } from '../../../../src/browser/install/find-browser.ts';

const notPackaged = async () => undefined;

async function directoryWith(...names: string[]): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'pdfapi-test-'));
  onTestFinished(() => rm(directory, { recursive: true }));
  for (const name of names) {
    await writeFile(join(directory, name), '');
    await chmod(join(directory, name), 0o755);
  }
  return directory;
}

it('the browser that the caller names takes precedence', async () => {
  const bin = await directoryWith('mine');
  const found = await findBrowser({
    cacheDirectory: bin,
    environment: {},
    executablePath: join(bin, 'mine'),
  });
  expect(found).toEqual({ path: join(bin, 'mine'), origin: 'named' });
});

it('a relative path is resolved against the working directory of pdfapi, not of the browser', async () => {
  const found = await findBrowser({
    cacheDirectory: '',
    environment: {},
    executablePath: relative('.', process.execPath),
  });
  expect(found.path).toBe(process.execPath);
  expect(defaultCacheDirectory({ PDFAPI_CACHE_DIR: 'cache' })).toBe(resolve('cache'));
});

it('a named browser that cannot be executed causes an error instead of a silent fallback', async () => {
  const asked = findBrowser({
    cacheDirectory: '/nonexistent',
    environment: process.env,
    executablePath: '/nonexistent/chrome',
  });
  await expect(asked).rejects.toMatchObject({
    code: 'browser_missing',
    message: expect.stringContaining('/nonexistent/chrome'),
  });
});

it('without a packaged browser, Chrome or Chromium on the PATH is found', async () => {
  const bin = await directoryWith('google-chrome', 'chromium');
  const found = await findBrowser(
    { cacheDirectory: bin, environment: { PATH: `/nonexistent:${bin}` } },
    notPackaged,
  );
  expect(found).toEqual({ path: join(bin, 'chromium'), origin: 'system' });
});

it.runIf(process.platform === 'linux')('without any browser, the error names the remedies', async () => {
  const empty = await directoryWith();
  const asked = findBrowser({ cacheDirectory: empty, environment: { PATH: empty } }, notPackaged);
  await expect(asked).rejects.toMatchObject({
    code: 'browser_missing',
    hint: expect.stringMatching(/pdfapi browser install.*package manager.*PDFAPI_BROWSER/),
  });
});
