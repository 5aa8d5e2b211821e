/** Named pages, their groups and their breaks: css-page-3 §10, css-gcpm-3 §3, css-break-3, with the cases that WeasyPrint has. */
import type { ExpectedPage, PagedCase } from '../paged-case.ts';

const weasyPrint = (what: string) => `css-page-3 §10; WeasyPrint, pages: ${what}`;
/** Names have pages of a width of their own. */
const sizes = `@page { size: 120mm 100mm; margin: 10mm } @page small { size: 80mm 100mm } @page wide { size: 160mm 100mm } section { break-before: auto }`;
const normal = [120, 100] as const;
const small = [80, 100] as const;
const wide = [160, 100] as const;
const page = (...lines: string[]): ExpectedPage => ({ lines });

export const namedPageCases: readonly PagedCase[] = [
  {
    name: 'a name without a rule has the pages of all',
    source: weasyPrint('names 1 and 2'),
    css: `${sizes} .a { page: other } @page another { margin: 1mm }`,
    body: '<div><p class="a">Text</p></div>',
    margin: [10, 10, 10, 10],
    expect: { pages: [page('Text')], sizes: [normal] },
  },
  {
    name: 'the innermost name counts, and what follows has that of its parent again',
    source: weasyPrint('names 3'),
    css: `${sizes} div { page: small } .w { page: wide }`,
    body: '<div><p class="w">One</p><p class="w">Two</p><p>Three</p></div>',
    margin: [10, 10, 10, 10],
    expect: { pages: [page('One', 'Two'), page('Three')], sizes: [wide, small] },
  },
  {
    name: 'each change of the name begins a page',
    source:
      'css-page-3 §10, page: "if the names differ, a page break is forced"; WeasyPrint, pages: names 4, where text without a name stays',
    css: `${sizes} .s { page: small }`,
    body: '<p>One</p><p>Two</p><p class="s">Three</p><p>Four</p>',
    margin: [10, 10, 10, 10],
    expect: { pages: [page('One', 'Two'), page('Three'), page('Four')], sizes: [normal, small, normal] },
  },
  {
    name: 'a named element within another one begins a page, and text before it does not',
    source: weasyPrint('names 5'),
    css: `${sizes} .s { page: small }`,
    body: '<main><p>a</p>b</main><main>c<div class="s">d</div></main>',
    margin: [10, 10, 10, 10],
    expect: { pages: [page('a', 'b', 'c'), page('d')], sizes: [normal, small] },
  },
  {
    name: 'text around a named element has the pages of its own name',
    source: weasyPrint('names 6'),
    css: `${sizes} main { page: wide } .s { page: small }`,
    body: '<main>a<p>b</p>c</main><main>d<div class="s">e</div>f</main>',
    margin: [10, 10, 10, 10],
    expect: { pages: [page('a', 'b', 'c', 'd'), page('e'), page('f')], sizes: [wide, small, wide] },
  },
  {
    name: 'a named element that begins on the right has a blank page before it without its name',
    source: weasyPrint('names 7'),
    css: `${sizes} .s { page: small; break-before: right }`,
    body: '<p>One</p><p>Two</p><p class="s">Three</p>',
    margin: [10, 10, 10, 10],
    expect: { pages: [page('One', 'Two'), {}, page('Three')], sizes: [normal, normal, small] },
  },
  {
    name: 'a named element that goes on has pages of its name',
    source: weasyPrint('names 8'),
    css: `${sizes} main { page: small } p { line-height: 70mm }`,
    body: '<main><p>One</p><p>Two</p></main>',
    margin: [10, 10, 10, 10],
    expect: { pages: [page('One'), page('Two')], sizes: [small, small] },
  },
  {
    name: 'a break between two elements of one name',
    source: weasyPrint('names 9'),
    css: `${sizes} main, article { page: small } main { break-after: page }`,
    body: '<main><p>One</p><p>Two</p></main><article><p>Three</p><p>Four</p></article>',
    margin: [10, 10, 10, 10],
    expect: { pages: [page('One', 'Two'), page('Three', 'Four')], sizes: [small, small] },
  },
  {
    name: 'running and fixed elements before a named one have no page of their own, and are on all',
    source: weasyPrint('names 10'),
    css: `${sizes} .r { position: running(head) } .f { position: fixed; top: 60mm } main { page: small } .b { break-after: page } @page { @top-left { content: element(head) } }`,
    body: '<div class="r">Head</div><div class="f">Fixed</div><main><p>One</p><div class="b"></div><p>Two</p></main>',
    margin: [10, 10, 10, 10],
    expect: {
      pages: [
        { lines: ['One', 'Fixed'], margins: { 'top-left': 'Head' } },
        { lines: ['Two', 'Fixed'], margins: { 'top-left': 'Head' } },
      ],
      sizes: [small, small],
    },
  },
  {
    name: 'the first page of each group, among empty elements and groups within others',
    source: 'css-gcpm-3 §3.1, page groups; WeasyPrint, pages: groups',
    css: `section { page: small; break-before: auto } div, div section { break-after: page } @page { @top-left { content: "page" } } @page small { @top-left { content: "small" } } @page :nth(1 of small) { @top-left { content: "first" } }`,
    body: '<div>1</div><article>2</article><section><div>3</div><div>4</div></section><section>5</section><div>6</div><div>7</div><section><div>8</div></section><div><section>9</section><section>10</section></div>',
    expect: {
      pages: ['page', 'page', 'first', 'small', 'first', 'page', 'page', 'first', 'first', 'first'].map(
        (head) => ({
          margins: { 'top-left': head },
        }),
      ),
    },
  },
  {
    name: 'groups with blank pages between them count from 1 each, and every second page',
    source: 'css-gcpm-3 §3.1, page groups; WeasyPrint, pages: groups, its issue 2429',
    css: `main { page: small; break-before: right } p + p { break-before: page } @page { @top-left { content: "page" } } @page small { @top-left { content: "small" } } @page :nth(2n + 1 of small) { @top-left { content: "odd" } }`,
    body: '<main><p>1</p><p>2</p><p>3</p></main><main><p>4</p><p>5</p></main>',
    expect: {
      pages: ['odd', 'small', 'odd', 'page', 'odd', 'small'].map((head) => ({
        margins: { 'top-left': head },
      })),
    },
  },
  {
    name: 'the first page of a group begins to count pages, and references know it',
    source: 'css-gcpm-3 §3.1, page groups; WeasyPrint, pages: groups, its issue 2485',
    css: `html { counter-reset: h } h1 { counter-increment: h } h1 + h1 { break-before: page } main { page: body; break-before: page } @page :nth(1 of body) { counter-reset: page 1 } a::after { content: target-counter(attr(href), h) "." target-counter(attr(href), page) } @page { @top-left { content: counter(page) } }`,
    body: '<p>Intro</p><main><h1 id="t">One</h1><h1>Two</h1><a href="#t">Title </a></main>',
    expect: {
      pages: [
        { margins: { 'top-left': '1' } },
        { margins: { 'top-left': '1' } },
        { margins: { 'top-left': '2' }, lines: ['Title 1.1'] },
      ],
    },
  },
  ...(
    [
      ['2n + 3', '..x.x.x'],
      ['n', 'xxxxxxx'],
      ['n - 1', 'xxxxxxx'],
      ['-2n + 3', 'x.x....'],
      ['-n - 3', '.......'],
      ['0n + 0', '.......'],
    ] as const
  ).map(
    ([rule, chosen]): PagedCase => ({
      name: `:nth(${rule}) of seven pages`,
      source: 'css-gcpm-3 §3.1, :nth(); WeasyPrint, pages: :nth()',
      css: `@page :nth(${rule}) { @top-left { content: "x" } }`,
      body: Array.from(chosen, (_, i) => `<section>${i}</section>`).join(''),
      expect: { pages: Array.from(chosen, (each) => ({ margins: each === 'x' ? { 'top-left': 'x' } : {} })) },
    }),
  ),
  ...(
    [
      ['ltr', 'recto', 80],
      ['ltr', 'right', 80],
      ['rtl', 'recto', 120],
      ['rtl', 'left', 120],
      ['ltr', 'verso', 120],
      ['rtl', 'verso', 80],
      ['rtl', 'right', 80],
    ] as const
  ).map(
    ([direction, side, width]): PagedCase => ({
      name: `a root that begins on a ${side} page in the direction ${direction} has no blank page`,
      source: 'css-page-3 §4.2.1, page progression; WeasyPrint, pages: the same eight',
      css: `@page :left { size: 120mm 100mm } @page :right { size: 80mm 100mm } html { direction: ${direction}; break-before: ${side} }`,
      body: '<p>Text</p>',
      expect: { pages: [{}], sizes: [[width, 100]] },
    }),
  ),
];
