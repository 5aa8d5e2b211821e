/**
 * `marks` and `bleed` (css-page-3 §8): the boxes of each page, what is in its bleed, and the marks around it. WeasyPrint's
 * cases of `bleed` are among them. Pictures are drawn by pdf.js.
 */
import { describe, expect, it } from 'vitest';
import { checkConformance } from '../../../../src/conformance/index.ts';
import { getPages } from '../../../../src/pdf/document/page-tree.ts';
import { PdfReader } from '../../../../src/pdf/reading/reader.ts';
import { toStamps } from '../../../../src/render/stamp/to-stamps.ts';
import { readPdf } from '../../../support/read-pdf.ts';
import { realBrowser } from '../../../support/real-browser.ts';
import { type RenderHtmlOptions, renderHtml } from '../../../support/render-html.ts';

const browser = realBrowser();

type Box = readonly [left: number, bottom: number, right: number, top: number];

interface Sheet {
  readonly media: Box;
  readonly bleed: Box;
  readonly trim: Box;
}

function readSheets(pdf: Uint8Array): Sheet[] {
  const file = new PdfReader(pdf);
  return [...getPages(file)].map(({ dict, inherited }) => {
    const box = (name: string) =>
      (file.array(dict, name) ?? file.resolve(inherited.get(name))) as unknown as Box;
    return { media: box('MediaBox'), bleed: box('BleedBox'), trim: box('TrimBox') };
  });
}

const rounded = (...numbers: readonly number[]) => numbers.map((number) => Math.round(number * 10) / 10 + 0);

/** Points: the size of the page, and how far bleed and sheet reach out of it on each side, clockwise from the top. */
function measure({ media, bleed, trim }: Sheet) {
  const around = (box: Box) =>
    rounded(box[3] - trim[3], box[2] - trim[2], trim[1] - box[1], trim[0] - box[0]);
  return { size: rounded(trim[2] - trim[0], trim[3] - trim[1]), bleed: around(bleed), media: around(media) };
}

async function print(html: string, options?: RenderHtmlOptions) {
  const { pdf, report } = await renderHtml(
    browser,
    `<!doctype html><html lang="en"><title>Sheets</title>${html}`,
    options,
  );
  const sheets = readSheets(pdf);
  const read = await readPdf(pdf);
  /** A colour and a text on a page, in millimetres from the upper left corner of the page once it is cut. */
  const from = (page: number) => {
    const { media, trim } = sheets[page - 1] as Sheet;
    return { left: ((trim[0] - media[0]) / 72) * 25.4, top: ((media[3] - trim[3]) / 72) * 25.4, media };
  };
  return {
    pdf,
    problems: report.problems,
    sheets,
    ...read,
    async colours(page: number, places: readonly (readonly [number, number])[]) {
      const picture = await read.picture(page);
      const { left, top } = from(page);
      return places.map(([x, y]) => picture.at(left + x, top + y).join());
    },
    placed(page: number, text: string) {
      const { left, top, media } = from(page);
      const place = read.place(page, text);
      const [x, y] = [(media[0] / 72) * 25.4, (media[1] / 72) * 25.4];
      return rounded(place.left - x - left, place.top + y - top);
    },
  };
}

const white = '255,255,255';
const lime = '0,255,0';
const blue = '0,0,255';

