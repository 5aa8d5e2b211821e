/** `target-counter()` and `target-counters()`: css-content-3 §2.6.1 and §2.6.2. */
import { lines, type PagedCase } from '../paged-case.ts';

const counter = 'css-content-3, target-counter()';
const counters = 'css-content-3, target-counters()';

/** Three sections, each on a page of its own, after what the first page holds. */
const after = (first: string) => `<section>${first}</section>
<section id="one"><h1>One</h1></section><section id="two"><h1>Two</h1></section><section id="three"><h1>Three</h1></section>`;
const contents = after(`<ul>
<li><a href="#one">One</a></li><li><a href="#two">Two</a></li><li><a href="#three">Three</a></li></ul>`);
const rest = [{ lines: ['One'] }, { lines: ['Two'] }, { lines: ['Three'] }];
const many = (count: number, of: (n: number) => string) =>
  Array.from({ length: count }, (_, i) => of(i + 1)).join('');

export const targetCounterCases: readonly PagedCase[] = [
  {
    name: 'a table of contents has page numbers',
    source: counter,
    css: 'li a::after { content: " " target-counter(attr(href url), page) }',
    body: contents,
    expect: {
      pages: [{ lines: ['One 2', 'Two 3', 'Three 4'] }, ...rest],
      links: ['1 → 2', '1 → 3', '1 → 4'],
    },
  },
  {
    name: 'attr() without a type is an address, as in documents for Prince and WeasyPrint',
    source: 'WeasyPrint, Prince: cross-references',
    css: 'li a::after { content: " " target-counter(attr(href), page) }',
    body: contents,
    expect: { pages: [{ lines: ['One 2', 'Two 3', 'Three 4'] }, ...rest] },
  },
  {
    name: 'the number has a counter style: lower-roman',
    source: counter,
    css: 'li a::after { content: " " target-counter(attr(href url), page, lower-roman) }',
    body: contents,
    expect: { pages: [{ lines: ['One ii', 'Two iii', 'Three iv'] }, ...rest] },
  },
  {
    name: 'the number has a counter style: upper-alpha',
    source: counter,
    css: 'li a::after { content: " " target-counter(attr(href url), page, upper-alpha) }',
    body: contents,
    expect: { pages: [{ lines: ['One B', 'Two C', 'Three D'] }, ...rest] },
  },
  {
    name: 'a reference may lead back',
    source: counter,
    css: '.see::after { content: "page " target-counter(attr(href url), page) }',
    body: `${after('')}<section><p>See <a class="see" href="#one"></a> and <a class="see" href="#three"></a>.</p></section>`,
    expect: { pages: [{}, ...rest, { lines: ['See page 2 and page 4.'] }] },
  },
  {
    name: 'the number may be before the text',
    source: counter,
    css: 'li a::before { content: target-counter(attr(href url), page) ": " }',
    body: contents,
    expect: { pages: [{ lines: ['2: One', '3: Two', '4: Three'] }, ...rest] },
  },
  {
    name: 'numbers have as many digits as they need',
    source: counter,
    css: 'a::after { content: " " target-counter(attr(href url), page) }',
    body: `<section>${many(12, (n) => `<p><a href="#s${n}">Part ${n}</a></p>`)}</section>${many(12, (n) => `<section id="s${n}">Start ${n}</section>`)}`,
    expect: {
      pages: [
        { lines: ['Part 1 2', 'Part 8 9', 'Part 9 10', 'Part 12 13'] },
        ...Array.from({ length: 12 }, (_, i) => ({ lines: [`Start ${i + 1}`] })),
      ],
    },
  },
  {
    name: 'any other counter has its value at the target',
    source: counter,
    css: 'body { counter-reset: chapter } h1 { counter-increment: chapter } li a::after { content: " is chapter " target-counter(attr(href url), chapter) }',
    body: `<section><ul><li><a href="#h3">Third</a></li><li><a href="#h1">First</a></li></ul></section>
<section><h1 id="h1">One</h1><h1 id="h2">Two</h1><h1 id="h3">Three</h1></section>`,
    expect: { pages: [{ lines: ['Third is chapter 3', 'First is chapter 1'] }, {}] },
  },
  {
    name: 'any other counter has a style of its own',
    source: counter,
    css: 'body { counter-reset: part } h1 { counter-increment: part } a::before { content: "Part " target-counter(attr(href url), part, upper-roman) ", " }',
    body: `<section><p><a href="#h4">the last</a></p></section>
<section><h1>One</h1><h1>Two</h1><h1>Three</h1><h1 id="h4">Four</h1></section>`,
    expect: { pages: [{ lines: ['Part IV, the last'] }, {}] },
  },
  {
    name: 'the address may be a string or a url()',
    source: counter,
    css: '.a::after { content: target-counter("#two", page) } .b::after { content: target-counter(url("#three"), page) }',
    body: after('<p class="a">Two is on </p><p class="b">Three is on </p>'),
    expect: { pages: [{ lines: ['Two is on 3', 'Three is on 4'] }, ...rest] },
  },
  {
    name: 'target-counters() joins the counters of nested lists',
    source: counters,
    css: 'ol { counter-reset: item } ol li { counter-increment: item } a::after { content: target-counters(attr(href url), item, ".") }',
    body: `<section><p>See item <a href="#deep"></a></p></section><section>
<ol><li>A</li><li>B<ol><li>C</li><li>D<ol><li>E</li><li id="deep">F</li></ol></li></ol></li></ol></section>`,
    expect: { pages: [{ lines: ['See item 2.2.2'] }, {}] },
  },
  {
    name: 'target-counters() has a counter style',
    source: counters,
    css: 'ol { counter-reset: item } ol li { counter-increment: item } a::after { content: target-counters(attr(href url), item, "-", upper-alpha) }',
    body: `<section><p>See item <a href="#deep"></a></p></section><section>
<ol><li>A</li><li>B<ol><li>C</li><li id="deep">D</li></ol></li></ol></section>`,
    expect: { pages: [{ lines: ['See item B-B'] }, {}] },
  },
  {
    name: 'a number after counter-reset: page is the one that the page shows',
    source: 'Prince, page numbers: restarting',
    css: '@page { @bottom-center { content: counter(page) } } #two { counter-reset: page 1 } li a::after { content: " " target-counter(attr(href url), page) }',
    body: contents,
    expect: {
      pages: [
        { lines: ['One 2', 'Two 1', 'Three 2'], margins: { 'bottom-center': '1' } },
        { lines: ['One'], margins: { 'bottom-center': '2' } },
        { lines: ['Two'], margins: { 'bottom-center': '1' } },
        { lines: ['Three'], margins: { 'bottom-center': '2' } },
      ],
    },
  },
  {
    name: 'front matter and chapters have numbers of different styles in one table of contents',
    source: 'css-content-3, target-counter(), second example',
    css: `#two { counter-reset: page 1 }
.front a::after { content: " " target-counter(attr(href url), page, lower-roman) }
.body a::after { content: " " target-counter(attr(href url), page, decimal) }`,
    body: after(
      '<ul><li class="front"><a href="#one">Preface</a></li><li class="body"><a href="#two">Chapter One</a></li><li class="body"><a href="#three">Chapter Two</a></li></ul>',
    ),
    expect: { pages: [{ lines: ['Preface ii', 'Chapter One 1', 'Chapter Two 2'] }, ...rest] },
  },
  {
    name: 'a target inside a table that spans pages has the page of its row',
    source: counter,
    css: 'a::after { content: " " target-counter(attr(href url), page) } tr { break-inside: avoid }',
    body: `<section><p><a href="#r5">Row 5</a></p><p><a href="#r40">Row 40</a></p></section><section><table>${many(40, (n) => `<tr id="r${n}"><td>row ${n} of the table</td></tr>`)}</table></section>`,
    expect: {
      pages: [
        { lines: ['Row 5 2', 'Row 40 4'] },
        { lines: ['row 5 of the table'] },
        {},
        { lines: ['row 40 of the table'] },
      ],
    },
  },
  {
    name: 'an address with percent-encoded letters finds its target',
    source: 'css-content-3, target-counter(); HTML, navigating to a fragment',
    css: 'a::after { content: " " target-counter(attr(href url), page) }',
    body: `<section><p><a href="#caf%C3%A9">Café</a></p><p><a href="#größe">Größe</a></p></section><section id="café">A</section><section id="größe">B</section>`,
    expect: { pages: [{ lines: ['Café 2', 'Größe 3'] }, {}, {}] },
  },
  {
    name: 'a more specific rule takes the number away',
    source: 'css-cascade; css-content-3, target-counter()',
    css: 'li a::after { content: " " target-counter(attr(href url), page) } li.plain a::after { content: none } @media screen { li a::after { content: "screen" } }',
    body: after(
      '<ul><li><a href="#one">One</a></li><li class="plain"><a href="#two">Two</a></li><li><a href="#three">Three</a></li></ul>',
    ),
    expect: { pages: [{ lines: ['One 2', 'Two', 'Three 4'] }, ...rest] },
  },
  {
    name: 'one list may hold two references: the pages of a range',
    source: counter,
    css: '.range::after { content: "pages " target-counter("#one", page) "–" target-counter("#three", page) }',
    body: after('<p class="range">Numbers, </p>'),
    expect: { pages: [{ lines: ['Numbers, pages 2–4'] }, ...rest] },
  },
  {
    name: 'contents of several pages move what they count',
    source: counter,
    css: 'nav a { display: block } nav a::after { content: " on " target-counter(attr(href url), page) }',
    body: `<nav>${many(30, (n) => `<a href="#s${n}">Entry ${n}</a>`)}</nav>${many(30, (n) => `<section id="s${n}">Start ${n}</section>`)}`,
    expect: {
      pages: [
        { lines: ['Entry 1 on 4', 'Entry 14 on 17'] },
        { lines: ['Entry 15 on 18'] },
        { lines: ['Entry 30 on 33'] },
        ...Array.from({ length: 30 }, (_, i) => ({ lines: [`Start ${i + 1}`] })),
      ],
    },
  },
  {
    name: 'numbers that lengthen lines are those of the pages after that',
    source: counter,
    css: '.ref::after { content: target-counter(attr(href url), page) } .wide { display: inline-block; width: 76mm }',
    body: `<section>${many(12, (n) => `<p><span class="wide">Reference ${n}</span><a class="ref" href="#end"></a></p>`)}</section>${lines(3, 'text')}<p id="end">The end</p>${many(8, (n) => `<section>Page ${n}</section>`)}`,
    expect: {
      pages: [
        { lines: ['Reference 12 2'], absent: ['The end'] },
        { lines: ['text 3', 'The end'] },
        ...Array.from({ length: 8 }, () => ({})),
      ],
    },
  },
  {
    name: 'references show the counters of each other, forwards, backwards and in another style',
    source: `${counter}; WeasyPrint, target-counter`,
    css: `p:first-child { counter-reset: item } p { counter-increment: item }
#a::before { content: target-counter("#d", item) } #b::before { content: "test " target-counter("#a", item) }
#c::before { content: target-counter(url(#d), item, lower-roman) } #d::before { content: target-counter(attr(data-to), item, lower-alpha) }`,
    body: '<p id="a"></p><p id="b"></p><p id="c"></p><p id="d" data-to="#c"></p>',
    expect: { pages: [{ lines: ['4', 'test 1', 'iv', 'c'] }] },
  },
  {
    name: 'target-counters() with separators of any length and without one',
    source: `${counters}; WeasyPrint, target-counters`,
    css: `div:first-child { counter-reset: item } div { counter-increment: item }
#a2::before { content: target-counters("#d2", item, ".") } #b1::before { content: target-counters(url(#c), item, "++") }
#c::before { content: target-counters("#b1", item, ".", lower-alpha) } #d2::before { content: target-counters(attr(data-to url), item, "") }`,
    body: '<div><div></div><div id="a2"></div></div><div><div id="b1"></div><div></div></div><div id="c"></div><div><div></div><div id="d2" data-to="#a2"></div></div>',
    expect: { pages: [{ lines: ['4.2', '3', 'b.a', '12'] }] },
  },
  {
    name: 'a counter that the pseudo-element itself changes stands beside the number of a page',
    source: `${counter}; css-lists-3 §4.1: pseudo-elements count`,
    css: `li::before { counter-increment: item; content: counter(item, upper-roman) ". " }
li { counter-increment: item } a::after { counter-increment: item 2; content: " " counter(item) ": " target-counter(attr(href), page) }`,
    body: '<ul style="counter-reset: item"><li><a href="#t">One</a></li><li><a href="#t">Two</a></li></ul><section id="t">Target</section>',
    expect: { pages: [{ lines: ['II. One 4: 2', 'VI. Two 8: 2'] }, {}] },
  },
  {
    name: 'a number in a positioned element within another one',
    source: 'WeasyPrint, targets: absolute',
    css: 'a::after { content: " " target-counter("#t", page) } main { position: relative } div { position: absolute; top: 10mm; left: 10mm }',
    body: '<main>Text<div><a href="#t">Away</a></div></main><section id="t"></section>',
    expect: { pages: [{ lines: ['Away 2'], places: [{ text: 'Away 2', left: 30 }] }, {}] },
  },
];
