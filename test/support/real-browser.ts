/** Provides one real browser for a test file: the packaged one, in the same cache as the command, or another one. */
import type { Browser, PrintJob } from '../../src/browser/browser.ts';
import { defaultCacheDirectory } from '../../src/browser/install/cache-directory.ts';
import { isHeadlessShell } from '../../src/browser/install/find-browser.ts';
import { startSingleUseBrowser } from '../../src/browser/single-use-browser.ts';
import type { Assets } from '../../src/template/model/template.ts';
import { afterFile } from './after-file.ts';

/** The path of the browser that `npm run test:browser` names. Undefined for the packaged one. */
export const otherBrowser = process.env.PDFAPI_TEST_BROWSER;

/** Whether it is a browser with windows, which differs in some behaviour: see docs/browser.md. */
export const isFullBrowser =
  otherBrowser !== undefined && !isHeadlessShell({ path: otherBrowser, origin: 'named' });

/** With the sandbox, unless the whole test run disables it. */
export const browserOptions = {
  ...(otherBrowser === undefined ? {} : { executablePath: otherBrowser }),
  cacheDirectory: defaultCacheDirectory(process.env),
  environment: process.env,
  sandbox: process.env.PDFAPI_NO_SANDBOX !== '1',
};

/** Call it at the top of a test file. The browser ends with the last test of the file. */
export function realBrowser(): Browser {
  const browser = startSingleUseBrowser(browserOptions);
  afterFile(() => browser.close());
  return browser;
}

/** Returns the files of a template from memory. */
export const assetsOf = (files: Record<string, { type: string; bytes: Uint8Array | string }>): Assets => ({
  read: async (path) => {
    const file = Object.hasOwn(files, path) ? files[path] : undefined;
    return file && { type: file.type, bytes: Buffer.from(file.bytes) };
  },
});

/** A document and a job with defaults only. */
export const plainJob: PrintJob = {
  html: '<!doctype html><title>Plain</title><p>Plain</p>',
  paper: { width: 210, height: 297, sizeGiven: false, margins: {} },
  assets: assetsOf({}),
  scripts: true,
  tags: true,
  allowHosts: [],
  listFonts: false,
};
