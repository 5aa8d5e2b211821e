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
];
