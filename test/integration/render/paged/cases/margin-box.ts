/** Where margin boxes are and how wide: css-page-3 §6. Each has a string, so that no box is Chromium's own. */
import type { PagedCase } from '../paged-case.ts';

const dimensions = 'css-page-3 §6.3.2, variable dimensions';
const fixed = 'css-page-3 §6.3.3, fixed dimensions';
const defaults = 'css-page-3 §7.2, default values';

const set = 'h2 { string-set: s content() }';
const body = '<section><h2>S</h2></section>';
const page = (boxes: string) => `${set} @page { ${boxes} }`;

/** Pictures of these widths in millimetres, which are 150 between them in the boxes at the top. */
const pictures = (...widths: number[]) =>
  widths
    .map(
      (width) =>
        `url("data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' width='${width}mm' height='2mm'/>")`,
    )
    .join(' ');
/** A box at the left end, in the middle or at the right end, with a letter that shows where its inner edge is. */
const left = (content: string, more = '') =>
  `@top-left { content: ${content} "l" string(s); font-size: 1pt; text-align: right; vertical-align: top; ${more} }`;
const center = (content: string, more = '') =>
  `@top-center { content: ${content} "c" string(s); font-size: 1pt; text-align: right; ${more} }`;
const right = (content: string, more = '') =>
  `@top-right { content: "r" string(s) ${content}; font-size: 1pt; text-align: left; vertical-align: bottom; ${more} }`;
/** The widths that boxes have, and where their edges are because of that: from 25 to 175 mm. */
const edges = (l: number | undefined, c: number | undefined, r: number | undefined) => ({
  ...(l === undefined ? {} : { lS: { right: 25 + l } }),
  ...(c === undefined ? {} : { cS: { right: 100 + c / 2 } }),
  ...(r === undefined ? {} : { rS: { left: 175 - r } }),
});
const two = (a: number, b: number) => pictures(a, b);
/** By the specification: WeasyPrint leaves boxes as wide as their contents, where the specification shares what is left. */
const widths = [
  [left(two(12, 12)) + center(two(12, 12)) + right(two(12, 12)), edges(50, 50, 50)],
  [left(two(12, 12), 'margin: auto') + center(two(12, 12)) + right(two(12, 12)), edges(50, 50, 50)],
  [left(two(38, 38)) + center(two(38, 38)) + right(two(38, 38)), edges(50, 50, 50)],
  [left(pictures(25, 25, 25)) + center(two(25, 25)) + right(pictures(3)), edges(55, 40, 55)],
  [left(pictures(25, 25, 25), 'width: 51mm') + center(two(25, 25)) + right(pictures(3)), edges(51, 48, 51)],
  [
    `@top-left { width: 250mm; margin: 250mm; padding: 250mm; border: 250mm solid }${center(two(25, 25))}${right(pictures(3))}`,
    edges(undefined, 132.4, 8.8),
  ],
  [left('', 'width: 50mm') + right(pictures(38, 12, 38)), edges(50, undefined, 100)],
  [left('', 'width: 50mm') + right(pictures(38, 12, 38, 50)), edges(50, undefined, 100)],
  [left(two(38, 25)) + right(two(3, 30)), edges(98.3, undefined, 51.7)],
  [left(two(62, 15)) + right(two(62, 45)), edges(68.4, undefined, 81.6)],
  [left('', 'width: 50mm') + center('', 'width: 75mm') + right(two(12, 12)), edges(50, 75, 37.5)],
  [left('', 'width: 50mm') + center('', 'width: 75mm') + right(pictures(25, 25, 25)), edges(50, 75, 37.5)],
  [left('', 'width: 50mm') + center('', 'width: 75mm') + right(two(42, 43)), edges(50, 75, 37.5)],
  [left('', 'width: 50mm') + right('', 'width: 125mm'), edges(50, undefined, 125)],
  [left(pictures(38, 12, 112)) + right('', 'width: 50mm'), edges(100, undefined, 50)],
  [left(two(25, 12)) + center(two(75, 38)) + right('', 'width: 50mm'), edges(50, 50, 50)],
  [left(two(138, 25)) + right(two(3, 30)), edges(123.2, undefined, 26.8)],
] as const;

