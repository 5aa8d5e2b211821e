/** `leader()`: css-content-3 §2.5. */
import type { PagedCase } from '../paged-case.ts';

const source = 'css-content-3, leader()';

const body = `<section><ul>
<li><a href="#one">Loomings</a></li><li><a href="#two">The Carpet-Bag</a></li></ul></section>
<section id="one"><h1>One</h1></section><section id="two"><h1>Two</h1></section>`;

const filled = (pattern: string, right = 100) => [
  { before: 'Loomings', pattern, after: '2', right },
  { before: 'The Carpet-Bag', pattern, after: '3', right },
];
const withPattern = (name: string, argument: string, pattern: string): PagedCase => ({
  name,
  source,
  css: `a::after { content: leader(${argument}) target-counter(attr(href url), page) }`,
  body,
  expect: { pages: [{ leaders: filled(pattern) }, {}, {}] },
});

export const leaderCases: readonly PagedCase[] = [
  withPattern('a string of one dot fills the line', "'.'", '.'),
  withPattern('dotted is dots', 'dotted', '.'),
  withPattern('solid is a line of underscores', 'solid', '_'),
  withPattern('space puts nothing between text and number', 'space', ''),
  withPattern('a string with a space is repeated whole', '" ."', '.'),
  withPattern('a string of several letters is repeated whole', "'-~'", '-~'),
  {
    name: 'text that wraps has its leader on the last line',
    source: 'css-content-3, leader(), rule 7',
    css: 'a::after { content: leader(".") target-counter(attr(href url), page) }',
    body: `<section><p><a href="#one">A title that is much too long for one line of this<br>narrow page</a></p></section><section id="one"></section>`,
    expect: {
      pages: [{ leaders: [{ before: 'narrow page', pattern: '.', after: '2', right: 100 }] }, {}],
    },
  },
  {
    name: 'the leader ends where its block ends',
    source,
    css: 'ul { margin: 0 15mm 0 5mm } a::after { content: leader(".") target-counter(attr(href url), page) }',
    body,
    expect: { pages: [{ leaders: filled('.', 85) }, {}, {}] },
  },
  {
    name: 'a leader needs no reference: a price list',
    source: 'WeasyPrint, leaders; print-css.rocks, leaders',
    css: '.price::before { content: leader(".") }',
    body: '<section><p>Bone folder<span class="price">4.50</span></p><p>Linen thread, waxed<span class="price">12.00</span></p></section>',
    expect: {
      pages: [
        {
          leaders: [
            { before: 'Bone folder', pattern: '.', after: '4.50', right: 100 },
            { before: 'Linen thread, waxed', pattern: '.', after: '12.00', right: 100 },
          ],
        },
      ],
    },
  },
  {
    name: 'numbers of different lengths end at the same place',
    source: 'css-content-3, target-counter(), second example',
    css: `#two { counter-reset: page 1 } .front a::after { content: leader('.') target-counter(attr(href url), page, lower-roman) }
.body a::after { content: leader('.') target-counter(attr(href url), page) }`,
    body: `<section><ul><li class="front"><a href="#one">Preface</a></li><li class="front"><a href="#half">Introduction</a></li><li class="body"><a href="#two">Chapter One</a></li></ul></section>
<section>Blank</section><section id="one">One</section><section id="half">Half</section><section id="two">Two</section>`,
    expect: {
      pages: [
        {
          leaders: [
            { before: 'Preface', pattern: '.', after: 'iii', right: 100 },
            { before: 'Introduction', pattern: '.', after: 'iv', right: 100 },
            { before: 'Chapter One', pattern: '.', after: '1', right: 100 },
          ],
        },
        {},
        {},
        {},
        {},
      ],
    },
  },
  {
    name: 'text, a number and an element may follow in the line, whatever its alignment',
    source,
    css: `.center { text-align: center } .price::before { content: leader(dotted) "$" } .unit::after { content: leader("-") }`,
    body: `<section><p class="center">Bone folder<span class="price">4.50</span></p><p><span class="unit">Thread</span> per <b>metre</b></p>
<p dir="rtl">אב<span class="price">3.00</span></p></section>`,
    expect: {
      pages: [
        {
          leaders: [
            { before: 'Bone folder', pattern: '.', after: '$4.50', right: 100 },
            { before: 'Thread', pattern: '-', after: 'per metre', right: 100 },
          ],
        },
      ],
    },
  },
];
