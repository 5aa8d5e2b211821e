/** Files of HTML and XHTML, printed under their own names. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it, onTestFinished } from 'vitest';
import type { Browser } from '../../../src/browser/browser.ts';
import { startBrowserPool } from '../../../src/browser/browser-pool.ts';
import { render } from '../../../src/render/render.ts';
import { Deadline } from '../../../src/runtime/deadline.ts';
import { readHtmlFile } from '../../../src/template/load/read-html-file.ts';
import { readPdf } from '../../support/read-pdf.ts';
import { browserOptions, realBrowser } from '../../support/real-browser.ts';

const single = realBrowser();
const pool = startBrowserPool({ ...browserOptions, workers: 1 });
afterAll(() => pool.close());

async function print(
  name: string,
  html: string,
  { browser = single, ...parts }: { readonly scripts?: boolean; readonly browser?: Browser } = {},
) {
  const folder = await mkdtemp(join(tmpdir(), 'pdfapi-html-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, name), html);
  const { template } = await readHtmlFile(join(folder, name));
  const deadline = new Deadline();
  try {
    const request = { template: { ...template, ...parts }, data: {}, owner: 'team' };
    const { pdf } = await render(request, { browser, deadline });
    return await readPdf(pdf);
  } finally {
    deadline.close();
  }
}

it.each(['page.html', 'a b ü.html'])(
  'a link to the name of its own file %s is one within the document',
  async (name) => {
    const links = `<a href="${name}#end">End</a> <a href="https://example.com/${name}#end">Other</a>`;
    const html = `<!doctype html><title>Own</title><p>${links}<p id="end">Last`;
    for (const browser of [single, pool]) {
      for (const scripts of [true, false]) {
        const pdf = await print(name, html, { browser, scripts });
        expect(pdf.links.toSorted()).toEqual(['#end', `https://example.com/${encodeURIComponent(name)}#end`]);
      }
    }
  },
);

const xhtml = `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.1//EN" "http://www.w3.org/TR/xhtml11/DTD/xhtml11.dtd">
<html xmlns="http://www.w3.org/1999/xhtml"><head><title/><script type="text/javascript"/></head>
<body><p>Before</p><div/><p>After &amp; last: ä</p></body></html>`;

it.each([
  ['page.xhtml', true],
  ['page.xht', true],
  ['page.xhtml', false],
])('%s is read as XML (scripts: %s)', async (name, scripts) => {
  for (const browser of [single, pool]) {
    const { pages } = await print(name, xhtml, { browser, scripts });
    expect(pages.join(' ').replace(/\s+/g, ' ').trim()).toBe('Before After & last: ä');
  }
});