describe('the boxes of a page', () => {
  const room = (...bleed: readonly number[]) => bleed.map((length) => rounded(length + 24)[0]);
  it.each([
    ['bleed: 30pt; size: 100pt', [100, 100], [30, 30, 30, 30], [30, 30, 30, 30]],
    ['bleed: 15pt 3pt 6pt 18pt; size: 120pt 150pt', [120, 150], [15, 3, 6, 18], [15, 3, 6, 18]],
    ['bleed-left: 9pt; size: 120pt 150pt', [120, 150], [0, 0, 0, 9], [0, 0, 0, 9]],
    ['marks: crop; size: A5', [419.5, 595.3], [6, 6, 6, 6], room(6, 6, 6, 6)],
    ['marks: cross; size: A5 landscape', [595.3, 419.5], [0, 0, 0, 0], room(0, 0, 0, 0)],
    [
      'marks: crop cross; bleed: 3mm; size: 100mm 80mm',
      [283.5, 226.8],
      [8.5, 8.5, 8.5, 8.5],
      room(8.5, 8.5, 8.5, 8.5),
    ],
    ['marks: cross crop; bleed: 0; size: 4in', [288, 288], [0, 0, 0, 0], room(0, 0, 0, 0)],
    ['marks: crop; bleed: 4mm; marks: none; bleed: 9pt; size: 4in', [288, 288], [9, 9, 9, 9], [9, 9, 9, 9]],
    ['marks: crop; bleed: wide; size: 4in', [288, 288], [6, 6, 6, 6], room(6, 6, 6, 6)],
  ])('%s', async (css, size, bleed, media) => {
    const { sheets } = await print(`<style>@page { ${css} }</style><p>text`);
    expect(sheets.map(measure)).toEqual([{ size, bleed, media }]);
  });

  it('are those of each page, by its name, side and place', async () => {
    const { sheets, problems } = await print(`<style>
      @page { size: 100mm; bleed: 3mm; marks: crop } @page :left { bleed-right: 0 } @page :first { marks: none }
      @page wide { size: 160mm 90mm; marks: none; bleed: 0 } .wide { page: wide } section { break-after: page }
      </style><section>1</section><section>2</section><section>3</section><div class="wide">4</div>`);
    const page = [283.5, 283.5];
    const bleed = [8.5, 8.5, 8.5, 8.5];
    expect(sheets.map(measure)).toEqual([
      { size: page, bleed, media: bleed },
      { size: page, bleed: [8.5, 0, 8.5, 8.5], media: [32.5, 24, 32.5, 32.5] },
      { size: page, bleed, media: [32.5, 32.5, 32.5, 32.5] },
      { size: [453.5, 255.1], bleed: [0, 0, 0, 0], media: [0, 0, 0, 0] },
    ]);
    expect(problems).toEqual([]);
  });

  it('are those of the size that is asked for', async () => {
    const paper = { page: { format: 'A6' as const, margins: { left: 30 } } };
    const { sheets, placed } = await print(
      '<style>@page { size: A4; margin: 5mm; bleed: 3mm } body { margin: 0 }</style><p>text',
      {
        request: paper,
      },
    );
    expect(sheets.map(measure)).toMatchObject([{ size: [297.6, 419.5], bleed: [8.5, 8.5, 8.5, 8.5] }]);
    expect(placed(1, 'text')[0]).toBeCloseTo(30, 0);
  });

  it('are not in other documents', async () => {
    const { pdf } = await print(
      '<style>@page { size: 100mm; margin: 5mm; marks: none; bleed: 0 }</style><p>text',
    );
    expect(Buffer.from(pdf).toString('latin1')).not.toMatch(/TrimBox|BleedBox/);
  });
});

it('changes nothing in the layout: text, margin boxes, references and headers are where they are without', async () => {
  const css = (marks: string) => `<style>@page { size: 120mm 100mm; margin: 10% 15mm 20mm 1in; ${marks};
    @top-left { content: string(s) } @bottom-right-corner { content: counter(page) } }
    @page wide { size: 150mm 100mm; margin-left: 5mm } .wide { page: wide; break-before: page } h1 { string-set: s content() }
    a::after { content: " " target-counter(attr(href), page) }</style><h1>Head</h1><p>text <a href="#x">see</a><p class="wide" id="x">wide`;
  const [plain, marked] = await Promise.all([
    print(css('bleed: auto')),
    print(css('marks: crop; bleed: 4mm')),
  ]);
  for (const [page, text] of [
    [1, 'Head'],
    [1, 'text'],
    [1, 'see'],
    [2, 'wide'],
  ] as const) {
    expect(marked.pages[page - 1]).toContain(text);
    const found = plain.place(page, text);
    const [left = 0, top = 0] = marked.placed(page, text);
    expect(Math.abs(left - found.left), text).toBeLessThan(0.3);
    expect(Math.abs(top - found.top), text).toBeLessThan(0.3);
  }
  expect(marked.pages).toEqual(plain.pages);
  expect(marked.problems).toEqual([]);
});

