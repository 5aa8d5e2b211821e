/** Where a footnote cannot be at the foot of its page, it is in the text, and the document is said to be printed so. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openRenderer, type Renderer } from '../../../../src/index.ts';
import { browserOptions, otherBrowser } from '../../../support/real-browser.ts';
import { readPages } from './read-pages.ts';

let renderer: Renderer;

beforeAll(async () => {
  renderer = await openRenderer({ browserPath: otherBrowser, sandbox: browserOptions.sandbox, workers: 1 });
});
afterAll(() => renderer.close());

it.each([
  ['@page { size: 80mm auto; margin: 5mm }', 'because the paper is as high as its contents'],
  ['body { display: flex; flex-direction: column }', 'because the body of the document is no block'],
])('prints a note in the text with %s', async (css, reason) => {
  const html = `<!doctype html><style>${css} span { float: footnote }</style><p>Text<span> and note</span></p><p>More</p>`;
  const { pdf, warnings } = await renderer.html(html);
  const [page] = (await readPages(pdf)).pages;
  expect(page?.runs.map(({ text }) => text)).toEqual(['Text', 'and note', 'More']);
  expect(warnings).toEqual([
    `footnotes are printed in the text, ${reason}${reason.includes('body') ? ': set display: block for it' : ''}`,
  ]);
});
