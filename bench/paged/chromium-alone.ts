/**
 * What Chromium alone takes for a document, which is the floor for every program that prints with it: it is started, loads
 * the document and prints it once, with tags and outline. Nothing is filled in. Prints the seconds without those in which
 * this script is loaded.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { defaultCacheDirectory } from '../../src/browser/install/cache-directory.ts';
import { openPage, takeFirstPage } from '../../src/browser/page/open-page.ts';
import { startBrowserProcess } from '../../src/browser/process/browser-process.ts';

const [source = '', output = ''] = process.argv.slice(2);
const started = performance.now();
const browser = await startBrowserProcess({
  cacheDirectory: defaultCacheDirectory(process.env),
  environment: process.env,
  sandbox: process.env.PDFAPI_NO_SANDBOX !== '1',
});
const { session, mainFrame } =
  (await takeFirstPage(browser)) ?? (await openPage(browser, { scripts: false }));
await session.send('Page.setDocumentContent', { frameId: mainFrame, html: readFileSync(source, 'utf8') });
const { data } = await session.send('Page.printToPDF', {
  printBackground: true,
  preferCSSPageSize: true,
  generateTaggedPDF: true,
  generateDocumentOutline: true,
});
writeFileSync(output, data);
console.log(((performance.now() - started) / 1000).toFixed(3));
await browser.kill();
