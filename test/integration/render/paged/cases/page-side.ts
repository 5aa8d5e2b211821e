/** Pages that begin on one side, with blank pages before them: css-break-3 §3.1 and css-page-3 §3.6 and §4.2. */
import { lines, type PagedCase } from '../paged-case.ts';

const sides = 'css-break-3 §3.1, break-before and break-after: left, right, recto, verso';
const propagation = 'css-break-3 §3.1, propagation of breaks to the element around; CSS 2.1 §13.3';
const blank = 'css-page-3 §4.2.3, :blank';
const progression = 'css-page-3 §3.6, page progression';

/** A number on each page, and a line that only blank pages have. */
const numbers = '@page { @bottom-center { content: counter(page) } }';
const mark = `${numbers} @page :blank { @top-center { content: "blank" } }`;
/** The text is 20 mm further to the right on right pages. */
const mirrored =
  '@page :left { margin-left: 10mm; margin-right: 30mm } @page :right { margin-left: 30mm; margin-right: 10mm }';
const numbered = (number: number) => ({ margins: { 'bottom-center': String(number) } });
const left = (number: number) => ({ margins: { 'bottom-center': String(number), 'top-center': 'blank' } });
const showing = (number: number, ...texts: string[]) => ({ ...numbered(number), lines: texts });

/** Whether an element after one page of text needs a blank page, for each direction of the document. */
const oneBreak: readonly PagedCase[] = (
  [
    ['ltr', 'recto', true],
    ['ltr', 'verso', false],
    ['rtl', 'recto', true],
    ['rtl', 'verso', false],
    ['ltr', 'right', true],
    ['ltr', 'left', false],
    ['rtl', 'right', false],
    ['rtl', 'left', true],
  ] as const
).map(([direction, side, hasBlank]) => ({
  name: `text, and an element that begins a ${side} page of a document in the direction ${direction}`,
  source: `${sides}; ${progression}; WeasyPrint tests the same eight`,
  css: `${mark} html { direction: ${direction} } p { break-before: ${side} }`,
  body: 'text<p>element</p>',
  expect: {
    pages: [showing(1, 'text'), ...(hasBlank ? [left(2)] : []), showing(hasBlank ? 3 : 2, 'element')],
  },
}));

