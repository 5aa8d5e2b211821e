/** `string-set` and `string()`: css-gcpm-3 §1.1. */
import { lines, type PagedCase } from '../paged-case.ts';

const set = 'css-gcpm-3 §1.1.1, string-set';
const use = 'css-gcpm-3 §1.1.2, string()';

const heads = 'h2 { string-set: heading content() }';
const inBox = (value: string) => `@page { @top-center { content: ${value} } }`;
const top = (text: string) => ({ margins: text ? { 'top-center': text } : {} });

/** The pages of the example: none at the top and two within, one at the top, none at all, one within. */
const pages = `<section><p>Preface</p><h2>Alpha</h2><p>text</p><h2>Beta</h2></section>
<section><h2>Gamma</h2><p>text</p><h2>Delta</h2></section>
<section><p>nothing</p></section>
<section><p>text</p><h2>Epsilon</h2></section>`;
const withKeyword = (keyword: string, values: readonly string[]): PagedCase => ({
  name: `${keyword || 'no keyword'} on pages with headings at the top, within, and without any`,
  source: use,
  css: heads + inBox(`string(heading${keyword ? `, ${keyword}` : ''})`),
  body: pages,
  expect: { pages: values.map(top) },
});

export const stringSetCases: readonly PagedCase[] = [
  withKeyword('', ['Alpha', 'Gamma', 'Delta', 'Epsilon']),
  withKeyword('first', ['Alpha', 'Gamma', 'Delta', 'Epsilon']),
  withKeyword('last', ['Beta', 'Delta', 'Delta', 'Epsilon']),
  withKeyword('start', ['', 'Gamma', 'Delta', 'Delta']),
  withKeyword('first-except', ['', '', 'Delta', '']),
  {
    name: 'three keywords in three boxes of one page',
    source: 'css-gcpm-3 §1.1.2, string(), example',
    css: `${heads} @page { @top-left { content: "f: " string(heading, first) } @top-center { content: "s: " string(heading, start) } @top-right { content: "l: " string(heading, last) } }`,
    body: pages,
    expect: {
      pages: [
        { margins: { 'top-left': 'f: Alpha', 'top-center': 's:', 'top-right': 'l: Beta' } },
        { margins: { 'top-left': 'f: Gamma', 'top-center': 's: Gamma', 'top-right': 'l: Delta' } },
        { margins: { 'top-left': 'f: Delta', 'top-center': 's: Delta', 'top-right': 'l: Delta' } },
        { margins: { 'top-left': 'f: Epsilon', 'top-center': 's: Delta', 'top-right': 'l: Epsilon' } },
      ],
    },
  },
  {
    name: 'a value holds on all following pages of a long section',
    source: use,
    css: heads + inBox('string(heading)'),
    body: `<h2>Alpha</h2>${lines(40)}`,
    expect: { pages: [top('Alpha'), top('Alpha'), { ...top('Alpha'), lines: ['line 40'] }] },
  },
  {
    name: 'a string that is never set is empty',
    source: use,
    css: `${heads} ${inBox('"[" string(nothing) "]"')}`,
    body: '<section><h2>Alpha</h2></section>',
    expect: { pages: [top('[]')] },
  },
  {
    name: 'generated text before the element and its text are put together',
    source: 'css-gcpm-3 §1.1.1, content(), first example',
    css: `body { counter-reset: chapter } h2 { counter-increment: chapter; string-set: header content(before) ': ' content(text) } h2::before { content: 'Chapter ' counter(chapter) } h2::after { content: '.' } ${inBox('string(header)')}`,
    body: '<section><h2>Loomings</h2></section><section><h2>The Carpet-Bag</h2></section>',
    expect: { pages: [top('Chapter 1: Loomings'), top('Chapter 2: The Carpet-Bag')] },
  },
  {
    name: 'attr() takes the value of an attribute',
    source: 'css-gcpm-3 §1.1.1, content(), second example',
    css: `section { string-set: header attr(title) } ${inBox('string(header)')}`,
    body: '<section title="Loomings">Call me</section><section title="Bags &amp; more">I stuffed</section>',
    expect: { pages: [top('Loomings'), top('Bags & more')] },
  },
  {
    name: 'one declaration sets two strings',
    source: set,
    css: 'h2 { string-set: title content(), number attr(data-number) } @page { @top-left { content: string(number) } @top-right { content: string(title) } }',
    body: '<section><h2 data-number="7">Alpha</h2></section><section><h2 data-number="8">Beta</h2></section>',
    expect: {
      pages: [
        { margins: { 'top-left': '7', 'top-right': 'Alpha' } },
        { margins: { 'top-left': '8', 'top-right': 'Beta' } },
      ],
    },
  },
  {
    name: 'an element that is not displayed sets its string',
    source: 'css-gcpm-3 §1.1.1: or would have been created if the display value is none',
    css: `.title { display: none; string-set: title content() } ${inBox('string(title)')}`,
    body: '<section><p class="title">Hidden</p><p>one</p></section><section><p>two</p><p class="title">Other</p></section>',
    expect: {
      pages: [
        { ...top('Hidden'), lines: ['one'] },
        { ...top('Other'), lines: ['two'] },
      ],
    },
  },
  {
    name: 'the guide words of a dictionary: first and last entry of each page',
    source: 'print-css.rocks, running headers; Prince, page headers',
    css: 'dt { string-set: entry content() } dl, dt { margin: 0 } @page { @top-left { content: string(entry, first) } @top-right { content: string(entry, last) } }',
    body: `<dl>${Array.from({ length: 30 }, (_, i) => `<dt>word ${i + 1}</dt>`).join('')}</dl>`,
    expect: {
      pages: [
        { margins: { 'top-left': 'word 1', 'top-right': 'word 14' } },
        { margins: { 'top-left': 'word 15', 'top-right': 'word 28' } },
        { margins: { 'top-left': 'word 29', 'top-right': 'word 30' } },
      ],
    },
  },
  {
    name: 'content(first-letter) is the first letter',
    source: set,
    css: `h2 { string-set: letter content(first-letter) } ${inBox('string(letter)')}`,
    body: '<section><h2>Aardvark</h2></section><section><h2>Bear</h2></section>',
    expect: { pages: [top('A'), top('B')] },
  },
  {
    name: 'a counter has its value at the element',
    source: set,
    css: `body { counter-reset: chapter } h2 { counter-increment: chapter; string-set: number "Part " counter(chapter, upper-roman) } ${inBox('string(number)')}`,
    body: '<section><h2>One</h2></section><section><h2>Two</h2></section><section><p>more</p></section>',
    expect: { pages: [top('Part I'), top('Part II'), top('Part II')] },
  },
  {
    name: 'markup and line breaks become plain text with single spaces',
    source: 'css-gcpm-3 §1.1.1, content(): as if white-space were normal',
    css: heads + inBox('string(heading)'),
    body: `<section><h2>  The <em>Carpet</em>-<b>Bag</b>
    and   more </h2></section>`,
    expect: { pages: [top('The Carpet-Bag and more')] },
  },
  {
    name: 'quotation marks, angle brackets and backslashes are text',
    source: set,
    css: heads + inBox('string(heading)'),
    body: `<section><h2>"A" &amp; 'B' \\ &lt;C&gt; ; }</h2></section>`,
    expect: { pages: [top(`"A" & 'B' \\ <C> ; }`)] },
  },
  {
    name: 'string-set: none of a more specific rule sets nothing',
    source: 'css-gcpm-3 §1.1.1, string-set: none; css-cascade',
    css: `${heads} h2.quiet { string-set: none } ${inBox('string(heading)')}`,
    body: '<section><h2>Alpha</h2></section><section><h2 class="quiet">Beta</h2></section>',
    expect: { pages: [top('Alpha'), { ...top('Alpha'), lines: ['Beta'] }] },
  },
  {
    name: 'left and right pages have the string on their outer side, beside the page number',
    source: 'css-content-3, named strings; Prince, left and right pages',
    css: `${heads} @page :left { @top-left { content: counter(page) "  " string(heading) } } @page :right { @top-right { content: string(heading) "  " counter(page) } }`,
    body: '<section><h2>Alpha</h2></section><section><p>text</p></section><section><h2>Beta</h2></section>',
    expect: {
      pages: [
        { margins: { 'top-right': 'Alpha 1' } },
        { margins: { 'top-left': '2 Alpha' } },
        { margins: { 'top-right': 'Beta 3' } },
      ],
    },
  },
  {
    name: 'a string set in the styles of a <style> element and in a linked style sheet',
    source: set,
    head: '<link rel="stylesheet" href="assets/more.css"><style>h1 { string-set: part content() }</style>',
    files: { 'assets/more.css': `${heads} @page { @top-right { content: string(heading) } }` },
    css: '@page { @top-left { content: string(part) } }',
    body: '<section><h1>Part</h1><h2>Alpha</h2></section>',
    expect: { pages: [{ margins: { 'top-left': 'Part', 'top-right': 'Alpha' } }] },
  },
  {
    name: 'content(marker) is the marker of a list item',
    source: 'css-content-3, content(): marker',
    css: `ol { list-style: upper-roman } ul { list-style: disc } ol.own li::marker { content: "No. " counter(list-item) " " } li { string-set: item content(marker) " " content() } ${inBox('string(item)')}`,
    body: '<section><ol><li>first</li></ol></section><section><ol start="4"><li>fourth</li></ol></section><section><ul><li>point</li></ul></section><section><ol class="own"><li>own</li></ol></section><section><ol style="list-style: none"><li>bare</li></ol></section>',
    expect: {
      pages: ['I. first', 'IV. fourth', '• point', 'No. 1 own', 'bare'].map(top),
    },
  },
  {
    name: 'content(after) is the text behind the element, with its counter',
    source: 'css-content-3, content(): after',
    css: `body { counter-reset: n } h2 { counter-increment: n; string-set: s content(after) } h2::after { content: "(" counter(n, lower-roman) ")" } ${inBox('string(s)')}`,
    body: '<section><h2>A</h2></section><section><h2>B</h2></section>',
    expect: { pages: [top('(i)'), top('(ii)')] },
  },
  {
    name: 'the first letter has the punctuation around it',
    source: 'css-content-3, content(): first-letter; css-pseudo-4 §2.2',
    css: `h2 { string-set: letter content(first-letter) } ${inBox('string(letter)')}`,
    body: '<section><h2>“A” is first</h2></section><section><h2>D’Artagnan</h2></section><section><h2>E\u0301tude</h2></section>',
    expect: { pages: [top('“A”'), top('D’'), top('\u00c9')] },
  },
  {
    name: 'counters, their whole chain, attributes and both pseudo-elements in two strings',
    source: 'css-gcpm-3 §1.1.1; WeasyPrint, string-set',
    css: `html { counter-reset: a } body { counter-increment: a } ul { counter-reset: b }
li { counter-increment: b; string-set: up content(before) "-" content() "-" content(after) counter(a, upper-roman) "." counters(b, "|"), down content(before) "-" attr(class) counters(b, "|") "/" counter(a, upper-roman) }
li::before { content: "b!" } li::after { content: "a!" } li:last-child::before { content: "b!last" }
@page { @top-center { content: string(up, first) } @bottom-center { content: string(down, last) } }`,
    body: '<ul><li class="one">first</li><li><ul><li class="two">second</li></ul></li></ul>',
    expect: { pages: [{ margins: { 'top-center': 'b!-first-a!I.1', 'bottom-center': 'b!last-two2|1/I' } }] },
  },
  {
    name: 'names are case-sensitive',
    source: 'css-values: custom identifiers; WeasyPrint, string-set',
    css: `p { string-set: text content() } div { string-set: TEXT content() } ${inBox('string(text) " " string(TEXT)')}`,
    body: '<p>lower</p><div>upper</div>',
    expect: { pages: [top('lower upper')] },
  },
  {
    name: 'an empty string replaces the one before it',
    source: 'css-gcpm-3 §1.1.1; WeasyPrint, string-set',
    css: `.set { string-set: s "set" } .empty { string-set: s "" } ${inBox('"[" string(s) "]"')}`,
    body: '<section class="set">a</section><section class="empty">b</section><section>c</section>',
    expect: { pages: [top('[set]'), top('[]'), top('[]')] },
  },
  {
    name: 'an element without the attribute sets the text given for it',
    source: 'css-values-5, attr(): fallback',
    css: `section { string-set: s attr(title, "untitled") } ${inBox('string(s)')}`,
    body: '<section title="Loomings">a</section><section>b</section>',
    expect: { pages: [top('Loomings'), top('untitled')] },
  },
  {
    name: 'start is the value with which the page begins, for elements behind and before page breaks',
    source: `${use}; WeasyPrint, string-set`,
    css: `p { string-set: p content(); break-after: page } ${inBox('"[" string(p, start) "]"')}`,
    body: '<article></article><p>1</p><article></article><p>2</p><p>3</p><article>x</article>',
    expect: { pages: [top('[1]'), top('[2]'), top('[3]'), top('[3]')] },
  },
  {
    name: 'the top of a second column is not the start of the page',
    source: `${use}: start; css-multicol-1`,
    css: `${heads} main { columns: 2; column-fill: auto; height: 50mm } ${inBox('string(heading, start) " " string(heading, first) " " string(heading, last)')}`,
    body: `<section><h2>A</h2><main>${lines(11)}<h2>B</h2>${lines(3)}</main></section><section><main><h2>C</h2>${lines(10)}<h2>D</h2></main></section>`,
    expect: { pages: [top('A A B'), top('C C D')] },
  },
  {
    name: 'a second column that begins with the only heading leaves the start of the page empty',
    source: `${use}: start; css-multicol-1`,
    css: `${heads} main { columns: 2; column-fill: auto; height: 48mm } ${inBox('"[" string(heading, start) "]"')}`,
    body: `<main>${lines(11)}<h2>B</h2></main>`,
    expect: { pages: [top('[]')] },
  },
  {
    name: 'an element that is not displayed sets its string behind the start of its page',
    source: `${use}: start, the first element on the page; W3C test string-set-019`,
    css: 'body { string-set: s "first" } .h { display: none; string-set: s "hidden" } @page { @top-left { content: string(s, start) } }',
    body: '<section>One</section><section><p class="h"></p>Two</section><section>Three</section>',
    expect: { pages: ['first', 'first', 'hidden'].map((text) => ({ margins: { 'top-left': text } })) },
  },
];
