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
  {
    name: 'an empty string is no leader',
    source: 'WeasyPrint, leaders',
    css: 'p::after { content: leader("") "end" }',
    body: '<p>Loomings</p>',
    expect: { pages: [{ lines: ['Loomingsend'] }] },
  },
  {
    name: 'strings stand before and after a leader',
    source,
    css: `a::after { content: " (ch.) " leader(" .-") " p. " target-counter(attr(href url), page) }`,
    body,
    expect: {
      pages: [
        {
          leaders: [
            { before: 'Loomings (ch.)', pattern: '.-', after: 'p. 2', right: 100 },
            { before: 'The Carpet-Bag (ch.)', pattern: '.-', after: 'p. 3', right: 100 },
          ],
        },
        {},
        {},
      ],
    },
  },
  {
    name: 'padding and margins of the block, and of an element in its line, are kept free',
    source: 'WeasyPrint, leaders: padding, margin',
    css: `ul { padding-right: 6mm } li { margin-right: 4mm } .in a { padding-right: 5mm } li::after { content: leader(dotted) "9" }`,
    body: '<section><ul><li>Block</li><li class="in"><a>Inline</a></li></ul></section>',
    expect: {
      pages: [
        {
          leaders: [
            { before: 'Block', pattern: '.', after: '9', right: 90 },
            { before: 'Inline', pattern: '.', after: '9', right: 90 },
          ],
        },
      ],
    },
  },
  {
    name: 'a float beside the line takes its room first',
    source: 'WeasyPrint, leaders: float',
    css: '.left { float: left; width: 20mm } .right { float: right; width: 15mm; text-align: right } p::after { content: leader(".") "9" }',
    body: '<section><div class="left">L</div><p>Beside</p></section><section><div class="right">R</div><p>Before</p></section>',
    expect: {
      pages: [
        { leaders: [{ before: 'L Beside', pattern: '.', after: '9', right: 100 }] },
        { leaders: [{ before: 'Before', pattern: '.', after: '9 R', right: 100 }] },
      ],
    },
  },
  {
    name: 'a leader ends at the left edge of a text from right to left',
    source: 'css-content-3, leader(), rule 5: the direction of the line; WeasyPrint, leaders: rtl',
    css: 'p { direction: rtl } p::after { content: leader(space) "9" }',
    body: '<p>abc</p>',
    expect: {
      pages: [
        {
          places: [
            { text: 'abc', right: 100 },
            { text: '9', left: 20 },
          ],
        },
      ],
    },
  },
];
