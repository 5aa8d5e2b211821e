/** Notes of texts in columns, which are at the foot of the page below all of them: css-gcpm-3 §2, after WeasyPrint's cases. */
import type { PagedCase } from '../paged-case.ts';

const weasyPrint = (what: string) => `css-gcpm-3 §2; WeasyPrint, footnotes in columns: ${what}`;
/** A page holds five lines of text or notes. */
const columns = (count: number, more = '') =>
  `main { columns: ${count}; column-gap: 5mm } .n { float: footnote } main, p, .n { line-height: 11.6mm; orphans: 1; widows: 1 } ${more}`;
const marginTop = (millimetres: number) => `@page { @footnote { margin-top: ${millimetres}mm } }`;
const note = (text: string) => `<span class="n">${text}</span>`;
const [a, b, c] = ['A', 'B', 'C'].map(note);

export const footnoteColumnCases: readonly PagedCase[] = [
  {
    name: 'columns end above the margin of the notes of one of them, and go on on the next page',
    source: weasyPrint('margin-top'),
    css: columns(2, marginTop(30)),
    body: `<main>one${a}<br>two<br>three<br>four<br>five<br>six<br>seven</main>`,
    expect: {
      pages: [
        { lines: ['one two', '1. A'], absent: ['three'] },
        { lines: ['three six', 'four seven', 'five'] },
      ],
    },
  },
  {
    name: 'columns that are filled one after the other stay in the first one if it has room beside the notes',
    source: weasyPrint('column-fill: auto'),
    css: columns(2, `main { column-fill: auto } ${marginTop(0)}`),
    body: `<main>one${a}<br>two${b}</main>`,
    expect: { pages: [{ lines: ['one', 'two', '1. A', '2. B'] }] },
  },
  {
    name: 'what stays together goes to the second column if the notes leave no room for it in the first',
    source: weasyPrint('column-fill: auto, break-inside: avoid'),
    css: columns(2, `main { column-fill: auto } article { break-inside: avoid } ${marginTop(0)}`),
    body: `<main><article>one${a}<br>two</article><article>three${b}<br>four</article></main>`,
    expect: { pages: [{ lines: ['one three', 'two four', '1. A', '2. B'] }] },
  },
  {
    name: 'text after the columns goes on above their notes, and on the next page',
    source: weasyPrint('a paragraph after them'),
    css: columns(2, marginTop(0)),
    body: `<main>one${a}<br>two${b}<br>three<br>four</main><p>five<br>six</p>`,
    expect: { pages: [{ lines: ['one three', 'two four', 'five', '1. A', '2. B'] }, { lines: ['six'] }] },
  },
  {
    name: 'columns after a paragraph are balanced above their notes',
    source: weasyPrint('a paragraph before them'),
    css: columns(2, marginTop(0)),
    body: `<p>zero</p><main>one${a}<br>two${b}<br>three</main>`,
    expect: { pages: [{ lines: ['zero', 'one three', 'two', '1. A', '2. B'] }] },
  },
  {
    name: 'the third of three columns calls a note',
    source: weasyPrint('three of them'),
    css: columns(3, marginTop(30)),
    body: `<main>one<br>two<br>three${a}<br>four<br>five</main>`,
    expect: { pages: [{ lines: ['one two three', '1. A'], absent: ['four'] }, { lines: ['four five'] }] },
  },
  {
    name: 'three columns after a paragraph, with notes on both of their pages',
    source: weasyPrint('three of them, a paragraph before'),
    css: columns(3, marginTop(8)),
    body: `<p>zero</p><main>one<br>two<br>three${a}<br>four<br>five<br>six<br>seven${b}<br>eight</main>`,
    expect: {
      pages: [
        { lines: ['zero', 'one three five', 'two four six', '1. A'], absent: ['seven'] },
        { lines: ['seven eight', '2. B'] },
      ],
    },
  },
  {
    name: 'columns whose padding is on each page, above a note',
    source: weasyPrint('box-decoration-break: clone'),
    css: columns(2, `main { box-decoration-break: clone; padding: 6mm 0 } ${marginTop(20)}`),
    body: `<main>one${a}<br>two<br>three<br>four</main>`,
    expect: {
      pages: [
        { lines: ['one two', '1. A'], absent: ['three'] },
        { lines: ['three four'], places: [{ text: 'three', middle: 32 }] },
      ],
    },
  },
  {
    name: 'the note of a second column goes on on the next page if the area has no room for it',
    source: weasyPrint('max-height'),
    css: columns(2, '@page { @footnote { margin-top: 8mm; max-height: 24mm } }'),
    body: `<main>one${a}<br>two${b}<br>three${c}<br>four<br>five<br>six</main>`,
    expect: {
      pages: [
        { lines: ['one three', 'two four', '1. A', '2. B'], absent: ['five', '3. C'] },
        { lines: ['five six', '3. C'] },
      ],
    },
  },
  {
    name: 'a second article in columns goes on on the page that has its note',
    source: weasyPrint('a note of a later page, where WeasyPrint fails itself'),
    css: columns(2, marginTop(8)),
    body: `<main><article>one${a}<br>two${b}</article><article>three${c}<br>four<br>five</article></main>`,
    expect: { pages: [{ lines: ['1. A', '2. B'], absent: ['3. C', 'five'] }, { lines: ['3. C'] }] },
  },
  {
    name: 'text behind columns waits for the note of their last line',
    source: weasyPrint('convergence at the end'),
    css: columns(2, marginTop(8)),
    body: `<main>one${a}<br>two${b}<br>three<br>four${c}</main><p>five</p>`,
    expect: { pages: [{ lines: ['1. A', '2. B'], absent: ['3. C', 'five'] }, { lines: ['five', '3. C'] }] },
  },
  {
    name: 'columns go on on the page of a later note, before the text behind them',
    source: weasyPrint('convergence'),
    css: columns(2, marginTop(8)),
    body: `<main>one${a}<br>two${b}<br>three<br>four${c}<br>five<br>six</main><p>seven</p>`,
    expect: {
      pages: [{ lines: ['1. A', '2. B'], absent: ['3. C', 'six', 'seven'] }, { lines: ['seven', '3. C'] }],
    },
  },
];
