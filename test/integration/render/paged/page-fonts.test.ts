/** Fonts of web pages that only margin boxes have. */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openRenderer, type Renderer } from '../../../../src/index.ts';
import { browserOptions, otherBrowser } from '../../../support/real-browser.ts';
import { readPages } from './read-pages.ts';

const root = join(import.meta.dirname, '../../../..');
const font = readFileSync(join(root, 'templates-examples/invoice/fonts/work-sans-latin-400.woff2'));
const text = 'WWWWWWWWWW';
const html = `<!doctype html><html lang="en"><title>Fonts</title><style>
@font-face { font-family: Head; src: url(/head.woff2) } @font-face { font-family: Other; src: url(/other.woff2) }
@font-face { font-family: Text; src: url(/text.woff2) } p { font: 10pt Text }
@page { @top-left { content: "${text}"; font: 10pt "Head" } }</style><p>${text}`;

const asked: string[] = [];
const server = createServer(({ url = '' }, response) => {
  asked.push(url);
  if (url === '/') response.writeHead(200, { 'content-type': 'text/html' }).end(html);
  else response.writeHead(200, { 'content-type': 'font/woff2' }).end(font);
});
let renderer: Renderer;

beforeAll(async () => {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  renderer = await openRenderer({ browserPath: otherBrowser, sandbox: browserOptions.sandbox, workers: 1 });
});
afterAll(async () => {
  await renderer.close();
  server.close();
});

it('a margin box is printed in a font that nothing else has, and a font that nothing has is not loaded', async () => {
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { pdf } = await renderer.webPage(`http://${host}/`, { allowHosts: [host] });
  const { pages } = await readPages(pdf);
  const widths = (pages[0]?.runs ?? []).map((run) => (run.right - run.left).toFixed(1));
  expect(widths).toHaveLength(2);
  expect(widths[0]).toBe(widths[1]);
  expect(asked).toContain('/head.woff2');
  expect(asked).not.toContain('/other.woff2');
});