it('prints footnotes, blank pages and names of sizes where they are without', async () => {
  const notes = Array.from(
    { length: 12 },
    (_, i) => `<p>text${i}<span class="n">note${i}</span> ${'and so on '.repeat(20)}`,
  );
  const css = (marks: string) => `<style>@page { size: A6; margin: 12mm 15mm; ${marks} }
    @page :left { margin: 12mm 10mm 12mm 20mm } @page :blank { size: A7; margin: 5mm; @top-left { content: "blank" } }
    @page { @footnote { border-top: 1pt solid; padding-top: 3pt } } .n { float: footnote } h1 { break-before: right }
    </style>${notes.join('')}<h1>Chapter</h1><p>last<span class="n">end</span><h1>Second</h1>`;
  // Before the second chapter, whatever the fonts of the machine do to the pages of the first.
  const [plain, marked] = await Promise.all([
    print(css('bleed: auto')),
    print(css('marks: crop cross; bleed: 4mm 2mm')),
  ]);
  expect(marked.pages).toEqual(plain.pages);
  expect(marked.problems).toEqual(plain.problems);
  expect(marked.problems).toEqual([]);
  const blank = marked.pages.indexOf('blank');
  expect(blank).toBeGreaterThan(2);
  for (const [page, text] of plain.pages.entries()) {
    for (const [word] of text.matchAll(/note\d+|blank|Chapter/g)) {
      const found = plain.place(page + 1, word);
      const [left = 0, top = 0] = marked.placed(page + 1, word);
      expect(Math.abs(left - found.left), word).toBeLessThan(0.4);
      expect(Math.abs(top - found.top), word).toBeLessThan(0.4);
    }
  }
  const sizes = marked.sheets.map((sheet) => measure(sheet).size);
  expect(sizes[0]).toEqual([297.6, 419.5]);
  expect(sizes[blank]).toEqual([209.8, 297.6]);
});

it('shows the colour of pages and of their root, and what reaches out at the sides, in the bleed and not beyond it', async () => {
  const { colours, problems, pages } =
    await print(`<style>@page { size: 80mm 60mm; margin: 10mm; bleed: 3mm; marks: crop }
    @page cover { margin: 0; background: lime } .cover { page: cover } .wide { margin: 0 -13mm; height: 10mm; background: blue }
    body { margin: 0 } </style><div class="cover">cover</div><div class="wide"></div>text`);
  const [inside, outside] = [2.5, 3.6];
  const ring = (by: number) =>
    [
      [-by, 30],
      [80 + by, 30],
      [40, -by],
      [40, 60 + by],
    ] as const;
  expect(await colours(1, ring(inside))).toEqual([lime, lime, lime, lime]);
  expect(await colours(1, ring(outside))).toEqual([white, white, white, white]);
  expect(
    await colours(2, [
      [-inside, 15],
      [80 + inside, 15],
      [-outside, 15],
      [80 + outside, 15],
      [40, -1],
    ]),
  ).toEqual([blue, blue, white, white, white]);
  // Neither shrunk nor without a page.
  expect(problems).toEqual([]);
  expect(pages).toHaveLength(2);
});

it('takes the colour of the root for pages without margins', async () => {
  const { colours } = await print(
    '<style>@page { size: 80mm 60mm; margin: 0; bleed: 3mm } body { background: lime }</style>text',
  );
  expect(
    await colours(1, [
      [-2, -2],
      [82, 62],
      [40, 30],
    ]),
  ).toEqual([lime, lime, lime]);
});

it('shows what reaches out of an only page on all sides, and nothing of the pages beside others', async () => {
  const cover = (after: string) =>
    print(`<style>@page { size: 80mm 60mm; margin: 0; bleed: 3mm } @page text { margin: 10mm } body { margin: 0 }
    .cover { height: 60mm; position: relative } .cover::before { content: ""; position: absolute; inset: -3mm; background: lime }
    .text { page: text; break-before: page; background: blue }</style><div class="cover"></div>${after}`);
  const one = await cover('');
  expect(
    await one.colours(1, [
      [-2, -2],
      [82, 62],
    ]),
  ).toEqual([lime, lime]);
  const three = await cover('<p class="text">one</p><p class="text">two</p>');
  expect(
    await three.colours(3, [
      [40, -2],
      [40, 2],
      [40, 58],
      [40, 62],
    ]),
  ).toEqual([white, white, white, white]);
  expect(three.problems).toEqual([]);
});

