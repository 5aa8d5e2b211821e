/** `position: running()` and `element()`: css-gcpm-3 §1.2. */
import { lines, type PagedCase } from '../paged-case.ts';

const running = 'css-gcpm-3 §1.2.1, running()';
const element = 'css-gcpm-3 §1.2.2, element()';

// The element inherits its alignment from the document and not from the box.
const head = '.rh { position: running(heading); text-align: center }';
const inBox = (value: string) => `@page { @top-center { content: ${value} } }`;
const top = (text: string) => ({ margins: text ? { 'top-center': text } : {} });

const pages = `<section><p>Preface</p><p class="rh">Alpha</p><p>text</p><p class="rh">Beta</p></section>
<section><p class="rh">Gamma</p><p>text</p><p class="rh">Delta</p></section>
<section><p>nothing</p></section>`;
const withKeyword = (keyword: string, values: readonly string[]): PagedCase => ({
  name: `${keyword} on pages with running elements at the top, within, and without any`,
  source: element,
  css: head + inBox(`element(heading, ${keyword})`),
  body: pages,
  expect: { pages: values.map(top) },
});

export const runningCases: readonly PagedCase[] = [
  {
    name: 'an element is in the margin box and not in the flow',
    source: 'css-gcpm-3 §1.2, first example',
    css: head + inBox('element(heading)'),
    body: '<section><p class="rh"><i>Miranda</i> in Context</p><p>one</p></section><section><p>two</p></section>',
    expect: {
      pages: [
        { ...top('Miranda in Context'), lines: ['one'], places: [{ text: 'one', middle: 22.2 }] },
        { ...top('Miranda in Context'), lines: ['two'] },
      ],
    },
  },
  withKeyword('first', ['Alpha', 'Gamma', 'Delta']),
  withKeyword('last', ['Beta', 'Delta', 'Delta']),
  withKeyword('start', ['', 'Gamma', 'Delta']),
  withKeyword('first-except', ['', '', 'Delta']),
  {
    name: 'a footer at the beginning of the document is on all pages',
    source: 'WeasyPrint, running elements; print-css.rocks, running elements',
    css: '#footer { position: running(footer); text-align: center } @page { @bottom-center { content: element(footer) } }',
    body: `<div id="footer">Bindery <b>and</b> Press</div>${lines(30)}`,
    expect: {
      pages: Array.from({ length: 3 }, () => ({ margins: { 'bottom-center': 'Bindery and Press' } })),
    },
  },
  {
    name: 'page counters within a running element are those of each page',
    source: 'css-gcpm-3 §1.2.1, example: counter(page) in ::before',
    css: `${head} .rh::before { content: counter(page) ' / ' } .rh::after { content: ' of ' counter(pages) } ${inBox('element(heading)')}`,
    body: '<section><p class="rh">Context</p></section><section><p>two</p></section><section><p>three</p></section>',
    expect: { pages: [top('1 / Context of 3'), top('2 / Context of 3'), top('3 / Context of 3')] },
  },
  {
    name: 'an element of several blocks keeps its lines',
    source: running,
    css: '.rh { position: running(heading); text-align: left } @page { @top-left { content: element(heading) } }',
    body: '<section><div class="rh"><p>First line</p><p>Second line</p></div><p>one</p></section>',
    expect: { pages: [{ margins: { 'top-left': 'First line Second line' }, lines: ['one'] }] },
  },
  {
    name: 'a row of two texts takes the width of the box',
    source: 'css-gcpm-3 §1.2: complete with formatting and any descendant elements',
    css: `.rh { position: running(heading); display: flex; justify-content: space-between } @page { @top-center { content: element(heading); width: 100% } }`,
    body: '<section><div class="rh"><span>Left text</span><span>Right text</span></div><p>one</p></section>',
    expect: { pages: [{ margins: { 'top-left': 'Left text', 'top-right': 'Right text' } }] },
  },
  {
    name: 'an element inherits from where it is in the document',
    source: 'css-gcpm-3 §1.2.1: inherits from its original position',
    css: '.loud { text-transform: uppercase } .rh { position: running(heading); text-align: center } .loud .rh b { text-transform: none } @page { @top-center { content: element(heading) } }',
    body: '<section class="loud"><p class="rh">Heading <b>Word</b></p><p>one</p></section>',
    expect: { pages: [{ ...top('HEADING Word'), lines: ['ONE'] }] },
  },
  {
    name: 'two running elements are in two boxes, and the first page has neither',
    source: 'css-page-3 §3.4, :first; css-gcpm-3 §1.2',
    css: `.a { position: running(a) } .b { position: running(b); text-align: right }
@page { @top-left { content: element(a) } @bottom-right { content: element(b) } }
@page :first { @top-left { content: none } @bottom-right { content: normal } }`,
    body: '<p class="a">Above</p><p class="b">Below</p><section>Cover</section><section>Text</section>',
    expect: {
      pages: [
        { margins: {}, lines: ['Cover'] },
        { margins: { 'top-left': 'Above', 'bottom-right': 'Below' }, lines: ['Text'] },
      ],
    },
  },
  {
    name: 'a link within a running element leads to its target',
    source: 'css-gcpm-3 §1.2: complete with formatting and any descendant elements',
    css: head + inBox('element(heading)'),
    body: '<p class="rh"><a href="#end">To the end</a></p><section>One</section><section id="end">End</section>',
    expect: { pages: [top('To the end'), top('To the end')], links: ['1 → 2', '2 → 2'] },
  },
  ...(
    [
      ['first', ['', 'two a', 'three a', 'three b', 'five']],
      ['last', ['', 'two b', 'three b', 'three b', 'five']],
      ['first-except', ['', '', '', 'three b', '']],
      ['start', ['', 'two a', 'two b', 'three b', 'five']],
    ] as const
  ).map(
    ([keyword, values]): PagedCase => ({
      name: `${keyword} on five pages, of which the first has none and the fourth begins with another element`,
      source: `${element}; WeasyPrint, running elements`,
      css: head + inBox(`element(heading, ${keyword})`),
      body: `<section>one</section><section><p class="rh">two a</p><p class="rh">two b</p></section>
<section><p>three</p><p class="rh">three a</p><p class="rh">three b</p></section><section>four</section><section><p class="rh">five</p></section>`,
      expect: { pages: values.map(top) },
    }),
  ),
  {
    name: 'elements of all displays may run: a table, a float, a flex container, an inline one and a list item',
    source: `${running}; WeasyPrint, running elements`,
    css: `table { position: running(t) } div { position: running(f); float: right } span { position: running(i) } nav { display: flex; justify-content: flex-end; position: running(x) } li { position: running(l); text-align: center; list-style: none }
@page { @top-left { content: element(t) } @top-right { content: element(f) } @bottom-left { content: element(i) } @bottom-center { content: element(l) } @bottom-right { content: element(x) } }`,
    body: '<p>text</p><table><tr><td>table</td></tr></table><div>float</div><p>in <span>inline</span>line</p><nav>flex</nav><ul><li>item</li></ul>',
    expect: {
      pages: [
        {
          margins: {
            'top-left': 'table',
            'top-right': 'float',
            'bottom-left': 'inline',
            'bottom-center': 'item',
            'bottom-right': 'flex',
          },
          lines: ['text', 'in line'],
        },
      ],
    },
  },
  {
    name: 'running elements in columns are counted in the order of the document, and take no room',
    source: `${running}; css-multicol-1`,
    css: `${head} main { columns: 2; column-gap: 10mm; column-fill: auto; height: 50mm } @page { @top-left { content: "f:" element(heading, first) } @top-center { content: "s:" element(heading, start) } @top-right { content: "l:" element(heading, last) } .rh { display: inline }`,
    body: `<main>${lines(6, 'a')}<span class="rh">One</span>${lines(5, 'b')}<span class="rh">Two</span>${lines(11, 'c')}</main>`,
    expect: {
      pages: [
        {
          lines: ['a 1 c 1', 'b 5 c 11'],
        },
      ],
    },
  },
  {
    name: 'a running element within columns that go over pages is on the page of its column',
    source: `${running}; css-multicol-1; css-gcpm-3 §1.2`,
    css: `${head} main { columns: 2 } ${inBox('element(heading)')}`,
    body: `<main><p class="rh">One</p>${lines(30, 'a')}<p class="rh">Two</p>${lines(20, 'b')}</main>`,
    expect: { pages: [top('One'), top('Two')] },
  },
  {
    name: 'a running element that spans all columns is where it would be',
    source: `${running}; css-multicol-1, column-span`,
    css: `${head} main { columns: 2 } .rh { column-span: all } ${inBox('element(heading, last)')}`,
    body: `<main>${lines(40, 'a')}<p class="rh">Late</p>${lines(4, 'b')}</main>`,
    expect: { pages: [top(''), top('Late')] },
  },
  {
    name: 'a footer with page counters is replaced on the last page, whose text has another one',
    source: `${running}; WeasyPrint, running elements: counters`,
    css: `footer { position: running(foot) } .n::before { content: counter(page) } .n::after { content: counter(pages) } @page { @bottom-left { content: element(foot) } }`,
    body: '<footer class="n"> of </footer><section>One</section><section>Two</section><section>Three<footer>Static</footer></section>',
    expect: { pages: ['1 of 3', '2 of 3', 'Static'].map((text) => ({ margins: { 'bottom-left': text } })) },
  },
  {
    name: 'a running element holds a picture beside its text, and a positioned child',
    source: `${running}; WeasyPrint, running elements: pictures, absolute`,
    css: `header { position: running(head) } header b { position: absolute; left: 30mm; top: 2mm } img { width: 10mm; height: 2mm } @page { @top-left { content: element(head) } }`,
    body: `<header><img alt="" src="data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg'/>">Head<b>Away</b></header><p>Text</p>`,
    expect: { pages: [{ places: [{ text: 'Head', left: 30 }], lines: ['Text'] }] },
  },
  {
    name: 'a positioned child that is higher than the margin is on each page',
    source: `${running}; WeasyPrint, running elements: absolute, overflow; its issue 2857`,
    css: `header { position: running(head) } header p { position: absolute } @page { @top-left { content: element(head) } }`,
    body: '<header><p>1<br>2<br>3<br>4<br>5<br>6<br>7</p></header><section>One</section><section>Two</section><section>Three</section>',
    expect: { pages: ['One', 'Two', 'Three'].map((text) => ({ lines: [text] })) },
  },
];
