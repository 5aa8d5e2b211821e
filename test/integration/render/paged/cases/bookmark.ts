/** `bookmark-level`, `bookmark-label` and `bookmark-state`: css-content-3 §6. */
import type { PagedCase } from '../paged-case.ts';

const level = 'css-content-3, bookmark-level';
const label = 'css-content-3, bookmark-label';
const state = 'css-content-3, bookmark-state';

const body = `<section><h1>One</h1><h2>Alpha</h2></section><section><h2>Beta</h2></section><section><h1>Two</h1></section>`;
const three = [{}, {}, {}];

export const bookmarkCases: readonly PagedCase[] = [
  {
    name: 'headings have the level of their element beside other bookmarks',
    source: 'css-gcpm-3, default style sheet; Prince and WeasyPrint, bookmarks',
    css: 'p { bookmark-level: 3 }',
    body: `${body}<section><h2>Gamma</h2><p>Figure</p></section>`,
    expect: {
      pages: [...three, {}],
      outline: ['One @1', '  Alpha @1', '  Beta @2', 'Two @3', '  Gamma @4', '    Figure @4'],
    },
  },
  {
    name: 'none takes a heading out of the outline',
    source: level,
    css: 'h2 { bookmark-level: none }',
    body,
    expect: { pages: three, outline: ['One @1', 'Two @3'] },
  },
  {
    name: 'any element may be a bookmark',
    source: level,
    css: '.figure { bookmark-level: 2 }',
    body: '<section><h1>One</h1><p>text</p></section><section><p class="figure">A figure</p></section><section><p>text</p></section>',
    expect: { pages: three, outline: ['One @1', '  A figure @2'] },
  },
  {
    name: 'a label has strings and the text of the element',
    source: label,
    css: 'h1 { bookmark-label: "Chapter: " content() } h2 { bookmark-label: content(text) "." }',
    body,
    expect: {
      pages: three,
      outline: ['Chapter: One @1', '  Alpha. @1', '  Beta. @2', 'Chapter: Two @3'],
    },
  },
  {
    name: 'a label is an attribute',
    source: label,
    css: 'h1 { bookmark-label: attr(title) }',
    body: '<section><h1 title="Short title">A title that is very long</h1></section>',
    expect: { pages: [{ lines: ['A title that is very long'] }], outline: ['Short title @1'] },
  },
  {
    name: 'a label has generated text and counters',
    source: label,
    css: `body { counter-reset: c } h1 { counter-increment: c; bookmark-label: content(before) " " content(text) } h1::before { content: "Chapter " counter(c) ":" }
h2 { bookmark-label: "in " counter(c, upper-roman) }`,
    body,
    expect: {
      pages: three,
      outline: ['Chapter 1: One @1', '  in I @1', '  in I @2', 'Chapter 2: Two @3'],
    },
  },
  {
    name: 'closed hides what is below until it is opened',
    source: state,
    css: 'h1 { bookmark-state: closed }',
    body,
    expect: { pages: three, outline: ['One @1 closed', '  Alpha @1', '  Beta @2', 'Two @3'] },
  },
  {
    name: 'levels are those of the style sheet and not of the elements',
    source: level,
    css: 'h1 { bookmark-level: 2 } h2 { bookmark-level: 1 }',
    body: '<section><h2>Part</h2><h1>Chapter</h1></section><section><h1>Other</h1></section>',
    expect: { pages: [{}, {}], outline: ['Part @1', '  Chapter @1', '  Other @2'] },
  },
  {
    name: 'levels may be left out',
    source: 'css-content-3, bookmark-level: need not be a strict hierarchy',
    css: 'h2 { bookmark-level: 3 } h3 { bookmark-level: 2 }',
    body: '<section><h1>One</h1><h2>Deep</h2><h3>Middle</h3></section>',
    expect: { pages: [{}], outline: ['One @1', '  Deep @1', '  Middle @1'] },
  },
  {
    name: 'levels by place, as nested sections have them',
    source: 'css-content-3, bookmark-level, example',
    css: 'div h1 { bookmark-level: 1 } div div h1 { bookmark-level: 2 } div div div h1 { bookmark-level: 3 }',
    body: '<div><h1>A</h1><div><h1>B</h1><div><h1>C</h1></div></div><div><h1>D</h1></div></div>',
    expect: { pages: [{}], outline: ['A @1', '  B @1', '    C @1', '  D @1'] },
  },
  {
    name: 'open is open, and a more specific rule closes one',
    source: state,
    css: 'h1, h2 { bookmark-state: open } #b { bookmark-state: closed } h3 { bookmark-state: closed }',
    body: '<section><h1>A</h1><h2 id="b">B</h2><h3>C</h3><h2>D</h2><h3>E</h3></section>',
    expect: {
      pages: [{}],
      outline: ['A @1', '  B @1 closed', '    C @1', '  D @1', '    E @1'],
    },
  },
  {
    name: 'a closed bookmark within a closed one stays closed when the outer one is opened',
    source: state,
    css: 'h1, h2 { bookmark-state: closed }',
    body: '<section><h1>A</h1><h2>B</h2><h3>C</h3></section><section><h1>D</h1></section>',
    expect: { pages: [{}, {}], outline: ['A @1 closed', '  B @1 closed', '    C @1', 'D @2'] },
  },
  {
    name: 'a label has the marker, the text behind and the first letter of its element',
    source: 'css-content-3, content(): marker, after, first-letter',
    css: 'li { bookmark-level: 1; bookmark-label: content(marker) " " content() content(after) " [" content(first-letter) "]" } ol { list-style: decimal } li::after { content: "!" }',
    body: '<ol><li>One</li><li>Two</li></ol>',
    expect: { pages: [{}], outline: ['1. One! [O] @1', '2. Two! [T] @1'] },
  },
];
