/** Where margin boxes are and how wide: css-page-3 §6. Each has a string, so that no box is Chromium's own. */
import type { PagedCase } from '../paged-case.ts';

const dimensions = 'css-page-3 §6.3.2, variable dimensions';
const fixed = 'css-page-3 §6.3.3, fixed dimensions';
const defaults = 'css-page-3 §7.2, default values';

const set = 'h2 { string-set: s content() }';
const body = '<section><h2>S</h2></section>';
const page = (boxes: string) => `${set} @page { ${boxes} }`;

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
];
