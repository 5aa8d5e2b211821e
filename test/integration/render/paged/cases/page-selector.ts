/** Page selectors, names and sizes: css-page-3 §3.4, §5 and §8. Half of them beside strings, which Chromium does not know. */
import { lines, type PagedCase } from '../paged-case.ts';

const selectors = 'css-page-3 §4, page selectors';
const cascade = 'css-page-3 §4.2, cascading in the page context';
const size = 'css-page-3 §8.1, size';
const named = 'css-page-3 §9, page';

const heads = 'h2 { string-set: heading content() }';
const sections = (count: number) =>
  Array.from({ length: count }, (_, i) => `<section><h2>H${i + 1}</h2></section>`).join('');
const center = (text: string) => ({ margins: text ? { 'top-center': text } : {} });

const otherSizes = new Map<string, readonly [number, number]>([
  ['A0', [841, 1189]],
  ['A1', [594, 841]],
  ['A2', [420, 594]],
  ['A6', [105, 148]],
  ['A7', [74, 105]],
  ['A8', [52, 74]],
  ['A9', [37, 52]],
  ['A10', [26, 37]],
  ['B0', [1000, 1414]],
  ['B1 portrait', [707, 1000]],
  ['B2', [500, 707]],
  ['B3', [353, 500]],
  ['B6', [125, 176]],
  ['B7', [88, 125]],
  ['landscape B8', [88, 62]],
  ['B9', [44, 62]],
  ['B10', [31, 44]],
  ['C4', [229, 324]],
  ['C5', [162, 229]],
  ['C6', [114, 162]],
  ['DL', [110, 220]],
  ['tabloid', [279, 432]],
  ['executive', [184, 267]],
  ['statement', [140, 216]],
]);

