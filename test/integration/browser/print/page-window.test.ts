/** What the scripts of a document see is as wide as what its pages hold, so that what they draw fills its box. */
import { expect, it } from 'vitest';
import type { HtmlTemplate } from '../../../../src/template/model/template.ts';
import { readPdf } from '../../../support/read-pdf.ts';
import { assetsOf, realBrowser } from '../../../support/real-browser.ts';
import { renderHtml } from '../../../support/render-html.ts';

const browser = realBrowser();

/** Draws a picture as wide as its box, as libraries of charts do, from the size that it has when the script runs. */
const chart = `<style>body { margin: 0 } div { background: red } canvas { display: block }</style>
<div id="box"><canvas id="drawn"></canvas></div>
<p id="seen"></p>
<script>
  drawn.width = box.clientWidth; drawn.height = 300;
  const pen = drawn.getContext('2d');
  pen.fillStyle = 'blue';
  pen.fillRect(0, 0, drawn.width, drawn.height);
  seen.textContent = innerWidth + ' × ' + innerHeight + ' of ' + screen.width + ' at ' + devicePixelRatio;
</script>`;

interface Case {
  readonly css?: string;
  readonly parts?: Partial<HtmlTemplate>;
  readonly page?: HtmlTemplate['page'];
  /** Left and right edge of the content and its height in millimetres. */
  readonly left?: number;
  readonly right: number;
  readonly height: number;
}

const linked = { assets: assetsOf({ 'page.css': { type: 'text/css', bytes: '@page { size: A5 }' } }) };

it.each<[string, Case]>([
  ['A4', { right: 200, height: 277 }],
  ['A5', { page: { format: 'A5' }, right: 138, height: 190 }],
  ['landscape', { page: { orientation: 'landscape' }, right: 287, height: 190 }],
  ['its margins', { page: { margins: { left: 30, top: 20 } }, left: 30, right: 200, height: 267 }],
  ['@page', { css: '@page { size: A5 landscape; margin: 2cm }', left: 20, right: 190, height: 108 }],
  ['@page with lengths', { css: '@page { size: 100mm 150mm }', right: 90, height: 130 }],
  ['@page in its styles', { parts: { styles: '@page { size: A5 }' }, right: 138, height: 190 }],
  ['@page in a linked sheet', { css: '@import "page.css";', parts: linked, right: 138, height: 190 }],
])(
  'a drawing fills its box on pages of %s',
  async (_name, { css = '', parts, page = {}, left = 10, right, height }) => {
    const { pdf } = await renderHtml(browser, `<style>${css}</style>${chart}`, { parts, request: { page } });
    const { pages, picture } = await readPdf(pdf);
    const pixels = (length: number) => Math.floor((length * 96) / 25.4);
    const width = pixels(right - left);
    expect(pages[0]).toContain(`${width} × ${pixels(height)} of ${width} at 2`);
    const { at } = await picture(1);
    const [blue, white] = [
      [0, 0, 255],
      [255, 255, 255],
    ];
    expect([left + 1, right - 1].map((x) => at(x, 40))).toEqual([blue, blue]);
    expect(at(right + 1, 40)).toEqual(white);
  },
);

it('a document draws again if a script changes its pages', async () => {
  const html = `<p id="seen"></p><script>
    const style = document.createElement('style');
    style.textContent = '@page { size: A5 }';
    document.head.append(style);
    const show = () => { seen.textContent = 'width ' + innerWidth; };
    addEventListener('resize', show);
    show();
  </script>`;
  const { pages } = await readPdf((await renderHtml(browser, html)).pdf);
  expect(pages).toEqual(['width 483']);
});

it('a page that another document has used has the window of this one', async () => {
  const html = '<p id="seen"></p><script>seen.textContent = "width " + innerWidth</script>';
  const widths: string[] = [];
  for (const format of ['A5', 'A4', 'A5'] as const) {
    const options = { request: { page: { format }, owner: 'team' } };
    widths.push(...(await readPdf((await renderHtml(browser, html, options)).pdf)).pages);
  }
  expect(widths).toEqual(['width 483', 'width 718', 'width 483']);
});
