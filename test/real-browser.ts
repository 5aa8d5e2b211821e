/** One real browser for a test file: the packaged one, in the cache that the command uses too, or another. */
import { afterAll } from 'vitest';
import type { Browser, PrintJob } from '../src/core/browser/browser.ts';
import { defaultCacheDirectory } from '../src/core/browser/cache-directory.ts';
import { isHeadlessShell } from '../src/core/browser/find.ts';
import { startBrowser } from '../src/core/browser/start.ts';
import type { Assets } from '../src/core/template/template.ts';

/** The path of the browser that `npm run test:browser` names; undefined for the packaged one. */
export const otherBrowser = process.env.PDFAPI_TEST_BROWSER;

/** Whether it is a browser with windows, which does some things otherwise: see docs/browser.md. */
export const isFullBrowser =
  otherBrowser !== undefined && !isHeadlessShell({ path: otherBrowser, origin: 'named' });

/** With the sandbox, unless the whole run of the tests goes without. */
export const browserOptions = {
  ...(otherBrowser === undefined ? {} : { executablePath: otherBrowser }),
  cacheDirectory: defaultCacheDirectory(process.env),
  environment: process.env,
  sandbox: process.env.PDFAPI_NO_SANDBOX !== '1',
};

/** Call it at the top of a test file; the browser ends with the file's last test. */
export function realBrowser(): Browser {
  const browser = startBrowser(browserOptions);
  afterAll(() => browser.close());
  return browser;
}

/** Files of a template that lie in memory. */
export const assetsOf = (files: Record<string, { type: string; bytes: Uint8Array | string }>): Assets => ({
  read: async (path) => {
    const file = Object.hasOwn(files, path) ? files[path] : undefined;
    return file && { type: file.type, bytes: Buffer.from(file.bytes) };
  },
});

/** A4 with nothing said about it, and a document that says nothing either. */
export const plainJob: PrintJob = {
  html: '<!doctype html><title>Plain</title><p>Plain</p>',
  paper: { width: 210, height: 297, sizeGiven: false, margins: {} },
  assets: assetsOf({}),
  scripts: true,
  tags: true,
  allowHosts: [],
  listFonts: false,
};
