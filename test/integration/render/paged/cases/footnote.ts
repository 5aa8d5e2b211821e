/** Footnotes: css-gcpm-3 §2. They are documented as not supported, because they change the layout of their pages. */
import type { PagedCase } from '../paged-case.ts';

const note = '.note { float: footnote }';

export const footnoteCases: readonly PagedCase[] = [
  {
    name: 'a footnote is at the bottom of its page, with a call in the text',
    source: 'css-gcpm-3 §2.2, creating footnotes',
    css: note,
    body: '<section><p>Text<span class="note">The note</span> goes on.</p></section>',
    expect: { pages: [{ places: [{ text: '1. The note', left: 20, middle: 78 }] }] },
  },
  {
    name: 'the call and the marker are numbered through the document',
    source: 'css-gcpm-3 §2.5, the footnote counter',
    css: note,
    body: '<section><p>A<span class="note">Note A</span></p></section><section><p>B<span class="note">Note B</span></p></section>',
    expect: { pages: [{ lines: ['1. Note A'] }, { lines: ['2. Note B'] }] },
  },
  {
    name: 'calls have a style of their own',
    source: 'css-gcpm-3 §2.4, ::footnote-call',
    css: `${note} .note::footnote-call { content: "[" counter(footnote) "]" }`,
    body: '<section><p>A<span class="note">Note A</span></p></section>',
    expect: { pages: [{ lines: ['A[1]'] }] },
  },
  {
    name: 'the area of footnotes has a style in the page context',
    source: 'css-gcpm-3 §2.3, @footnote',
    css: `${note} @page { @footnote { padding-left: 10mm } }`,
    body: '<section><p>A<span class="note">Note A</span></p></section>',
    expect: { pages: [{ places: [{ text: '1. Note A', left: 30 }] }] },
  },
];
