/** Counters of pages: css-page-3 §7.1, and how Prince and WeasyPrint start them again. */
import { lines, type PagedCase } from '../paged-case.ts';

const source = 'css-page-3 §7.1, page-based counters';
const restart = 'Prince, page numbers: restarting';

const bottom = (text: string) => ({ margins: { 'bottom-center': text } });
const inBox = (value: string) => `@page { @bottom-center { content: ${value} } }`;
const sections = (...attributes: readonly string[]) =>
  attributes.map((attribute) => `<section ${attribute}>text</section>`).join('');

export const pageCounterCases: readonly PagedCase[] = [
  {
    name: 'a page knows its number and how many there are',
    source,
    css: inBox('"Page " counter(page) " of " counter(pages)'),
    body: sections('', '', ''),
    expect: { pages: ['Page 1 of 3', 'Page 2 of 3', 'Page 3 of 3'].map(bottom) },
  },
  {
    name: 'front matter has roman numerals, and chapters begin with 1',
    source: restart,
    css: `.front { page: front } .front + .body { counter-reset: page 1 } ${inBox('counter(page)')} @page front { @bottom-center { content: counter(page, lower-roman) } }`,
    body: sections('class="front"', 'class="front"', 'class="front"', 'class="body"', 'class="body"'),
    expect: { pages: ['i', 'ii', 'iii', '1', '2'].map(bottom), labels: ['i', 'ii', 'iii', '1', '2'] },
  },
  {
    name: 'a counter may start again with any number',
    source: restart,
    css: `.five { counter-reset: page 5 } ${inBox('counter(page)')}`,
    body: sections('', 'class="five"', ''),
    expect: { pages: ['1', '5', '6'].map(bottom), labels: ['1', '5', '6'] },
  },
  {
    name: 'each chapter may start again',
    source: restart,
    css: `.chapter { counter-reset: page 1 } ${inBox('"p. " counter(page)')}`,
    body: sections('class="chapter"', '', 'class="chapter"', '', '', 'class="chapter"'),
    expect: { pages: ['p. 1', 'p. 2', 'p. 1', 'p. 2', 'p. 3', 'p. 1'].map(bottom) },
  },
  {
    name: 'counter-increment of the page context makes all numbers even',
    source: 'css-page-3 §7.1, example: counter-increment: page 2',
    css: `@page { counter-increment: page 2 } ${inBox('counter(page)')}`,
    body: sections('', '', ''),
    expect: { pages: ['2', '4', '6'].map(bottom) },
  },
  {
    name: 'a document may start with a higher number',
    source: restart,
    css: `body { counter-reset: page 17 } ${inBox('counter(page)')}`,
    body: `<p>text</p>${lines(20)}`,
    expect: { pages: ['17', '18'].map(bottom), labels: ['17', '18'] },
  },
  {
    name: 'counter-set sets the number of a page',
    source: 'css-lists-3, counter-set; css-page-3 §7.1',
    css: `.ten { counter-set: page 10 } ${inBox('counter(page)')}`,
    body: sections('', 'class="ten"', ''),
    expect: { pages: ['1', '10', '11'].map(bottom) },
  },
  {
    name: 'the number of pages is all pages, however they are numbered',
    source: 'css-page-3 §7.1: the value of pages cannot be manipulated',
    css: `.chapter { counter-reset: page 1 pages 7 } ${inBox('counter(page) "/" counter(pages)')}`,
    body: sections('', 'class="chapter"', ''),
    expect: { pages: ['1/3', '1/3', '2/3'].map(bottom) },
  },
  {
    name: 'a number has leading zeros beside a string of the page',
    source: `${source}; css-counter-styles-3, decimal-leading-zero`,
    css: `h2 { string-set: chapter content() } ${inBox('string(chapter) "-" counter(page, decimal-leading-zero)')}`,
    body: '<section><h2>A</h2></section><section>text</section>',
    expect: { pages: ['A-01', 'A-02'].map(bottom) },
  },
  {
    name: 'an appendix has letters, continued',
    source: `${source}; css-counter-styles-3, upper-alpha`,
    css: `.appendix { page: appendix } .first { counter-reset: page 1 } ${inBox('counter(page)')} @page appendix { @bottom-center { content: counter(page, upper-alpha) } }`,
    body: sections('', 'class="appendix first"', 'class="appendix"'),
    expect: { pages: ['1', 'A', 'B'].map(bottom), labels: ['1', 'A', 'B'] },
  },
  {
    name: 'another counter has its value at the start of the page',
    source: 'css-page-3 §7.1: as if the box were an element at the start of the page',
    css: `body { counter-reset: chapter } .chapter { counter-increment: chapter } h2 { string-set: title content() } ${inBox('"Chapter " counter(chapter) ": " string(title)')}`,
    body: `<p>preface</p><div class="chapter"><h2>One</h2>${lines(20)}</div><div class="chapter"><h2>Two</h2>${lines(14)}</div>`,
    expect: { pages: ['Chapter 0: One', 'Chapter 1: Two', 'Chapter 2: Two'].map(bottom) },
  },
  {
    name: 'contents with letters, and text that begins with 1, behind a cover',
    source: 'Prince, page numbers: example of mybook',
    css: `.contents { page: contents; counter-reset: page 1 } .text { page: text; counter-reset: page 1 } .cover { page: cover }
@page contents { @bottom-center { content: counter(page, lower-alpha) } } @page text { @bottom-center { content: counter(page) } }`,
    body: `<div class="cover">Cover</div><div class="contents">${lines(20)}</div><div class="text">${lines(20)}</div>`,
    expect: {
      pages: [{ margins: {} }, ...['a', 'b', '1', '2'].map(bottom)],
      labels: ['1', 'a', 'b', '1', '2'],
    },
  },
];
