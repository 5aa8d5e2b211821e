/** Paper that is as high as its contents: one page, with nothing between its last line and the bottom margin. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { RenderRequest } from '../../../src/render/render-request.ts';
import type { HtmlTemplate } from '../../../src/template/model/template.ts';
import { readPdf } from '../../support/read-pdf.ts';
import { assetsOf, realBrowser } from '../../support/real-browser.ts';
import { renderHtml } from '../../support/render-html.ts';

const browser = realBrowser();

async function print(html: string, parts?: Partial<HtmlTemplate>, request?: Partial<RenderRequest>) {
  const { pdf, report } = await renderHtml(browser, html, { parts, request });
  const { pages, sizes } = await readPdf(pdf);
  return { pages, sizes, problems: report.problems };
}

/** Millimetres of CSS pixels, as high as a page in whole points. */
const high = (pixels: number, margins: number) => (pixels * 25.4) / 96 + margins;

const plain = '<!doctype html><style>body{margin:0}@page{margin:5mm}</style>';
const inRoll = '<!doctype html><style>body{margin:0}@page{size:80mm auto;margin:5mm}</style>';

describe('paper as high as its contents', () => {
  it.each([
    ['a fraction of a pixel', '<div style="height:199.4px">end</div>', 199.4],
    ['a long column', '<div style="height:4000px"></div><p style="margin:0;line-height:20px">end</p>', 4020],
    ['a margin at the end', '<p style="margin:0 0 40px;line-height:20px">end</p>', 60],
    ['a float at the end', '<p style="float:left;margin:0;height:300px">end</p>', 300],
    ['a box out of the flow', '<div style="position:absolute;top:100px;height:50px">end</div>', 150],
    [
      'a body as high as the window',
      '<style>body{min-height:100vh}</style><div style="height:70px">end</div>',
      70,
    ],
    ['half of the window', '<div style="height:50vh"></div><div style="height:100px">end</div>', 200],
    [
      'flex, with its end at the bottom',
      '<style>body{display:flex;flex-direction:column;min-height:100vh}</style><p style="margin:auto 0 0;height:90.5px">end',
      90.5,
    ],
    [
      'styles of print only',
      '<style>p{height:9px}@media print{p{height:150px}}</style><p style="margin:0">end',
      150,
    ],
    ['lines that break', `<p style="margin:0;font:16px/20px monospace">${'word '.repeat(40)}end`, 180],
  ])('has one page for %s', async (_, html, height) => {
    for (const [given, format] of [
      [inRoll, undefined],
      [plain, '80mm'],
    ] as const) {
      const { pages, sizes, problems } = await print(given + html, { page: { format } });
      expect(pages).toEqual([expect.stringContaining('end')]);
      expect(sizes[0]?.width).toBe(80);
      expect(Math.abs((sizes[0]?.height ?? 0) - high(height, 10))).toBeLessThanOrEqual(1.2);
      expect(problems).toEqual([]);
    }
  });

  it('counts what web fonts, pictures and scripts make higher', async () => {
    const font = readFileSync(
      fileURLToPath(import.meta.resolve('pdfjs-dist/standard_fonts/LiberationSans-Bold.ttf')),
    );
    const assets = assetsOf({
      'own.ttf': { type: 'font/ttf', bytes: font },
      'high.svg': {
        type: 'image/svg+xml',
        bytes: '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="310"/>',
      },
    });
    const html = `${inRoll}<style>@font-face{font-family:F;src:url(own.ttf)}p{font:30px/50px F;margin:0}</style>
      <p>A</p><img src="high.svg" style="display:block"><script>setTimeout(() => document.body.insertAdjacentHTML('beforeend', '<p>end'), 400)</script>`;
    const { pages, sizes } = await print(html, { assets });
    expect(pages).toEqual([expect.stringContaining('end')]);
    expect(Math.abs((sizes[0]?.height ?? 0) - high(410, 10))).toBeLessThanOrEqual(1.2);
  });

  it('has its headers, footers and margin boxes, whose margins are added', async () => {
    const page = {
      format: '80mm',
      header: '<p>head',
      footer: 'foot {{ page.count }}',
      margins: { top: 'auto', bottom: 20 },
    } as const;
    const { pages, sizes } = await print('<style>body{margin:0}</style><div style="height:189px">end</div>', {
      page,
    });
    expect(pages).toEqual([expect.stringMatching(/head.*foot 1/s)]);
    expect(sizes[0]?.height).toBeGreaterThan(78);
    expect(sizes[0]?.height).toBeLessThan(110);
    const boxed = await print(
      `${inRoll}<style>@page{@bottom-center{content:counter(page) "/" counter(pages) string(t)}}h1{string-set:t content()}</style><h1>Title</h1>end`,
    );
    expect(boxed.pages).toEqual([expect.stringMatching(/1\/1\s*Title/)]);
  });

  it('can be PDF/A and PDF/UA', async () => {
    const html = `<!doctype html><html lang="en"><title>R</title>${inRoll}<h1>Receipt</h1><p>end</p>`;
    const { pages } = await print(html, {}, { standards: { pdfa: '2a', pdfua: true } });
    expect(pages).toHaveLength(1);
  });

  it('ignores forced breaks, with a warning for those between contents', async () => {
    const cut = '<div style="break-after:page">a</div>';
    const two = await print(`${inRoll}${cut}<p style="page-break-before:always">b</p>${cut}`);
    expect(two.pages).toHaveLength(1);
    expect(two.problems).toEqual([
      '2 forced page breaks are ignored, because the page is as high as its contents: leave them out, or choose a format with a height',
    ]);
    const last = await print(`${inRoll}<div style="padding:20px">${cut}</div>`);
    expect(last).toMatchObject({ pages: ['a'], problems: [] });
  });

  it('is no higher than viewers open, with a warning', async () => {
    const { pages, sizes, problems } = await print(`${inRoll}<div style="height:19600px">x</div>end`);
    expect(pages).toHaveLength(2);
    expect(sizes[0]?.height).toBe(5_080);
    expect(problems).toEqual([
      expect.stringMatching(
        /^the contents are 52\d\d mm high with their margins, but a page has at most 5080 mm: /,
      ),
    ]);
  });

  it('is the last of several sizes of @page, and gives way to a format', async () => {
    const rules = '<style>@page{size:A5}</style><style>@page{size:80mm 90mm;size:80mm auto}</style>';
    expect((await print(`${rules}end`)).sizes).toEqual([{ width: 80, height: expect.closeTo(32, -1) }]);
    expect((await print(`${rules}<style>@page{size:folio landscape}`)).problems).toHaveLength(1);
    expect((await print(`${rules}end`, { page: { format: 'A5' } })).sizes).toEqual([
      { width: 148, height: 210 },
    ]);
  });

  it('cannot be turned', async () => {
    await expect(print('x', { page: { format: '80mm', orientation: 'landscape' } })).rejects.toMatchObject({
      message: 'A page that is 80mm wide and as high as its contents cannot be in landscape.',
    });
  });
});

it('a format of two lengths is a size, which landscape turns', async () => {
  const upright = await print('x', { page: { format: '100mmx150mm' } });
  const turned = await print('x', { page: { format: '100mmx150mm', orientation: 'landscape' } });
  expect(upright.sizes).toEqual([{ width: 100, height: 150 }]);
  expect(turned.sizes).toEqual([{ width: 150, height: 100 }]);
});
