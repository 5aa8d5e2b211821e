/** Footnotes: css-gcpm-3 §2. */
import { lines, type PagedCase } from '../paged-case.ts';

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
    expect: { pages: [{ lines: ['A', '[1]'] }] },
  },
  {
    name: 'the area of footnotes has a style in the page context',
    source: 'css-gcpm-3 §2.3, @footnote',
    css: `${note} @page { @footnote { padding-left: 10mm } }`,
    body: '<section><p>A<span class="note">Note A</span></p></section>',
    expect: { pages: [{ places: [{ text: '1. Note A', left: 30 }] }] },
  },
  {
    name: 'a line that calls a note goes to the next page if there is no room for both',
    source: 'css-gcpm-3 §2.8, footnote-policy: line',
    css: `${note} .note { footnote-policy: line } p { margin: 0; line-height: 5mm; orphans: 1; widows: 1 }`,
    body: `<section>${'<p>A line</p>'.repeat(11)}<p>The last<span class="note">Its note</span></p></section>`,
    expect: { pages: [{ absent: ['The last', 'Its note'] }, { lines: ['The last', '1', '1. Its note'] }] },
  },
  {
    name: 'a long note goes on at the foot of the next page',
    source: 'css-gcpm-3 §2.8, footnote-policy: auto',
    css: `${note} p, .note { margin: 0; line-height: 5mm; orphans: 1; widows: 1 } @page { @footnote { margin-top: 0 } }`,
    body: `<section>${'<p>A line</p>'.repeat(6)}<p>Called<span class="note">${Array.from({ length: 10 }, (_, i) => `Note ${i + 1}`).join('<br>')}</span></p><p>After</p></section>`,
    expect: {
      pages: [
        { lines: ['Called', '1. Note 1'], absent: ['Note 10', 'After'] },
        { lines: ['After', 'Note 10'], absent: ['Note 1 '] },
      ],
    },
  },
  {
    name: 'notes are counted anew in each chapter',
    source: 'css-gcpm-3 §2.5, the footnote counter',
    css: `${note} section { counter-reset: footnote }`,
    body: '<section><p>A<span class="note">Note A</span></p></section><section><p>B<span class="note">Note B</span></p></section>',
    expect: { pages: [{ lines: ['1. Note A'] }, { lines: ['1. Note B'] }] },
  },
  {
    name: 'notes are counted anew on each page',
    source: 'css-gcpm-3 §2.5, @page { counter-reset: footnote }',
    css: `${note} @page { counter-reset: footnote }`,
    body: '<section><p>A<span class="note">Note A</span></p></section><section><p>B<span class="note">Note B</span> C<span class="note">Note C</span></p></section>',
    expect: { pages: [{ lines: ['1. Note A'] }, { lines: ['1. Note B', '2. Note C', 'B C', '1 2'] }] },
  },
  {
    name: 'markers have a style of their own',
    source: 'css-gcpm-3 §2.4, ::footnote-marker',
    css: `${note} .note::footnote-marker { content: "(" counter(footnote, lower-alpha) ") " } ::footnote-call { content: counter(footnote, lower-alpha) }`,
    body: '<section><p>A<span class="note">Note A</span> B<span class="note">Note B</span></p></section>',
    expect: { pages: [{ lines: ['(a) Note A', '(b) Note B', 'A B', 'a b'] }] },
  },
  {
    name: 'the area of footnotes has no more than its height, and the rest goes on',
    source: 'css-gcpm-3 §2.3, max-height',
    css: `${note} .note, p { margin: 0; line-height: 5mm; orphans: 1; widows: 1 } @page { @footnote { margin-top: 0; max-height: 16mm } }`,
    body: `<section><p>Called<span class="note">${Array.from({ length: 6 }, (_, i) => `Note ${i + 1}`).join('<br>')}</span></p></section>`,
    expect: {
      pages: [{ lines: ['1. Note 1', 'Note 3'], absent: ['Note 4'] }, { lines: ['Note 4', 'Note 6'] }],
    },
  },
  {
    name: 'the note of a heading is not in the head that repeats it',
    source: 'css-gcpm-3 §1.1.1 and §2.1',
    css: `${note} h2 { string-set: heading content() } @page { @top-center { content: string(heading) } }`,
    body: '<section><h2>Title<span class="note">Its note</span></h2></section>',
    expect: { pages: [{ margins: { 'top-center': 'Title' }, lines: ['1. Its note'] }] },
  },
  {
    name: 'notes in the rows of a table are at the foot of the pages of their rows',
    source: 'css-gcpm-3 §2.1; css-break-3 §4.1',
    css: `${note} table { border-spacing: 0 } td { padding: 0; line-height: 10mm } .note { line-height: 5mm } @page { @footnote { margin-top: 0 } }`,
    body: `<table>${Array.from({ length: 8 }, (_, i) => `<tr><td>Row ${i + 1}<span class="note">Note ${i + 1}</span></td></tr>`).join('')}</table>`,
    expect: {
      pages: [
        { lines: ['Row 1', '1. Note 1', 'Row 3', '3. Note 3'], absent: ['Row 5'] },
        { lines: ['Row 4', '4. Note 4', 'Row 6', '6. Note 6'] },
        { lines: ['Row 8', '8. Note 8'], absent: ['Note 1'] },
      ],
    },
  },
  {
    name: 'fields of a form do not hide it from the layout of footnotes',
    source: 'HTML, named properties of forms',
    css: note,
    body: '<form><input name="childNodes" type="hidden"><input name="getBoundingClientRect" type="hidden"><input name="hasAttribute" type="hidden">A<span class="note">Note A</span></form>',
    expect: { pages: [{ lines: ['A', '1. Note A'] }] },
  },
  {
    name: 'notes are counted on behind a blank page, and stay with their calls',
    source: 'css-gcpm-3 §2.5; css-break-3, break-before: right',
    css: `${note} .r { break-before: right }`,
    body: '<section><p>A<span class="note">Note A</span></p></section><section class="r"><p>B<span class="note">Note B</span></p></section><section><p>C<span class="note">Note C</span></p></section>',
    expect: {
      pages: [
        { lines: ['1. Note A'] },
        { absent: ['Note'] },
        { lines: ['B', '2. Note B'] },
        { lines: ['C', '3. Note C'] },
      ],
    },
  },
  {
    name: 'a box that stays with a heading goes to the next page if the note of the heading leaves no room',
    source: 'css-gcpm-3 §2.1; css-break-3 §4.4, unforced breaks',
    css: `${note} h2 { break-after: avoid } .box { height: 100px; break-inside: avoid; line-height: 0 } .note { line-height: 5mm }`,
    body: `<section><h2>Head<span class="note">${Array.from({ length: 8 }, (_, i) => `Note ${i + 1}`).join('<br>')}</span></h2><div class="box"></div><p>After</p></section>`,
    expect: {
      pages: [
        { lines: ['Head', '1', '1. Note 1', 'Note 8'], absent: ['After'] },
        { places: [{ text: 'After', middle: 48.6 }], absent: ['Note'] },
      ],
    },
  },
  {
    name: 'a note that floats into the margin of the body is beside its line',
    source: 'CSS 2.1 §9.5.1, docs/paged-media.md',
    css: 'body { margin-right: 30mm } .aside { float: right; clear: right; width: 25mm; margin-right: -30mm }',
    body: '<section><p>One</p><p>Two<span class="aside">Aside</span></p></section>',
    expect: { pages: [{ places: [{ text: 'Aside', left: 75, middle: 26.3 }] }] },
  },
  {
    name: 'floats stay beside their lines on pages before and behind the room of notes',
    source: 'CSS 2.1 §9.5.1; css-gcpm-3 §2.1',
    css: `${note} .f { float: right; width: 10mm; height: 10mm }`,
    body: `<p>A<span class="note">Note A</span></p>${lines(16)}<p>B <span class="f">F</span> b</p>${lines(12, 'more')}<p>C<span class="note">Note C</span></p>`,
    expect: {
      pages: [
        { lines: ['1. Note A'], absent: ['F'] },
        { places: [{ text: 'F', left: 90 }], lines: ['more 1'] },
        { lines: ['2. Note C'], absent: ['F'] },
      ],
    },
  },
  {
    name: 'a leader in the contents leaves notes behind it, in another element, at their places',
    source: 'css-content-3 §4; css-gcpm-3 §2.1',
    css: `${note} @page opening { margin: 30mm 20mm } .o { page: opening } nav { page: front } nav a::after { content: leader(".") target-counter(attr(href url), page) }`,
    body: '<nav><p><a href="#b">Entry</a></p></nav><main><section class="o" style="break-before: page">Part</section><section><p id="b">B<span class="note">Note B</span></p></section></main>',
    expect: { pages: [{}, { lines: ['Part'] }, { lines: ['B', '1', '1. Note B'] }] },
  },
];
