/** Idioms of other programs for headers, page numbers and PDFs cause a warning with the remedy. */
import { describe, expect, it } from 'vitest';
import type { HtmlTemplate } from '../../../src/template/model/template.ts';
import { realBrowser } from '../../support/real-browser.ts';
import { renderHtml } from '../../support/render-html.ts';

const browser = realBrowser();

const problemsOf = async (html: string, parts?: Partial<HtmlTemplate>) =>
  (await renderHtml(browser, `<!doctype html><html lang="en">${html}`, { parts })).report.problems;

const remedy =
  'make it a header or footer (--header, header.html), or a margin box (@page { @top-center { … } })';
const paragraphs = (count: number) =>
  Array.from({ length: count }, (_, i) => `<p>Paragraph ${i + 1}</p>`).join('');
const body = (css: string, inner: string) => `<style>@page { margin: 30mm } ${css}</style>${inner}`;

describe('a fixed box', () => {
  it.each([
    ['top', 'top: -25mm', 'before'],
    ['bottom', 'bottom: -25mm', 'after'],
  ])('in the %s margin is named with the page on which it lies', async (margin, place, page) => {
    const css = `.head { position: fixed; ${place}; left: 0 }`;
    expect(await problemsOf(body(css, `<div class="head">Head</div>${paragraphs(60)}`))).toEqual([
      `div.head has position: fixed and lies in the ${margin} margin, where browsers print it over the text of the page ${page}: ${remedy}`,
    ]);
  });

  it.each([
    ['its text', ''],
    ['its background', 'text-align: right; background: #def'],
  ])('that covers text with %s is named with the text', async (_, style) => {
    const css = `header { position: fixed; top: 0; left: 0; right: 0; height: 40px; ${style} } body, p { margin: 0 }`;
    expect(await problemsOf(body(css, `<header>Acme</header><p>Dear Ann,</p>`))).toEqual([
      `header ("Acme") has position: fixed and covers the text "Dear Ann,": ${remedy}`,
    ]);
  });

  it.each([
    ['the room is only at the start', '.head { top: 0; height: 30px } body { padding-top: 40px }'],
    ['it is over the end of each page but the last', '.head { bottom: 0 } body { padding-bottom: 40px }'],
  ])('that covers text of a later page is named with the text: %s', async (_, css) => {
    const html = body(
      `.head { position: fixed; left: 0; right: 0; background: #fff } ${css}`,
      `<div class="head">Head</div>${paragraphs(60)}`,
    );
    expect(await problemsOf(html)).toEqual([
      expect.stringMatching(
        /^div\.head has position: fixed and covers the text "Paragraph \d+"(?: of a later page, where nothing leaves room for it)?: make it /,
      ),
    ]);
  });

  const mark = (style: string) =>
    body(
      `.mark { position: fixed; top: 0; left: 0; ${style} }`,
      `<div class="mark">Mark</div>${paragraphs(3)}`,
    );

  it.each([
    ['a transparent watermark', mark('opacity: .2; font-size: 90px')],
    ['a watermark in a transparent colour', mark('color: rgb(0 0 0 / 10%); font-size: 90px')],
    ['a turned watermark', mark('transform: rotate(-30deg); font-size: 90px')],
    ['a background with text', mark('inset: 0; z-index: -1; background: #fee')],
    [
      'a picture as letterhead',
      body(
        'img { position: fixed; inset: 0 }',
        `<img src="data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA=" alt="">${paragraphs(3)}`,
      ),
    ],
    [
      'a head with room for it',
      body(
        '.head { position: fixed; top: 0; left: 0; height: 30px } body { padding-top: 40px }',
        `<div class="head">Head</div>${paragraphs(3)}`,
      ),
    ],
    [
      'a head with room for it in the head of a table',
      body(
        '.head { position: fixed; top: 0; left: 0; height: 30px } thead td { height: 40px }',
        `<div class="head">Head</div><table><thead><tr><td></td></tr></thead><tbody><tr><td>${paragraphs(60)}</td></tr></tbody></table>`,
      ),
    ],
    [
      'a head with room for it in the padding of each page',
      body(
        '.head { position: fixed; top: 0; left: 0; height: 30px } main { padding-top: 40px; box-decoration-break: clone }',
        `<div class="head">Head</div><main>${paragraphs(60)}</main>`,
      ),
    ],
    [
      'a number in an empty corner',
      body(
        '.corner { position: fixed; right: 0; bottom: 0 }',
        `<div class="corner">A-1</div>${paragraphs(60)}`,
      ),
    ],
    [
      'a hidden menu',
      body(
        'nav { position: fixed; top: -40px } .off { position: fixed; left: -9999px }',
        `<nav>Menu</nav><div class="off">Menu</div><p>One page</p>`,
      ),
    ],
    [
      'what is not displayed in print',
      body(
        '.bar { position: fixed; top: 0 } @media print { .bar { display: none } }',
        `<div class="bar">Bar</div><p>Text</p>`,
      ),
    ],
    [
      'text of other pages',
      body(
        '.foot { position: fixed; top: 100px } p { break-after: page }',
        `<div class="foot">Foot</div>${paragraphs(9)}`,
      ),
    ],
  ])('is left alone if it is %s', async (_, html) => expect(await problemsOf(html)).toEqual([]));
});

it('PDFs in frames are named with the remedy', async () => {
  const html = `<p>text</p><iframe src="data:application/pdf;base64,JVBERg==" title="a"></iframe>
    <object data="https://example.com/terms.pdf?v=2" type="application/pdf">Terms</object><embed hidden src="x.pdf"><object data="data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg'/>">s</object>`;
  const reason =
    'is not printed, because browsers print no PDFs within documents: join the files (pdfapi merge)';
  expect(await problemsOf(html)).toEqual([
    expect.stringMatching(/^the PDF data:application\/pdf.* in iframe /),
    `the PDF https://example.com/terms.pdf?v=2 in object ("Terms") ${reason}`,
  ]);
});