it('draws crop and cross marks outside of the bleed', async () => {
  const { colours } = await print(
    '<style>@page { size: 80mm 60mm; bleed: 3mm; marks: crop cross }</style>text',
  );
  const dark = (colour: string) => Number(colour.split(',')[0]) < 200;
  // Around each place, because a line is thinner than a pixel.
  const isDrawn = async (x: number, y: number) => {
    const near = [-0.4, -0.2, 0, 0.2, 0.4].flatMap((by) => [[x + by, y] as const, [x, y + by] as const]);
    return (await colours(1, near)).some(dark);
  };
  const [off, on] = [3.2, 8];
  for (const x of [0, 80]) {
    for (const y of [-on, 60 + on]) expect(await isDrawn(x, y), `${x} ${y}`).toBe(true);
    for (const y of [-off, 60 + off]) expect(await isDrawn(x, y), `${x} ${y}`).toBe(false);
  }
  for (const y of [0, 60]) {
    for (const x of [-on, 80 + on]) expect(await isDrawn(x, y), `${x} ${y}`).toBe(true);
    for (const x of [-off, 80 + off, 5]) expect(await isDrawn(x, y), `${x} ${y}`).toBe(false);
  }
  for (const [x, y] of [
    [40, -7.2],
    [40, 67.2],
    [-7.2, 30],
    [87.2, 30],
  ] as const) {
    expect(await isDrawn(x, y), `${x} ${y}`).toBe(true);
  }
});

it('places headers, stamps and chosen pages by the page that is cut', async () => {
  const { placed, sheets, pages } = await print(
    '<style>@page { size: 100mm 80mm; margin: 20mm; bleed: 5mm; marks: crop } p { break-after: page }</style><p>one<p>two<p>three',
    {
      request: {
        page: { header: { default: '<b style="float:left">H{{ page.number }}</b>' }, margins: { left: 12 } },
        stamps: toStamps({ html: '<div style="margin: 5mm">stamped</div>' }, 'stamp'),
        pages: '2-3',
      },
    },
  );
  expect(pages).toHaveLength(2);
  expect(sheets.map(measure)).toMatchObject([{ size: [283.5, 226.8] }, { size: [283.5, 226.8] }]);
  expect(placed(1, 'H2')[0]).toBeCloseTo(12, 0);
  expect(placed(1, 'stamped')[0]).toBeCloseTo(5, 0);
  expect(placed(1, 'two')[0]).toBeCloseTo(12 + (8 / 96) * 25.4, 0);
});

it('conforms to PDF/A and PDF/UA', async () => {
  const { pdf } = await print(
    `<style>@page { size: A5; margin: 20mm; bleed: 3mm; marks: crop cross; @top-left { content: "head" } } @page cover { margin: 0; background: lime }
    .cover { page: cover }</style><h1 class="cover">Cover</h1><p>text <a href="https://example.com">link</a></p>`,
    { request: { standards: { pdfa: '2a', pdfua: true } } },
  );
  expect(checkConformance(pdf)).toMatchObject({ claimed: ['pdfa-2a', 'pdfua-1'], findings: [] });
});

it.each([
  [
    'a relative size',
    '@page { size: 50em; marks: crop }',
    /^marks and bleed have no effect, because the pages have a relative/,
  ],
  [
    'paper from a roll',
    '@page { size: 80mm auto; bleed: 3mm }',
    /^marks and bleed have no effect on paper that is as high/,
  ],
  [
    'another mark',
    '@page { marks: crop registration }',
    /: marks: crop registration is ignored: marks has crop/,
  ],
  ['a bleed in percent', '@page { marks: crop; bleed: 3% }', /: bleed: 3% is ignored: marks has crop/],
])('warns of %s', async (_, css, expected) => {
  const { problems } = await print(`<style>${css}</style><p>text`);
  expect(problems).toEqual([expect.stringMatching(expected)]);
});

it('still says that a document is shrunk by what is wider than its bleed', async () => {
  const { problems } = await print(
    '<style>@page { size: 100mm; margin: 10mm; bleed: 3mm; marks: crop }</style><div style="width: 110mm">text</div>',
  );
  expect(problems).toEqual([
    expect.stringContaining('wider than the page, so that the whole document is shrunk'),
  ]);
});