export const pageSideCases: readonly PagedCase[] = [
  ...oneBreak,
  {
    name: 'what begins on the right anyway has no blank page before it',
    source: sides,
    css: `${mark} .r { break-before: right }`,
    body: `<p>a</p><p style="break-before: page">b</p><p class="r">c</p><p class="r">d</p>`,
    expect: { pages: [showing(1, 'a'), showing(2, 'b'), showing(3, 'c'), left(4), showing(5, 'd')] },
  },
  {
    name: 'left pages are those with even numbers in a document that is read from left to right',
    source: `${sides}; ${progression}`,
    css: `${mark} .l { break-before: left } .v { break-before: verso } .o { break-before: recto }`,
    body: '<p>a</p><p class="l">b</p><p class="v">c</p><p class="o">d</p>',
    expect: { pages: [showing(1, 'a'), showing(2, 'b'), left(3), showing(4, 'c'), showing(5, 'd')] },
  },
  {
    name: 'a document that is read from right to left begins with a left page',
    source: `${sides}; ${progression}`,
    css: `${mark} html { direction: rtl } .l { break-before: left } .o { break-before: recto } .v { break-before: verso }`,
    body: '<p>a</p><p class="l">b</p><p class="o">c</p><p class="v">d</p>',
    expect: { pages: [showing(1, 'a'), left(2), showing(3, 'b'), left(4), showing(5, 'c'), showing(6, 'd')] },
  },
  {
    name: 'the properties of CSS 2 do the same',
    source: 'css-break-3 §3.4, page-break-before and page-break-after are aliases',
    css: `${mark} .r { page-break-before: right } .a { page-break-after: left }`,
    body: '<p>a</p><p class="r">b</p><p class="a">c</p><p>d</p><p class="a">e</p><p>f</p>',
    expect: {
      pages: [showing(1, 'a'), left(2), showing(3, 'b', 'c'), showing(4, 'd', 'e'), left(5), showing(6, 'f')],
    },
  },
  {
    name: 'a break before the first child is one before its parents, and one after the last child after them',
    source: propagation,
    css: `${mark} .r { break-before: right } .a { break-after: right }`,
    body: '<p>a</p><section style="break-before: auto"><div><h2 class="r">b</h2></div></section><div><div><p>c</p><p class="a">d</p></div></div><div>e</div>',
    expect: { pages: [showing(1, 'a'), left(2), showing(3, 'b', 'c', 'd'), left(4), showing(5, 'e')] },
  },
  {
    name: 'a break between two elements follows the second of them',
    source: 'css-break-3 §4.1, of several forced breaks at one place the latest in the flow counts',
    css: `${mark} .l { break-before: left } .a { break-after: right }`,
    body: '<p>a</p><p class="a">b</p><p class="l">c</p><p class="a">d</p><p style="break-before: page">e</p>',
    expect: { pages: [showing(1, 'a', 'b'), showing(2, 'c', 'd'), showing(3, 'e')] },
  },
  {
    name: 'a break after the last element of the document makes no page',
    source: sides,
    css: `${mark} .a { break-after: right }`,
    body: '<div><p>a</p><p class="a">b</p></div>',
    expect: { pages: [showing(1, 'a', 'b')] },
  },
  {
    name: 'text that follows an element begins on the side that the element asks for',
    source: sides,
    css: `${mark} .a { break-after: right }`,
    body: `<p class="a">a</p>text <em>on a line</em>`,
    expect: { pages: [showing(1, 'a'), left(2), showing(3, 'text on a line')] },
  },
  {
    name: 'floating and positioned elements have no breaks',
    source: 'css-break-3 §3.1, applies to block-level boxes in normal flow',
    css: `${mark} p { break-before: right } p:first-child { break-before: auto }`,
    body: '<p>a</p><p style="position: absolute; top: 50mm">b</p><em style="break-before: left">c</em>',
    expect: { pages: [showing(1, 'a', 'c')] },
  },
  {
    name: 'the cascade decides where a page begins on one side',
    source: 'css-cascade-4; css-conditional-3',
    css: `${mark} :root { --side: right } .v { break-before: var(--side) } @media screen { p { break-before: left !important } } @supports (display: grid) { :is(.s) { break-before: right } } .i { break-before: right !important } .o { break-before: right } #no { break-before: auto }`,
    body: '<p>a</p><p class="v">b</p><p class="s">c</p><p class="i" style="break-before: auto">d</p><p class="o" id="no">e</p><p style="break-before: right">f</p>',
    expect: {
      pages: [
        showing(1, 'a'),
        left(2),
        showing(3, 'b'),
        left(4),
        showing(5, 'c'),
        left(6),
        showing(7, 'd', 'e'),
        left(8),
        showing(9, 'f'),
      ],
    },
  },
  {
    name: 'selectors that look for siblings find the same elements as without blank pages',
    source: 'selectors-4 §14 and §15: blank pages are no elements',
    css: `${mark} p + p { break-before: right } p:nth-child(3)::after { content: " third" } p:last-child::after { content: " last" } p ~ p::before { content: "later " }`,
    body: '<p>a</p><p>b</p><p>c</p><p>d</p>',
    expect: {
      pages: [
        showing(1, 'a'),
        left(2),
        showing(3, 'later b'),
        left(4),
        showing(5, 'later c third'),
        left(6),
        showing(7, 'later d last'),
      ],
    },
  },
  {
    name: 'margins at the top of the page after a blank one are kept',
    source: 'css-break-3 §5.2, margins after a forced break',
    css: `.r { break-before: right; margin-top: 10mm }`,
    body: '<p>a</p><p class="r">b</p>',
    expect: { pages: [{}, { lines: [] }, { places: [{ text: 'b', left: 20, middle: 32.2 }] }] },
  },
  {
    name: 'long chapters that begin on the right, each after a blank page if its last page is a right one',
    source: sides,
    css: `${mark} section { break-before: right }`,
    body: [14, 15, 28, 29, 1]
      .map((count, i) => `<section>${lines(count, String.fromCharCode(97 + i))}</section>`)
      .join(''),
    expect: {
      pages: [
        showing(1, 'a 1', 'a 14'),
        left(2),
        showing(3, 'b 1'),
        showing(4, 'b 15'),
        showing(5, 'c 1'),
        showing(6, 'c 15', 'c 28'),
        showing(7, 'd 1'),
        numbered(8),
        showing(9, 'd 29'),
        left(10),
        showing(11, 'e 1'),
      ],
    },
  },
  {
    name: 'blank pages are counted, and so are the pages that a contents names',
    source: `${sides}; css-content-3 §2.6, target-counter`,
    css: `${numbers} section { break-before: right } a::after { content: leader(".") target-counter(attr(href), page) }`,
    body: '<section><p><a href="#b">B</a></p><p><a href="#c">C</a></p></section><section><h2 id="b">B</h2></section><section><h2 id="c">C</h2></section>',
    expect: {
      pages: [
        {
          ...numbered(1),
          leaders: [
            { before: 'B', after: '3', pattern: '.', right: 100 },
            { before: 'C', after: '5', pattern: '.', right: 100 },
          ],
        },
        numbered(2),
        numbered(3),
        numbered(4),
        numbered(5),
      ],
      links: ['1 → 3', '1 → 5'],
    },
  },
  {
    name: 'a blank page before the text counts to the front matter',
    source: 'css-page-3 §7.1, page counters; example of roman numbers before the text',
    css: `.front { page: front } .text { break-before: right; counter-reset: page 1 } @page { @bottom-center { content: counter(page) } } @page front { @bottom-center { content: counter(page, lower-roman) } } @page :blank { @bottom-center { content: "(" counter(page) ")" } }`,
    body: '<p class="front">a</p><p class="text">b</p>',
    expect: {
      pages: ['i', '(2)', '1'].map((text) => ({ margins: { 'bottom-center': text } })),
    },
  },
  {
    name: 'strings go on over blank pages, and :blank may show them',
    source: 'css-gcpm-3 §1.1, string-set; css-page-3 §4.2.3',
    css: 'h2 { string-set: title content() } section { break-before: right } @page { @top-center { content: string(title) } } @page :blank { @top-center { content: "before the end of " string(title, last) } }',
    body: '<section><h2>A</h2></section><section><h2>B</h2></section>',
    expect: {
      pages: ['A', 'before the end of A', 'B'].map((text) => ({ margins: { 'top-center': text } })),
    },
  },
  {
    name: ':blank is more specific than :left and less than a name',
    source: 'css-page-3 §4.5, specificity: (names, :first and :blank, :left and :right)',
    css: '.r { break-before: right } .named { page: part } @page :blank { @top-left { content: "blank" } } @page part { @top-left { content: "part" } } @page :left { @top-left { content: "left" } @top-right { content: "left" } }',
    body: '<p>a</p><p class="r">b</p><div class="named"><p class="r">c</p><p class="r">d</p></div>',
    expect: {
      pages: [
        { margins: {} },
        { margins: { 'top-left': 'blank', 'top-right': 'left' } },
        { margins: {} },
        { margins: { 'top-left': 'blank', 'top-right': 'left' } },
        { margins: { 'top-left': 'part' } },
        { margins: { 'top-left': 'part', 'top-right': 'left' } },
        { margins: { 'top-left': 'part' } },
      ],
    },
  },
  {
    name: 'a blank page has the name of the element around the break',
    source:
      'css-page-3 §10, page: auto takes the name of the element around; the specification names no page without contents',
    css: '.r { break-before: right } main { page: main } .c { page: chapter } @page main { @top-left { content: "main" } } @page chapter { @top-left { content: "chapter" } } @page main:blank { @top-right { content: "blank main" } } @page :blank { @bottom-left { content: "blank" } }',
    body: '<main><p>a</p><p class="r">b</p><div class="c r">c</div></main>',
    expect: {
      pages: [
        { margins: { 'top-left': 'main' } },
        { margins: { 'top-left': 'main', 'top-right': 'blank main', 'bottom-left': 'blank' } },
        { margins: { 'top-left': 'main' } },
        { margins: { 'top-left': 'main', 'top-right': 'blank main', 'bottom-left': 'blank' } },
        { margins: { 'top-left': 'chapter' } },
      ],
    },
  },
  {
    name: 'blank pages may have a size and margins of their own',
    source: blank,
    css: '.r { break-before: right } @page :blank { size: 80mm 60mm; margin: 10mm; @top-center { content: "empty" } }',
    body: '<p>a</p><p class="r">b</p>',
    expect: {
      sizes: [
        [120, 100],
        [80, 60],
        [120, 100],
      ],
      pages: [{}, { places: [{ text: 'empty', center: 40, middle: 5 }] }, {}],
    },
  },
  {
    name: 'margins of left and right pages are mirrored around blank ones',
    source: 'css-page-3 §4.2.1, :left and :right',
    css: '@page :left { margin-left: 10mm; margin-right: 30mm } @page :right { margin-left: 30mm; margin-right: 10mm } .r { break-before: right } .l { break-before: left }',
    body: '<p>a</p><p class="r">b</p><p class="l">c</p>',
    expect: {
      pages: [
        { places: [{ text: 'a', left: 30 }] },
        {},
        { places: [{ text: 'b', left: 30 }] },
        { places: [{ text: 'c', left: 10 }] },
      ],
    },
  },
  {
    name: 'rows of a table begin on a side after an own table, and pages of other sizes around a blank one',
    source: 'css-page-3 §10, named pages on either side of a break',
    css: `${mark} .wide { page: wide; break-before: right } @page wide { size: 160mm 90mm } .r { break-before: right }`,
    body: '<p>a</p><table class="wide"><tr><td>b</td></tr></table><p class="r">c</p>',
    expect: {
      sizes: [
        [120, 100],
        [120, 100],
        [160, 90],
        [120, 100],
        [120, 100],
      ],
      pages: [showing(1, 'a'), left(2), {}, left(4), showing(5, 'c')],
    },
  },
  {
    name: 'a document whose root begins on the left has a left page first, without a blank one',
    source: progression,
    css: `${mark} ${mirrored} html { break-before: left }`,
    body: '<p>a</p><p style="break-before: page">b</p><p style="break-before: left">c</p>',
    expect: {
      pages: [
        { places: [{ text: 'a', left: 10 }], absent: ['blank'] },
        { places: [{ text: 'b', left: 30 }], absent: ['blank'] },
        { places: [{ text: 'c', left: 10 }], absent: ['blank'] },
      ],
    },
  },
  {
    name: 'what is first in the document decides its side, with margin boxes, strings and blank pages of their own',
    source: `${progression}; ${propagation}`,
    css: `${mirrored} .c { break-before: verso } h2 { string-set: title content() } @page :left { @top-left { content: string(title) } } @page :right { @top-right { content: string(title) } } @page :blank { margin-top: 10mm; @top-center { content: "blank" } }`,
    body: '<main><div class="c"><h2>A</h2></div></main><div class="c"><h2>B</h2></div>',
    expect: {
      pages: [
        { margins: { 'top-left': 'A' }, places: [{ text: 'A', left: 10 }] },
        {
          places: [
            { text: 'blank', middle: 5 },
            { text: 'A', right: 110 },
          ],
        },
        { margins: { 'top-left': 'B' } },
      ],
    },
    margin: [20, 30, 20, 10],
  },
  {
    name: 'a document from right to left that begins on the right, with rules of left and right pages in a query',
    source: progression,
    css: `@media print { ${mirrored} } html { direction: rtl } body { direction: ltr; break-before: recto } section:first-child { break-before: right }`,
    body: '<section>a</section><section>b</section>',
    expect: { pages: [30, 10].map((left, i) => ({ places: [{ text: i === 0 ? 'a' : 'b', left }] })) },
  },
];
