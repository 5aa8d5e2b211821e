/** A screen reader says once what is drawn on each page: fixed elements, heads and feet of tables. */
import { describe, expect, it } from 'vitest';
import { checkConformance } from '../../../src/conformance/index.ts';
import { contentFaults, readTagged } from '../../support/pdf/tagged.ts';
import { readPdf } from '../../support/read-pdf.ts';
import { realBrowser } from '../../support/real-browser.ts';
import { renderHtml } from '../../support/render-html.ts';

const browser = realBrowser();
const begin = '<!doctype html><html lang="en"><title>Repeated</title>';
const repeat = (count: number, toHtml: (i: number) => string) =>
  Array.from({ length: count }, (_, i) => toHtml(i + 1)).join('');
const pages = repeat(3, (i) => `<p style="break-before: page">Text ${i}`);
const rows = repeat(120, (i) => `<tr><td>Row ${i}<td>${i}`);

const pixel =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';

async function read(body: string) {
  const { pdf } = await renderHtml(browser, begin + body, { request: { standards: { pdfua: true } } });
  expect(checkConformance(pdf).findings).toEqual([]);
  expect(contentFaults(pdf)).toEqual([]);
  const { lines, artifacts, untagged } = await readTagged(pdf);
  const count = (text: string) => lines.filter((line) => line.includes(text)).length;
  return { count, artifacts, untagged, pages: (await readPdf(pdf)).pages };
}

describe('once', () => {
  it.each([
    ['a fixed element', `<div style="position: fixed; bottom: 0">Repeated</div>${pages}`],
    [
      'a translucent watermark',
      `<div style="position: fixed; top: 9cm; opacity: 0.4; transform: rotate(30deg)">Repeated</div>${pages}`,
    ],
    ['a fixed element at the end', `${pages}<div style="position: fixed; top: 0">Repeated</div>`],
    [
      'a fixed element with a link',
      `<div style="position: fixed; bottom: 0"><a href="https://example.com/">Repeated</a></div>${pages}`,
    ],
    ['the head of a table', `<p>Before<table><thead><tr><th>Repeated<th>Sum</thead><tbody>${rows}</table>`],
    ['the foot of a table', `<table><tbody>${rows}<tfoot><tr><td>Repeated<td>Sum</tfoot></table><p>Behind`],
    [
      'the foot of a table that comes before its rows',
      `<table><thead><tr><th>Name<th>Sum</thead><tfoot><tr><td>Repeated<td>Sum</tfoot><tbody>${rows}</table>`,
    ],
  ])('%s', async (_, body) => {
    const { count, artifacts, untagged, pages: texts } = await read(body);
    expect(texts.length).toBeGreaterThanOrEqual(3);
    const shown = texts.filter((text) => text.includes('Repeated')).length;
    expect(shown).toBeGreaterThanOrEqual(3);
    expect(count('Repeated')).toBe(1);
    expect(artifacts.filter((text) => text.includes('Repeated'))).toHaveLength(shown - 1);
    expect(untagged.trim()).toBe('');
  });
});

it.each([
  ['a picture', `<img alt="Repeated" src="${pixel}" width="9" height="9">`],
  [
    'a drawing',
    '<svg role="img" aria-label="Repeated" width="9" height="9"><path d="M0 0h9v9z" fill="red"/></svg>',
  ],
])('once %s of a fixed element', async (_, picture) => {
  const { count } = await read(`<div style="position: fixed; top: 0">${picture}</div>${pages}`);
  expect(count('Repeated')).toBe(1);
});

describe('on each page', () => {
  it.each([
    ['a paragraph of equal words', `<h1>Head</h1><p>${'word '.repeat(4_000)}</p><p>End`],
    ['lines of equal characters', `<pre>${'0 0 0 0\n'.repeat(200)}</pre><p>End`],
    [
      'a row that is divided, of equal words',
      `<table><thead><tr><th>Name</thead><tr><td>First<tr><td>${'word<br>'.repeat(150)}<tr><td>Last</table>`,
    ],
    [
      'an element that differs',
      `<div style="position: absolute; top: 310mm">word</div>${'<p>word '.repeat(60)}`,
    ],
  ])('%s', async (_, body) => {
    const { artifacts } = await read(body);
    expect(artifacts.filter((text) => /word|0 0/.test(text))).toEqual([]);
  });
});