export const pageSelectorCases: readonly PagedCase[] = [
  {
    name: 'the first page has no head',
    source: selectors,
    css: `${heads} @page { @top-center { content: string(heading) } } @page :first { @top-center { content: none } }`,
    body: sections(3),
    expect: { pages: [center(''), center('H2'), center('H3')] },
  },
  {
    name: 'left and right pages have different heads',
    source: selectors,
    css: `${heads} @page :left { @top-left { content: "Book" } @bottom-left { content: counter(page) } } @page :right { @top-right { content: string(heading) } @bottom-right { content: counter(page) } }`,
    body: sections(3),
    expect: {
      pages: [
        { margins: { 'bottom-right': '1', 'top-right': 'H1' } },
        { margins: { 'bottom-left': '2', 'top-left': 'Book' } },
        { margins: { 'bottom-right': '3', 'top-right': 'H3' } },
      ],
    },
  },
  {
    name: 'margins of left and right pages are mirrored',
    source: selectors,
    css: '@page :left { margin-left: 10mm; margin-right: 30mm } @page :right { margin-left: 30mm; margin-right: 10mm } h2 { string-set: heading content() } @page { @top-left { content: string(heading) } }',
    body: sections(2),
    expect: {
      pages: [
        { places: [{ text: 'H1', left: 30, middle: 10 }] },
        { places: [{ text: 'H2', left: 10, middle: 10 }] },
      ],
    },
  },
  {
    name: 'a name chooses the rule of its pages, also where the content flows on',
    source: named,
    css: `.appendix { page: appendix } @page { @top-center { content: "Text" } } @page appendix { @top-center { content: "Appendix" } }`,
    body: `<div>${lines(3)}</div><div class="appendix">${lines(20, 'more')}</div><div>${lines(2, 'end')}</div>`,
    expect: {
      pages: [
        { ...center('Text'), lines: ['line 3'] },
        { ...center('Appendix'), lines: ['more 1'] },
        { ...center('Appendix'), lines: ['more 20'] },
        { ...center('Text'), lines: ['end 1'] },
      ],
    },
  },
  {
    name: 'a name is more specific than a pseudo-class, and :first than :right, in any order',
    source: cascade,
    css: `${heads} .toc { page: toc }
@page toc { @top-center { content: "toc " string(heading) } }
@page :first { @top-center { content: "first " string(heading) } }
@page :left { @top-center { content: "left " string(heading) } }
@page :right { @top-center { content: "right " string(heading) } }
@page { @top-center { content: "any" } }`,
    body: '<section><h2>A</h2></section><section class="toc"><h2>B</h2></section><section><h2>C</h2></section><section><h2>D</h2></section>',
    expect: { pages: ['first A', 'toc B', 'right C', 'left D'].map(center) },
  },
  {
    name: 'the later of two equal rules wins, and important before both',
    source: cascade,
    css: `${heads} @page { @top-left { content: "early" } @top-right { content: "kept " string(heading) !important } } @page { @top-left { content: "late " string(heading) } @top-right { content: "lost" } }`,
    body: sections(1),
    expect: { pages: [{ margins: { 'top-left': 'late H1', 'top-right': 'kept H1' } }] },
  },
  {
    name: 'rules outside of layers win over all that are in one, and a later layer over an earlier one',
    source: `${cascade}; css-cascade-5 §6.4, layers`,
    css: `${heads} @layer late, early; @layer early { @page :first { @top-left { content: "early " string(heading) } @top-right { content: "early" } } } @layer late { @page { @top-left { content: "late" } } } @page { @top-right { content: "none " string(heading) } }`,
    body: sections(1),
    expect: { pages: [{ margins: { 'top-left': 'early H1', 'top-right': 'none H1' } }] },
  },
  {
    name: 'a name and a side together',
    source: selectors,
    css: `${heads} .c { page: chapter } @page chapter:left { @top-left { content: string(heading) } } @page chapter:right { @top-right { content: string(heading) } } @page { @top-center { content: "plain" } }`,
    body: '<section><h2>A</h2></section><section class="c"><h2>B</h2></section><section class="c"><h2>C</h2></section>',
    expect: {
      pages: [
        { margins: { 'top-center': 'plain' } },
        { margins: { 'top-center': 'plain', 'top-left': 'B' } },
        { margins: { 'top-center': 'plain', 'top-right': 'C' } },
      ],
    },
  },
  {
    name: 'a section that begins on the right leaves a blank page, which has no head',
    source: 'css-page-3 §4.1.3, :blank; css-break-3, break-before: right',
    css: `${heads} .r { break-before: right } @page { @top-center { content: string(heading) } } @page :blank { @top-center { content: none } @bottom-center { content: "left blank" } }`,
    body: '<section><h2>A</h2></section><section class="r"><h2>B</h2></section>',
    expect: { pages: [center('A'), { margins: { 'bottom-center': 'left blank' } }, center('B')] },
  },
  {
    name: 'a rule has a list of selectors',
    source: 'css-page-3 §4, example: @page toc, index:blank',
    css: `${heads} .toc { page: toc } .index { page: index } @page toc, index { @top-center { content: "lists " string(heading) } }`,
    body: '<section class="toc"><h2>A</h2></section><section><h2>B</h2></section><section class="index"><h2>C</h2></section>',
    expect: { pages: ['lists A', '', 'lists C'].map(center) },
  },
  {
    name: 'rules for the screen do not count, those for print do',
    source: 'css-page-3 §4; css-conditional-3, @media',
    css: `${heads} @media screen { @page { @top-left { content: "screen" } } } @media print { @page { @top-right { content: "print " string(heading) } } }`,
    body: sections(1),
    expect: { pages: [{ margins: { 'top-right': 'print H1' } }] },
  },
  {
    name: 'a wide table is on a landscape page',
    source: `${size}; ${named}`,
    css: `${heads} .wide { page: wide } @page wide { size: 160mm 90mm } @page { @top-right { content: string(heading) } @bottom-left { content: counter(page) } }`,
    body: '<section><h2>A</h2></section><section class="wide"><h2>B</h2></section><section><h2>C</h2></section>',
    expect: {
      sizes: [
        [120, 100],
        [160, 90],
        [120, 100],
      ],
      pages: [
        { margins: { 'top-right': 'A', 'bottom-left': '1' } },
        {
          margins: { 'top-right': 'B', 'bottom-left': '2' },
          places: [{ text: '2', left: 20, middle: 80 }],
        },
        { margins: { 'top-right': 'C', 'bottom-left': '3' } },
      ],
    },
  },
  {
    name: 'names of sizes with an orientation',
    source: size,
    css: '@page { size: A5 landscape; @bottom-right { content: counter(page) } } .letter { page: letter } @page letter { size: letter }',
    body: '<section>one</section><section class="letter">two</section>',
    expect: {
      sizes: [
        [210, 148],
        [216, 279],
      ],
      pages: [{ margins: { 'bottom-right': '1' } }, { margins: { 'bottom-right': '2' } }],
    },
  },
  {
    name: 'each name of a size, portrait if it is turned no other way',
    source: size,
    css: [
      'A5',
      'A4',
      'A3',
      'B5',
      'B4',
      'JIS-B5',
      'JIS-B4',
      'letter',
      'legal',
      'ledger',
      'A4 landscape',
      'portrait',
      'landscape',
      '60mm',
      'landscape B5',
    ]
      .map((name, i) => `@page n${i} { size: ${name} } .n${i} { page: n${i} }`)
      .join(' '),
    body: Array.from({ length: 15 }, (_, i) => `<div class="n${i}">${i}</div>`).join(''),
    expect: {
      sizes: [
        [148, 210],
        [210, 297],
        [297, 420],
        [176, 250],
        [250, 353],
        [182, 257],
        [257, 364],
        [216, 279],
        [216, 356],
        [279, 432],
        [297, 210],
        [210, 297],
        [297, 210],
        [60, 60],
        [250, 176],
      ],
      pages: Array.from({ length: 15 }, () => ({})),
    },
  },
  {
    name: 'sizes that other programs have names for',
    source: 'ISO 216 and ISO 269; WeasyPrint and Prince print them',
    css: '@page { size: A6 landscape } .b { page: b } @page b { size: B6 } .c { page: c } @page c { size: C5 landscape }',
    body: '<p>a</p><p class="b">b</p><p class="c">c</p>',
    expect: {
      sizes: [
        [148, 105],
        [125, 176],
        [229, 162],
      ],
      pages: [{}, {}, {}],
    },
  },
  {
    name: 'each name of a size that browsers do not know',
    source: 'ISO 216, ISO 269 and ANSI Y14.1',
    css: [...otherSizes.keys()]
      .map((name, i) => `@page n${i} { size: ${name}; margin: 5mm } .n${i} { page: n${i} }`)
      .join(' '),
    body: Array.from({ length: otherSizes.size }, (_, i) => `<div class="n${i}">${i}</div>`).join(''),
    expect: { sizes: [...otherSizes.values()], pages: Array.from(otherSizes, () => ({})) },
  },
  {
    name: 'a page of its own has no margins and no heads: a cover',
    source: 'css-page-3 §4; print-css.rocks, full-bleed cover',
    css: `${heads} .cover { page: cover } @page cover { margin: 0; @top-center { content: none } @bottom-center { content: none } } @page { @top-center { content: string(heading) } @bottom-center { content: counter(page) } }`,
    body: '<section class="cover">Title</section><section><h2>A</h2></section>',
    expect: {
      pages: [
        { places: [{ text: 'Title', left: 0, middle: 2.2 }], absent: ['1'] },
        { margins: { 'top-center': 'A', 'bottom-center': '2' } },
      ],
    },
  },
  {
    name: 'only the properties that a selector sets replace those of the general rule',
    source: cascade,
    css: `${heads} @page { @top-center { content: string(heading); text-align: left; width: 100% } } @page :left { @top-center { text-align: right } }`,
    body: sections(2),
    expect: { pages: [{ margins: { 'top-left': 'H1' } }, { margins: { 'top-right': 'H2' } }] },
  },
];
