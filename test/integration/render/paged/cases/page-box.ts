/** Sizes, margins, borders and breaks of pages: css-page-3 §5 and §6, css-break-3, with the cases that WeasyPrint has of them. */
import type { ExpectedPage, PagedCase } from '../paged-case.ts';

const weasyPrint = (what: string) => `css-page-3 §5; WeasyPrint, pages: ${what}`;
const breaks = (what: string) => `css-break-3 §4; WeasyPrint, pages: ${what}`;
const page = (...lines: string[]): ExpectedPage => ({ lines });
const withNames = (values: readonly string[]) => ({
  css: values.map((value, i) => `@page p${i} { size: ${value} } .p${i} { page: p${i} }`).join(' '),
  body: values.map((_, i) => `<p class="p${i}">${i}</p>`).join(''),
});
const sizes: readonly (readonly [string, readonly [number, number]])[] = [
  ['2in 10in', [51, 254]],
  ['242px', [64, 64]],
  ['letter', [216, 279]],
  ['letter portrait', [216, 279]],
  ['letter landscape', [279, 216]],
];
/** Pages of four lines of 10 mm. */
const four =
  '@page { size: 80mm 40mm; margin: 0 } p, li, h1, div { line-height: 10mm; orphans: 1; widows: 1 } h1 { break-after: auto }';
const noMargin = [0, 0, 0, 0] as const;

