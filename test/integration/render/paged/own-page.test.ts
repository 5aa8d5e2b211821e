/** Page numbers in the text: what is said where an element is on several pages, and what a document without them pays. */
import { expect, it } from 'vitest';
import { readPdf } from '../../../support/read-pdf.ts';
import { realBrowser } from '../../../support/real-browser.ts';
import { renderHtml } from '../../../support/render-html.ts';

const browser = realBrowser();

const warning = [
  expect.stringMatching(/^counter\(page\) in an element that is printed on several pages shows/),
];
const paragraphs = '<p>text</p>'.repeat(200);
const rows = (count: number) => '<tr><td>x</td></tr>'.repeat(count);

it.each([
  ['a fixed element', `<b style="position: fixed"><i class="n"></i></b>${paragraphs}`, warning],
  ['a fixed element of one page', '<b style="position: fixed"><i class="n"></i></b>', []],
  ['the head of a long table', `<table><thead><tr><th class="n"></thead>${rows(200)}</table>`, warning],
  [
    'the head of a short table',
    `<table><thead><tr><th class="n"></thead>${rows(2)}</table>${paragraphs}`,
    [],
  ],
  ['the foot of a long table', `<table><tfoot><tr><th class="n"></tfoot>${rows(200)}</table>`, warning],
  ['how many pages there are', `<b style="position: fixed" class="all"></b>${paragraphs}`, []],
])('%s', async (_, body, problems) => {
  const css = '.n::after { content: counter(page) } .all::after { content: counter(pages) }';
  const { report } = await renderHtml(browser, `<style>${css}</style>${body}`);
  expect(report.problems).toEqual(problems);
});

it('numbers a thousand elements by their pages', async () => {
  const css = '@page { size: 100mm } p::after { content: " on " counter(page) "/" counter(pages) }';
  const body = Array.from({ length: 1000 }, (_, i) => `<p>n${i}</p>`).join('');
  const { pdf } = await renderHtml(browser, `<style>${css}</style>${body}`);
  const { pages } = await readPdf(pdf);
  const wrong = pages.flatMap((text, i) =>
    [...text.matchAll(/n\d+ on (\S+)/g)].filter(([, shown]) => shown !== `${i + 1}/${pages.length}`),
  );
  expect(wrong).toEqual([]);
  expect(pages.join(' ').match(/n\d+ on/g)).toHaveLength(1000);
});
