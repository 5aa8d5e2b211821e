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
  {
    name: 'a leader that nothing follows goes to the end of the line',
    source: 'WeasyPrint, leaders: alone',
    css: 'p::after { content: leader(".") }',
    body: '<p>Alone</p>',
    expect: { pages: [{ leaders: [{ before: 'Alone', pattern: '.', after: '.', right: 100 }] }] },
  },
  {
    name: 'what follows a leader and does not fit beside the text is on the next line, at its end',
    source: 'css-content-3, leader(), rule 7; WeasyPrint, leaders: too long',
    css: `p::after { content: " " leader(dotted) " " counter(item, lower-roman); counter-increment: item } p { width: 30mm } p + p { word-spacing: 3mm }`,
    body: '<p>Unbreakabletitlee</p><p>a a a a a a a a a</p>',
    expect: {
      pages: [
        {
          lines: ['Unbreakabletitlee'],
          leaders: [{ before: '', pattern: '.', after: 'i', right: 50 }],
        },
      ],
    },
  },
  {
    name: 'the same in a text from right to left',
    source: 'css-content-3, leader(), rules 5 and 7; WeasyPrint, leaders: too long, rtl',
    css: `p { direction: rtl; width: 30mm; margin-left: 30mm } p::after { content: leader(space) "9" }`,
    body: '<p>Unbreakabletitlee</p>',
    expect: {
      pages: [
        {
          lines: ['9', 'Unbreakabletitlee'],
          places: [
            { text: 'Unbreakabletitlee', right: 80 },
            { text: '9', left: 50 },
          ],
        },
      ],
    },
  },
  {
    name: 'repetitions of a pattern are below each other, counted from the end of the line',
    source: 'css-content-3, leader(), rule 6; WeasyPrint, leaders: content',
    css: `p::after { content: leader("     x     ") "a" }`,
    body: '<p>One</p><p>One and two</p>',
    expect: {
      pages: [
        {
          leaders: [
            { before: 'One', pattern: 'x', after: 'a', right: 100 },
            { before: 'One and two', pattern: 'x', after: 'a', right: 100 },
          ],
        },
      ],
    },
  },
  {
    name: 'a float that is as high as a line takes the room of its line only',
    source: 'WeasyPrint, leaders: a small float, where it fails itself',
    css: '.left { float: left } p::after { content: leader(".") "9" }',
    body: '<p>Beside<span class="left">L</span></p><p>After</p>',
    expect: {
      pages: [
        {
          leaders: [
            { before: 'LBeside', pattern: '.', after: '9', right: 100 },
            { before: 'After', pattern: '.', after: '9', right: 100 },
          ],
        },
      ],
    },
  },
  {
    name: 'text behind the element with the leader is at the end of the line',
    source: 'WeasyPrint, leaders: within an inline element',
    css: 'span::after { content: leader("-") }',
    body: '<p>One <span>two</span> three</p>',
    expect: { pages: [{ leaders: [{ before: 'One two', pattern: '-', after: 'three', right: 100 }] }] },
  },
  {
    name: 'a pattern that has no room before what follows leaves it on the line, or brings it to the next one, at the end',
    source: 'css-content-3, leader(), rule 7; WeasyPrint, leaders: bad alignment, where it fails itself',
    css: `p { width: 30mm } p::after { content: leader("     -     ") "9" }`,
    body: '<p>Nearly as wide</p>',
    expect: { pages: [{ places: [{ text: '9', right: 50 }] }] },
  },
  {
    name: 'a leader within a float at the end of the line ends there',
    source: 'WeasyPrint, leaders: in a float, where nothing specifies more',
    css: 'p::after { content: leader(" . ") "9"; float: right }',
    body: '<p>One</p><p>Two</p>',
    expect: {
      pages: [
        {
          leaders: [
            { before: 'One', pattern: '.', after: '9', right: 100 },
            { before: 'Two', pattern: '.', after: '9', right: 100 },
          ],
        },
      ],
    },
  },
  {
    name: 'a pattern without width prints nothing',
    source: 'WeasyPrint, leaders: a space without width',
    css: 'p::after { content: leader("\u200b") }',
    body: '<p>Loomings</p>',
    expect: { pages: [{ lines: ['Loomings'] }] },
  },
  {
    name: 'a leader before the text fills the line up to it, whatever is positioned in it',
    source: 'WeasyPrint, leaders: absolute',
    css: 'p::before { content: leader(".") } b { position: absolute; right: 0; top: 20mm } main { position: relative }',
    body: '<main><p>Two<b>Away</b>halves</p></main>',
    expect: {
      pages: [
        {
          leaders: [{ before: '', pattern: '.', after: 'Twohalves', right: 100 }],
          places: [{ text: 'Away', right: 100 }],
        },
      ],
    },
  },
];