export const pageBoxCases: readonly PagedCase[] = [
  {
    name: 'lengths, one length and names of sizes',
    source: weasyPrint('sizes'),
    ...withNames(sizes.map(([size]) => size)),
    expect: { pages: sizes.map((_, i) => page(`${i}`)), sizes: sizes.map(([, size]) => size) },
  },
  {
    name: 'an orientation alone turns the usual paper, and auto is that paper',
    source: weasyPrint('sizes'),
    css: '@page { size: auto } @page p { size: portrait } @page l { size: landscape } .p { page: p } .l { page: l }',
    body: '<p>a</p><p class="p">p</p><p class="l">l</p>',
    expect: {
      pages: [page('a'), page('p'), page('l')],
      sizes: [
        [210, 297],
        [210, 297],
        [297, 210],
      ],
    },
  },
  {
    name: 'margins in per cent are of the width and the height of the page, and those of the document are added',
    source: weasyPrint('margins'),
    css: '@page { size: 100mm 150mm; margin: 10mm 10% 20% 1in } body { margin: 8mm } p { text-align: right }',
    body: '<p>Text</p>',
    margin: [10, 10, 30, 25.4],
    expect: { pages: [{ places: [{ text: 'Text', right: 82, middle: 20.6 }] }] },
  },
  {
    name: 'a page has padding and borders around its content',
    source: weasyPrint('margins, borders and padding'),
    css: '@page { size: 120mm 100mm; margin: 5mm 10mm; padding: 6mm 8mm; border: 4mm solid; border-width: 4mm 3mm } p { line-height: 12pt }',
    body: '<p>Left</p><p style="text-align: right">Right</p>',
    margin: [5, 10, 5, 10],
    expect: {
      pages: [
        {
          places: [
            { text: 'Left', left: 21, middle: 17 },
            { text: 'Right', right: 99 },
          ],
        },
      ],
    },
  },
  {
    name: 'margins that are auto share what a width and a height of the page leave',
    source: weasyPrint('margins: auto'),
    css: '@page { size: 106mm 106mm; width: 80mm; height: 70mm; padding: 1mm; border: 2mm solid; margin: auto }',
    body: '<p>Left</p><p style="text-align: right">Right</p>',
    margin: noMargin,
    expect: {
      pages: [
        {
          places: [
            { text: 'Left', left: 13, middle: 20 },
            { text: 'Right', right: 93 },
          ],
        },
      ],
    },
  },
  {
    name: 'one margin of each pair that is auto takes what is left',
    source: weasyPrint('margins: auto'),
    css: '@page { size: 106mm 106mm; width: 80mm; height: 70mm; padding: 1mm; border: 2mm solid; margin: 5mm 5mm auto auto }',
    body: '<p>Left</p><p style="text-align: right">Right</p>',
    margin: noMargin,
    expect: {
      pages: [
        {
          places: [
            { text: 'Left', left: 18, middle: 9.9 },
            { text: 'Right', right: 98.2 },
          ],
        },
      ],
    },
  },
  {
    name: 'a page whose content has other limits than its size allows is as large as they ask',
    source: weasyPrint('overconstrained; Chromium takes the same paper'),
    css: '@page { size: 100mm 100mm; margin: 10mm; max-width: 50mm; min-height: 150mm }',
    body: '<p>Text</p>',
    margin: [10, 10, 10, 10],
    expect: { pages: [{ places: [{ text: 'Text', left: 10 }] }], sizes: [[70, 170]] },
  },
  ...(
    [
      ['blocks with text', (text: string) => `<p class="b">${text}</p>`],
      [
        'empty blocks',
        (text: string) => `<div class="b"></div><i style="position: absolute; line-height: 0">${text}</i>`,
      ],
      [
        'pictures',
        (text: string) =>
          `<img class="b" alt="" src="data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg'/>"><i style="position: absolute; line-height: 0">${text}</i>`,
      ],
    ] as const
  ).map(
    ([what, of]): PagedCase => ({
      name: `two ${what} fit on a page, and the third is on the next one`,
      source: breaks('breaks'),
      css: '@page { size: 80mm 40mm; margin: 4mm } .b { display: block; width: 10mm; height: 13mm; line-height: 13mm }',
      body: [1, 2, 3, 4, 5].map((n) => of(`n${n}`)).join(''),
      margin: [4, 4, 4, 4],
      expect: { pages: [{ absent: ['n3'] }, { absent: ['n1', 'n5'] }, { absent: ['n3'] }] },
    }),
  ),
  {
    name: 'lengths with many decimals fill a page as they are',
    source: breaks('breaks, a box that is divided'),
    css: '@page { size: 982.4146981627297px; margin: 0 } div { line-height: 200.0123456789px; height: 200.0123456789px }',
    body: '<div>a</div><div>b</div><main><div>c</div><div>d</div><div>e</div><div>f</div></main>',
    margin: noMargin,
    expect: { pages: [page('a', 'b', 'c', 'd'), page('e', 'f')] },
  },
  {
    name: 'breaks to left pages from a document that begins on a right one, with mirrored margins',
    source: breaks('breaks, complex 1, without one before the root'),
    css: '@page { size: 120mm 100mm; margin: 10mm } @page :left { margin-left: 40mm } @page :right { margin-right: 40mm } div { page-break-after: left } ul { page-break-before: always }',
    body: '<div>1</div><p>2</p><p>3</p><article><main><ul><li>4</li></ul></main></article>',
    margin: [10, 10, 10, 10],
    expect: {
      pages: [
        { places: [{ text: '1', left: 10 }] },
        { places: [{ text: '2', left: 40 }] },
        { places: [{ text: '4', left: 10 }] },
      ],
    },
  },
  ...[true, false].map(
    (isNested): PagedCase => ({
      name: `the only allowed break is before what stays together with all that follows${isNested ? ', nested' : ''}`,
      source: breaks('breaks, complex 3 and 4'),
      css: `${four} @page { size: 80mm 55mm }`,
      body: `<p>1</p><main><div><p style="break-inside: avoid">2<br>3</p><p style="break-before: avoid; break-after: avoid; widows: 2; orphans: 2">4<br>5</p></div>${isNested ? '<p>6</p></main>' : '</main><p>6</p>'}`,
      margin: noMargin,
      expect: { pages: [page('1'), page('2', '3', '4', '5', '6')] },
    }),
  ),
  {
    name: 'without rules of their own the same boxes break at the end of the page',
    source: breaks('breaks, complex 2'),
    css: `${four} @page { size: 80mm 65mm }`,
    body: '<p>1</p><main><p>2<br>3</p><p>4<br>5</p></main><p>6</p><p>7</p>',
    margin: noMargin,
    expect: { pages: [page('1', '2', '3', '4', '5', '6'), page('7')] },
  },
  {
    name: 'boxes after a forced break fill their page',
    source: breaks('breaks, complex 5'),
    css: four,
    body: '<main><p style="break-after: page">1</p><div><p>2</p><p>3</p></div></main><p>4</p><p>5</p><p>6</p>',
    margin: noMargin,
    expect: { pages: [page('1'), page('2', '3', '4', '5'), page('6')] },
  },
  {
    name: 'boxes that stay with what follows take the break before them, within another box',
    source: breaks('breaks, complex 6'),
    css: four,
    body: '<main><p style="break-after: page">1</p><div><p>2</p><p>3</p><p style="break-after: avoid">4</p></div></main><p style="break-after: avoid">5</p><p>6</p>',
    margin: noMargin,
    expect: { pages: [page('1'), page('2', '3'), page('4', '5', '6')] },
  },
  {
    name: 'positioned boxes in one that stays with what follows break nothing',
    source: breaks('breaks, complex 8'),
    css: `${four} @page { size: 80mm 35mm } .abs { position: absolute } .fix { position: fixed }`,
    body: '<p>1</p><main><p>2</p><div style="break-after: avoid">3<div class="abs"></div><div class="fix"></div></div></main><p>4</p>',
    margin: noMargin,
    expect: { pages: [page('1', '2'), page('3', '4')] },
  },
  ...(['auto', 'keep', 'discard'] as const).flatMap((value) =>
    (['page', 'auto'] as const).map(
      (after): PagedCase => ({
        name: `margin-break: ${value} at ${after === 'page' ? 'a forced' : 'an unforced'} break`,
        source: 'css-break-4 §5.2, margin-break; WeasyPrint, pages: margins at breaks',
        css: `${four} @page { size: 80mm 40mm } p { height: 30mm; line-height: 10mm; margin: 5mm 0 8mm; break-after: ${after}; margin-break: ${value} }`,
        body: '<main><p>One</p></main><main><p>Two</p></main>',
        margin: noMargin,
        expect: {
          pages: [
            { places: [{ text: 'One', middle: 10 }] },
            {
              places: [
                { text: 'Two', middle: value === 'keep' || (value === 'auto' && after === 'page') ? 10 : 5 },
              ],
            },
          ],
        },
      }),
    ),
  ),
  {
    name: 'the margin of a box below a border is kept at the top of a page',
    source: 'css-break-3 §5.2; WeasyPrint, pages: margins at breaks, clearance, where it fails itself',
    css: `${four} p { height: 20mm; margin: 5mm 0 8mm; break-after: page } div { border-top: 1mm solid; margin: 5mm 0 8mm }`,
    body: '<main><p>One</p></main><main><div><p>Two</p></div></main>',
    margin: noMargin,
    expect: { pages: [{}, { places: [{ text: 'Two', middle: 16 }] }] },
  },
  ...(
    [
      ['orphans: 2; widows: 2', 4],
      ['orphans: 5; widows: 2', 0],
      ['orphans: 2; widows: 4', 3],
      ['orphans: 4; widows: 4', 0],
      ['orphans: 2; widows: 2; break-inside: avoid', 0],
    ] as const
  ).map(
    ([style, first]): PagedCase => ({
      name: `seven lines of which four have room: ${style}`,
      source: 'css-break-3 §3.3; WeasyPrint, pages: orphans and widows',
      css: `${four} @page { size: 80mm 100mm } h1 { height: 60mm } p { ${style} }`,
      body: `<h1>Title</h1><p>${[1, 2, 3, 4, 5, 6, 7].map((n) => `l${n}`).join('<br>')}</p>`,
      margin: noMargin,
      expect: {
        pages: [
          { lines: ['Title', ...(first ? [`l${first}`] : [])], absent: [`l${first + 1}`] },
          { lines: [`l${first + 1}`, 'l7'] },
        ],
      },
    }),
  ),
  {
    name: 'lines that are broken at spaces are all on the pages, in order',
    source: breaks('breaks between lines'),
    css: `${four} @page { size: 60mm 40mm; margin: 5mm; border: 1mm solid } p { font-size: 20pt }`,
    body: '<p><span></span>1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30</p>',
    margin: [5, 5, 5, 5],
    expect: {
      pages: [
        page('1, 2, 3, 4, 5, 6,', '7, 8, 9, 10, 11,'),
        page('12, 13, 14, 15,', '16, 17, 18, 19,'),
        page('20, 21, 22, 23,', '24, 25, 26, 27,'),
        page('28, 29, 30'),
      ],
    },
  },
];