export const marginBoxCases: readonly PagedCase[] = [
  {
    name: 'all sixteen boxes',
    source: 'css-page-3 §6.1, page-margin boxes',
    css: page(
      [
        ...['left-corner', 'left', 'center', 'right', 'right-corner'].flatMap((x) => [
          `top-${x}`,
          `bottom-${x}`,
        ]),
        ...['top', 'middle', 'bottom'].flatMap((y) => [`left-${y}`, `right-${y}`]),
      ]
        .map((box, i) => `@${box} { content: "${String.fromCharCode(97 + i)}" string(s) }`)
        .join(' '),
    ),
    body,
    expect: {
      pages: [
        {
          margins: {
            'top-left-corner': 'aS',
            'bottom-left-corner': 'bS',
            'top-left': 'cS',
            'bottom-left': 'dS',
            'top-center': 'eS',
            'bottom-center': 'fS',
            'top-right': 'gS',
            'bottom-right': 'hS',
            'top-right-corner': 'iS',
            'bottom-right-corner': 'jS',
            'left-top': 'kS',
            'right-top': 'lS',
            'left-middle': 'mS',
            'right-middle': 'nS',
            'left-bottom': 'oS',
            'right-bottom': 'pS',
          },
        },
      ],
    },
  },
  {
    name: 'texts are in the middle of the margin, those of corners towards the page area',
    source: defaults,
    css: page(
      '@top-left-corner { content: "tl" string(s) } @bottom-right-corner { content: "br" string(s) } @left-top { content: "lt" string(s) } @right-bottom { content: "rb" string(s) }',
    ),
    body,
    expect: {
      pages: [
        {
          places: [
            { text: 'tlS', right: 20, middle: 10 },
            { text: 'brS', left: 100, middle: 90 },
            { text: 'ltS', center: 10, middle: 22.2 },
            { text: 'rbS', center: 110, middle: 78 },
          ],
        },
      ],
    },
  },
  {
    name: 'text-align and vertical-align of a box',
    source: defaults,
    css: page(
      '@top-center { content: "a" string(s); text-align: right; vertical-align: bottom; width: 100% } @bottom-left { content: "b" string(s); vertical-align: top } @left-middle { content: "c" string(s); text-align: left }',
    ),
    body,
    expect: {
      pages: [
        {
          places: [
            { text: 'aS', right: 100, middle: 18 },
            { text: 'bS', left: 20, middle: 82.2 },
            { text: 'cS', left: 0, middle: 50 },
          ],
        },
      ],
    },
  },
  {
    name: 'one box alone has the whole width and needs one line',
    source: 'css-page-3 §6.4, first example',
    css: page('@top-left { content: string(s) " is a header in the left cell" }'),
    body,
    expect: {
      pages: [
        {
          places: [{ text: 'S is a header in the left cell', left: 20, middle: 10 }],
        },
      ],
    },
  },
  {
    name: 'the center stays in the middle beside one side, whatever its width',
    source: 'css-page-3 §6.3.2; §6.4, fourth example',
    css: page('@top-left { content: "Left text " string(s) } @top-center { content: "Middle " string(s) }'),
    body,
    expect: { pages: [{ margins: { 'top-left': 'Left text S', 'top-center': 'Middle S' } }] },
  },
  {
    name: 'a width in percent is of the space between the corners',
    source: dimensions,
    css: page(
      '@top-left { content: "a" string(s); width: 25%; text-align: right } @top-right { content: "b" string(s); width: 20mm; text-align: left }',
    ),
    body,
    expect: {
      pages: [
        {
          places: [
            { text: 'aS', right: 40 },
            { text: 'bS', left: 80 },
          ],
        },
      ],
    },
  },
  {
    name: 'padding and borders are within the width',
    source: fixed,
    css: page(
      '@top-left { content: "a" string(s); padding-left: 5mm; padding-bottom: 4mm; border-left: 1mm solid; vertical-align: bottom }',
    ),
    body,
    expect: { pages: [{ places: [{ text: 'aS', left: 26, middle: 14 }] }] },
  },
  {
    name: 'a line break in a string breaks the line',
    source: 'CSS 2.1 §12.2, newlines in content; css-page-3 §6.2',
    css: page('@bottom-center { content: "first " string(s) "\\A second"; white-space: pre }'),
    body,
    expect: { pages: [{ margins: { 'bottom-center': 'first S second' } }] },
  },
  {
    name: 'two texts share the width in proportion to theirs',
    source: 'css-page-3 §6.3.2, flex space; §6.4, sixth example',
    css: page(
      '@top-left { content: "nnnn" "nnnn" } @top-right { content: "nnnn"; text-align: left } @bottom-center { content: string(s) }',
    ),
    body,
    expect: { pages: [{ places: [{ text: 'nnnn', left: 73.3, middle: 10 }] }] },
  },
  {
    name: 'a height, margins and a font size of a box',
    source: 'css-page-3 §6.3.3, fixed dimensions; §7, em of the page context',
    css: page(
      '@bottom-right { content: "z" string(s); font-size: 20pt; line-height: 1; height: 10mm; margin-top: 0; margin-bottom: auto; vertical-align: top }',
    ),
    body,
    expect: { pages: [{ places: [{ text: 'zS', right: 100, middle: 83.5 }] }] },
  },
  ...(
    [
      [
        'a text in the corner is within its padding',
        'top-left-corner',
        'padding: 2mm; text-align: left; vertical-align: top',
        { left: 2, middle: 4.1 },
      ],
      [
        'an outer margin of a corner that has no room is ignored',
        'bottom-left-corner',
        'margin: 14mm 4mm; text-align: left; vertical-align: top',
        { left: 4, middle: 96.1 },
      ],
      [
        'a box that is wider than the margin reaches over the outer edge',
        'left-middle',
        'margin: 2mm; width: 26mm; text-align: right',
        { right: 18 },
      ],
      [
        'an outer margin that is auto takes what is left',
        'left-bottom',
        'margin-left: 2mm; margin-right: auto; width: 14mm; text-align: right',
        { right: 16 },
      ],
      [
        'a margin that is auto is 0 if the box is too wide',
        'right-top',
        'margin-right: 2mm; margin-left: auto; width: 26mm; text-align: left',
        { left: 100 },
      ],
      [
        'a bottom margin that is auto is 0 beside a height that is auto',
        'top-left',
        'margin-top: 2mm; margin-bottom: auto; vertical-align: bottom',
        { middle: 17.9 },
      ],
      [
        'margins that are auto are 0 beside a height that is auto',
        'top-center',
        'margin: auto 0; vertical-align: top',
        { middle: 2.1 },
      ],
      [
        'two margins that are auto share what a height leaves',
        'bottom-right',
        'margin: auto; height: 14mm; vertical-align: top',
        { middle: 85.1 },
      ],
      [
        'margins that are auto are 0 if the height is too large',
        'bottom-center',
        'margin: auto 0; height: 30mm; vertical-align: top',
        { middle: 82.1 },
      ],
    ] as const
  ).map(
    ([name, box, style, place]): PagedCase => ({
      name,
      source: `${fixed}; WeasyPrint, margin boxes: fixed dimensions`,
      css: page(`@${box} { content: "bo" string(s); ${style} }`),
      body,
      expect: { pages: [{ places: [{ text: 'boS', ...place }] }] },
    }),
  ),
  {
    name: 'boxes with a border at the top, in the middle and at the bottom of the margin',
    source: 'css-page-3 §6.2, vertical-align; WeasyPrint, margin boxes: vertical-align',
    css: `${set} @page { size: 120mm 100mm; margin: 30mm 10mm; @top-left { content: "1" string(s); line-height: 5mm; border: 1mm solid; vertical-align: top }
@top-center { content: "2" string(s); line-height: 5mm; border: 1mm solid; vertical-align: middle } @top-right { content: "3" string(s); line-height: 5mm; border: 1mm solid; vertical-align: bottom } }`,
    body,
    margin: [30, 10, 30, 10],
    expect: {
      pages: [
        {
          places: [
            { text: '1S', middle: 3.5 },
            { text: '2S', middle: 15 },
            { text: '3S', middle: 26.5 },
          ],
        },
      ],
    },
  },
  ...widths.map(
    ([css, rights], i): PagedCase => ({
      name: `widths of three boxes at the top, ${i + 1}`,
      source: `${dimensions}; WeasyPrint, margin boxes: widths`,
      css: `${set} @page { size: 200mm 120mm; margin: 25mm; padding: 10mm; border: 1mm solid; ${css} }`,
      body,
      margin: [25, 25, 25, 25],
      expect: { pages: [{ places: Object.entries(rights).map(([text, place]) => ({ text, ...place })) }] },
    }),
  ),
  {
    name: 'a box beside one with a height has what that one leaves',
    source: dimensions,
    css: page(
      '@left-top { content: "1" string(s); height: 10mm; vertical-align: top } @left-bottom { content: "2" string(s); vertical-align: top }',
    ),
    body,
    expect: {
      pages: [
        {
          places: [
            { text: '1S', middle: 22.1 },
            { text: '2S', middle: 32.1 },
          ],
        },
      ],
    },
  },
  {
    name: 'counters of the page context that are set on each page, and one that it counts itself',
    source: 'css-page-3 §7.1; WeasyPrint, margin boxes: counters',
    css: '@page { counter-increment: mine; counter-reset: page; @top-left { content: counter(page) " (" counter(mine) ")" } }',
    body: '<section>One</section><section>Two</section><section>Three</section>',
    expect: { pages: ['0 (1)', '0 (2)', '0 (3)'].map((text) => ({ margins: { 'top-left': text } })) },
  },
];
