/** `counter(page)` and `counter(pages)` outside of margin boxes: css-page-3 §7.1, css-content-3, css-lists-3. */
import { lines, type PagedCase } from '../paged-case.ts';

const source = 'css-page-3 §7.1: the counter page may be used in generated content';

export const ownPageCases: readonly PagedCase[] = [
  {
    name: 'an element shows the number of its page, and how many there are',
    source,
    css: 'h2::before { content: "p. " counter(page) " of " counter(pages) ": " }',
    body: '<section><h2>One</h2></section><section><h2>Two</h2></section><section><h2>Three</h2></section>',
    expect: {
      pages: [{ lines: ['p. 1 of 3: One'] }, { lines: ['p. 2 of 3: Two'] }, { lines: ['p. 3 of 3: Three'] }],
    },
  },
  {
    name: 'an element that continues has the first number before it and the last one after it',
    source,
    css: 'div::before { content: "from " counter(page) } div::after { content: "to " counter(page) }',
    body: `<div>${lines(30)}</div>`,
    expect: { pages: [{ lines: ['from 1'] }, {}, { lines: ['to 3'] }] },
  },
  {
    name: 'a paragraph whose text continues has the number of its last line after it',
    source,
    css: 'p.long::after { content: " (" counter(page) ")" } p.long { text-align: left }',
    body: `${lines(12)}<p class="long">${'one two three<br>'.repeat(6)}end</p>`,
    expect: { pages: [{}, { lines: ['end (2)'] }] },
  },
  {
    name: 'the number in the text is the one that the page shows',
    source: `${source}; Prince, page numbers: restarting`,
    css: `.one { counter-reset: page 1 } h2::after { content: " " counter(page, upper-roman) } @page { @bottom-center { content: counter(page, upper-roman) } }`,
    body: '<section><h2>A</h2></section><section><h2>B</h2></section><section class="one"><h2>C</h2></section><section><h2>D</h2></section>',
    expect: {
      pages: (
        [
          ['A I', 'I'],
          ['B II', 'II'],
          ['C I', 'I'],
          ['D II', 'II'],
        ] as const
      ).map(([line, number]) => ({ lines: [line], margins: { 'bottom-center': number } })),
    },
  },
  {
    name: 'a named string holds the number of the page on which it was set',
    source: 'css-gcpm-3 §1.1.1: string-set takes counters',
    css: `h2 { string-set: from content() " (from p. " counter(page) " of " counter(pages) ")" } @page { @top-left { content: string(from) } }`,
    body: `<section><p>text</p></section><section><h2>Alpha</h2>${lines(20)}</section>`,
    expect: {
      pages: [
        { margins: {} },
        { margins: { 'top-left': 'Alpha (from p. 2 of 3)' } },
        { margins: { 'top-left': 'Alpha (from p. 2 of 3)' } },
      ],
    },
  },
  {
    name: 'a named string holds the number and the text of another place',
    source: 'css-content-3: the content list has targets',
    css: `h2 { string-set: next target-text(attr(data-next)) " on " target-counter(attr(data-next), page) } @page { @top-right { content: string(next) } }`,
    body: '<section><h2 data-next="#b">Alpha</h2></section><section>text</section><section><h2 id="b" data-next="#b">Beta</h2></section>',
    expect: { pages: Array.from({ length: 3 }, () => ({ margins: { 'top-right': 'Beta on 3' } })) },
  },
  {
    name: 'a bookmark has the number of its page',
    source: 'css-content-3 §6: bookmark-label is a content list',
    css: 'h2 { bookmark-level: 1; bookmark-label: content() ", p. " counter(page) }',
    body: '<section><h2>One</h2></section><section><h2>Two</h2></section>',
    expect: { pages: [{}, {}], outline: ['One, p. 1 @1', 'Two, p. 2 @2'] },
  },
  {
    name: 'text that is repeated elsewhere has the number of its own page',
    source: 'css-content-3, target-text(): before',
    css: 'h2::before { content: "Page " counter(page) } a::after { content: ": " target-text(attr(href), before) }',
    body: '<section><a href="#two">see</a></section><section><h2 id="two">Two</h2></section>',
    expect: { pages: [{ lines: ['see: Page 2'] }, { lines: ['Page 2Two'] }] },
  },
  {
    name: 'numbers in running elements are those of the pages that show them, beside those in the text',
    source: 'css-gcpm-3 §1.2.1, example: counter(page) in ::before',
    css: `.rh { position: running(heading); text-align: center } .rh::before { content: counter(page, lower-roman) " / " } .rh b::after { content: " of " counter(pages) } p::after { content: " " counter(page) }
@page { @top-center { content: element(heading) } }`,
    body: '<section><div class="rh"><b>Head</b></div><p>one</p></section><section><p>two</p></section>',
    expect: {
      pages: [
        { margins: { 'top-center': 'i / Head of 2' }, lines: ['one 1'] },
        { margins: { 'top-center': 'ii / Head of 2' }, lines: ['two 2'] },
      ],
    },
  },
  {
    name: 'a counter of this name that elements count is their own',
    source: 'css-lists-3 §4: counters are changed by elements',
    css: 'h2 { counter-increment: page } h2::before { content: counter(page) ". " }',
    body: '<section><h2>One</h2><h2>Two</h2><h2>Three</h2></section>',
    expect: { pages: [{ lines: ['1. One', '2. Two', '3. Three'] }] },
  },
];
