/** Pages by their place in the document and in their page group: css-gcpm-3 §3. */
import { lines, type PagedCase } from '../paged-case.ts';

const nth = 'css-gcpm-3 §3.1, :nth()';
const groups = 'css-gcpm-3 §3.2, page groups';

const sections = (count: number) =>
  Array.from({ length: count }, (_, i) => `<section>${i + 1}</section>`).join('');
const centers = (...texts: string[]) =>
  texts.map((text) => ({ margins: text ? { 'top-center': text } : {} }));
const box = (text: string) => `{ @top-center { content: "${text}" } }`;

export const pageNthCases: readonly PagedCase[] = [
  {
    name: ':nth() with a number is one page of the document',
    source: nth,
    css: `@page :nth(3) ${box('third')}`,
    body: sections(4),
    expect: { pages: centers('', '', 'third', '') },
  },
  {
    name: ':nth(odd) and :nth(2n)',
    source: `${nth}; css-syntax-3 §6, An+B`,
    css: `@page :nth(odd) ${box('odd')} @page :nth(2n) ${box('even')}`,
    body: sections(4),
    expect: { pages: centers('odd', 'even', 'odd', 'even') },
  },
  {
    name: ':nth() with a step, an offset and spaces, and with a negative step',
    source: `${nth}; css-syntax-3 §6, An+B`,
    css: `@page :nth(3n + 2) ${box('second of three')} @page :nth(-n+1) ${box('up to one')} @page :nth(n+6) ${box('from six')}`,
    body: sections(7),
    expect: {
      pages: centers('up to one', 'second of three', '', '', 'second of three', 'from six', 'from six'),
    },
  },
  {
    name: ':nth() counts pages, whatever numbers they show',
    source: nth,
    css: `@page { @bottom-center { content: counter(page) } } @page :nth(2) ${box('second')} .b { counter-reset: page 1 }`,
    body: '<section>a</section><section class="b">b</section><section>c</section>',
    expect: {
      pages: [
        { margins: { 'bottom-center': '1' } },
        { margins: { 'bottom-center': '1', 'top-center': 'second' } },
        { margins: { 'bottom-center': '2' } },
      ],
    },
  },
  {
    name: ':nth() counts blank pages too',
    source: `${nth}; css-page-3 §4.2.3`,
    css: `section { break-before: right } @page :nth(2) ${box('second')} @page :nth(3) ${box('third')}`,
    body: sections(2),
    expect: { pages: centers('', 'second', 'third') },
  },
  {
    name: ':nth() is as specific as :first, more than :left, and less than a name',
    source: `${nth}; css-page-3 §4.5`,
    css: `.n { page: named } @page :nth(1) ${box('nth')} @page :first ${box('first')} @page :nth(2) ${box('nth')} @page :left ${box('left')} @page named ${box('named')} @page :nth(3) ${box('nth')}`,
    body: '<section>a</section><section>b</section><section class="n">c</section>',
    expect: { pages: centers('first', 'nth', 'named') },
  },
  {
    name: 'the first page of each chapter has no head',
    source: groups,
    css: `h2 { string-set: title content() } .chapter { page: chapter; break-before: page } @page chapter { @top-center { content: string(title) } } @page :nth(1 of chapter) { @top-center { content: none } }`,
    body: ['A', 'B']
      .map((title) => `<div class="chapter"><h2>${title}</h2>${lines(20, title)}</div>`)
      .join(''),
    expect: { pages: centers('', 'A', '', 'B') },
  },
  {
    name: 'elements of one name without a break between them are one group',
    source: groups,
    css: `.c { page: chapter } @page :nth(1 of chapter) ${box('first')} @page :nth(2 of chapter) ${box('second')} @page :nth(3 of chapter) ${box('third')}`,
    body: `<div class="c">${lines(20, 'a')}</div><div class="c">${lines(20, 'b')}</div>`,
    expect: { pages: centers('first', 'second', 'third') },
  },
  {
    name: 'a group begins again after pages of another name',
    source: groups,
    css: `.c { page: chapter } .d { page: part } @page :nth(1 of chapter) ${box('first')} @page :nth(2 of chapter) ${box('second')}`,
    body: `<div class="c">${lines(20, 'a')}</div><div class="d">b</div><div class="c">c</div>`,
    expect: { pages: centers('first', 'second', '', 'first') },
  },
  {
    name: 'pages of another name within a group are counted and not chosen',
    source: groups,
    css: `.c { page: chapter } .t { page: wide } @page :nth(n of chapter) ${box('chapter')} @page :nth(3 of chapter) ${box('third')}`,
    body: '<div class="c"><p>a</p><p class="t">b</p><p>c</p></div>',
    expect: { pages: centers('chapter', '', 'third') },
  },
  {
    name: 'groups of chapters that begin on the right',
    source: `${groups}; css-break-3 §3.1`,
    css: `.c { page: chapter; break-before: right } @page :blank ${box('blank')} @page :nth(1 of chapter) ${box('opening')} @page :nth(2 of chapter) ${box('second')}`,
    body: `<div class="c">a</div><div class="c">${lines(20, 'b')}</div><div class="c">c</div>`,
    expect: { pages: centers('opening', 'blank', 'opening', 'second', 'opening') },
  },
  {
    name: ':nth() of a name is more specific than the name, and :first of it is the first page of the document',
    source: 'css-gcpm-3 §3.2 keeps :first as css-page-3 §4.2.2 has it',
    css: `.c { page: chapter; break-before: page } @page :nth(1 of chapter) ${box('opening')} @page chapter ${box('chapter')} @page chapter:first { @top-left { content: "first" } }`,
    body: '<div class="c">a</div><div class="c">b</div>',
    expect: {
      pages: [{ margins: { 'top-center': 'opening', 'top-left': 'first' } }, ...centers('opening')],
    },
  },
  {
    name: 'a name and :nth() together are the pages of both',
    source: nth,
    css: `.c { page: chapter; break-before: page } @page chapter:nth(2n) ${box('even chapter')}`,
    body: '<p>a</p><div class="c">b</div><div class="c">c</div><div class="c">d</div>',
    expect: { pages: centers('', 'even chapter', '', 'even chapter') },
  },
  {
    name: 'pages that :nth() chooses may count by another step',
    source: `${nth}; css-page-3 §7.1, page counters`,
    css: '@page { @top-center { content: counter(page) } } @page :nth(2) { counter-increment: page 5 }',
    body: sections(3),
    expect: { pages: centers('1', '6', '7') },
  },
  {
    name: 'margins and sizes of the first page, of all, and of every second one',
    source: nth,
    css: '@page { margin-left: 30mm } @page :nth(odd) { margin-left: 10mm } @page :nth(2n) { size: 160mm 90mm } @page :nth(1) { size: A6; margin: 20mm 15mm } @page :nth(n) { margin-top: 30mm }',
    body: sections(3),
    expect: {
      sizes: [
        [105, 148],
        [160, 90],
        [120, 100],
      ],
      pages: [15, 30, 10].map((left, i) => ({ places: [{ text: String(i + 1), left, middle: 32.2 }] })),
    },
  },
  {
    name: 'margins of odd pages of a name, of blank pages and of a document from right to left',
    source: nth,
    css: 'html { break-before: auto; direction: rtl } body { direction: ltr } .n { page: named } .l { break-before: left } @page :nth(odd) { margin-left: 10mm } @page named:nth(even) { margin-left: 15mm } @page :blank:nth(even) { size: A6 }',
    body: '<section>1</section><section class="n">2</section><section>3</section><section class="l">4</section>',
    expect: {
      sizes: [
        [120, 100],
        [120, 100],
        [120, 100],
        [105, 148],
        [120, 100],
      ],
      pages: [
        { places: [{ text: '1', left: 10 }] },
        { places: [{ text: '2', left: 15 }] },
        { places: [{ text: '3', left: 10 }] },
        {},
        { places: [{ text: '4', left: 10 }] },
      ],
    },
  },
];
