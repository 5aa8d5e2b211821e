import { access, constants, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { findBrowser } from '../../../../src/browser/install/find-browser.ts';
import { installBrowser, installedBrowser } from '../../../../src/browser/install/install-browser.ts';
import type { PackagedBrowser } from '../../../../src/browser/install/packaged-browser.ts';
import { startBrowserMirror } from '../../../support/browser-mirror.ts';

const script = '#!/bin/sh\n';

async function emptyDirectory(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'pdfapi-test-'));
  onTestFinished(() => rm(directory, { recursive: true }));
  return directory;
}

/** The contents of the folder of installed browsers. */
const installedIn = (cacheDirectory: string) =>
  readdir(join(cacheDirectory, 'installed')).catch((): string[] => []);

it('a browser is downloaded from a mirror with progress reports, and found afterwards', async () => {
  const cacheDirectory = await emptyDirectory();
  const { address: mirror } = await startBrowserMirror({ '1.2.3.4': script });
  const progress: number[] = [];
  expect(installedBrowser(cacheDirectory)).toBeUndefined();
  const installed = await installBrowser({
    cacheDirectory,
    mirror,
    build: '1.2.3.4',
    onProgress: (downloaded, total) => progress.push(downloaded / total),
  });
  await access(installed.path, constants.X_OK);
  expect(installed.path.startsWith(cacheDirectory)).toBe(true);
  expect(progress.at(-1)).toBe(1);
  expect(installedBrowser(cacheDirectory)).toEqual(installed);
  expect(await installedIn(cacheDirectory)).toEqual(['1.2.3.4']);
});

it('a failed download causes an error with remedies and installs nothing', async () => {
  const cacheDirectory = await emptyDirectory();
  const { address: mirror, requested } = await startBrowserMirror({});
  const failing = installBrowser({ cacheDirectory, mirror, build: '9.9.9.9' });
  await expect(failing).rejects.toMatchObject({
    code: 'browser_missing',
    hint: expect.stringContaining('--mirror'),
  });
  expect(requested).toEqual([expect.stringContaining('/mirror/9.9.9.9/')]);
  expect(installedBrowser(cacheDirectory)).toBeUndefined();
  expect(await installedIn(cacheDirectory)).toEqual([]);
});

it('a browser that does not start is not installed, and the previous one stays', async () => {
  const cacheDirectory = await emptyDirectory();
  const { address: mirror } = await startBrowserMirror({ '1.2.3.4': script, '5.6.7.8': script });
  const before = await installBrowser({ cacheDirectory, mirror, build: '1.2.3.4' });
  const verify = () => Promise.reject(new Error('It does not start.'));
  const failing = installBrowser({ cacheDirectory, mirror, build: '5.6.7.8', verify });
  await expect(failing).rejects.toThrow('It does not start.');
  expect(installedBrowser(cacheDirectory)).toEqual(before);
  expect(await installedIn(cacheDirectory)).toEqual(['1.2.3.4']);
});

it('a damaged browser is skipped and can be installed again', async () => {
  const cacheDirectory = await emptyDirectory();
  const { address: mirror } = await startBrowserMirror({ '1.2.3.4': script, '5.6.7.8': script });
  const older = await installBrowser({ cacheDirectory, mirror, build: '1.2.3.4' });
  const newer = await installBrowser({ cacheDirectory, mirror, build: '5.6.7.8' });
  expect(installedBrowser(cacheDirectory)).toEqual(newer);
  await writeFile(newer.path, '#!');
  expect(installedBrowser(cacheDirectory)).toEqual(older);
  expect(await installBrowser({ cacheDirectory, mirror, build: '5.6.7.8' })).toEqual(newer);
  expect(installedBrowser(cacheDirectory)).toEqual(newer);
});

it('the newer of the packaged and the installed browser is found, with the packaged libraries and fonts', async () => {
  const cacheDirectory = await emptyDirectory();
  const { address: mirror } = await startBrowserMirror({ '156.0.1.2': script });
  const { path, folder } = await installBrowser({ cacheDirectory, mirror, build: '156.0.1.2' });
  const packagedAs = (version: string) => async (): Promise<PackagedBrowser> => ({
    path: '/packaged/chromium',
    folder: '/packaged',
    version,
    libraries: '/packaged/lib',
    fontConfig: '/packaged/fonts.conf',
  });
  const find = (version: string) => findBrowser({ cacheDirectory, environment: {} }, packagedAs(version));
  const lent = { libraries: '/packaged/lib', fontConfig: '/packaged/fonts.conf' };
  expect(await find('153.0.0')).toEqual({ path, folder, origin: 'installed', ...lent });
  expect(await find('156.0.0')).toEqual({ path, folder, origin: 'installed', ...lent });
  expect(await find('157.0.0')).toMatchObject({ path: '/packaged/chromium', origin: 'packaged' });
});

it('a mirror requires a build number', async () => {
  const failing = installBrowser({
    cacheDirectory: await emptyDirectory(),
    mirror: 'http://127.0.0.1:1',
    build: 'beta',
  });
  await expect(failing).rejects.toMatchObject({
    code: 'invalid_option',
    errors: { build: [expect.any(String)] },
  });
});
