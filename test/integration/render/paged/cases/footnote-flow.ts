/** Where notes are, and where pages end because of them: css-gcpm-3 §2, with the cases that WeasyPrint has of it. */
import type { PagedCase } from '../paged-case.ts';

const weasyPrint = (what: string) => `css-gcpm-3 §2; WeasyPrint, footnotes: ${what}`;
/** A page holds five lines of text or notes. */
const css = `.n { float: footnote } p, div, .n { line-height: 11.6mm; orphans: 1; widows: 1 } @page { @footnote { margin-top: 0 } }`;
const note = (text: string) => `<span class="n">${text}</span>`;
const lines = (...texts: string[]) => `<p>${texts.join('<br>')}</p>`;
/** Footnotes of several lines. */
const long = (count: number, name = 'Note') =>
  note(Array.from({ length: count }, (_, i) => `${name} ${i + 1}`).join('<br>'));

export const footnoteFlowCases: readonly PagedCase[] = [
  {
    name: 'a note may be a block',
    source: weasyPrint('block'),
    css,
    body: '<div>Text<div class="n">The note</div></div>',
    expect: {
      pages: [{ lines: ['Text', '1', '1. The note'], places: [{ text: '1. The note', middle: 74 }] }],
    },
  },
  {
    name: 'a note of two lines ends at the foot of the page',
    source: weasyPrint('long'),
    css,
    body: lines(`Text${long(2)}`),
    expect: {
      pages: [
        {
          places: [
            { text: '1. Note 1', left: 20, middle: 62.4 },
            { text: 'Note 2', left: 20, middle: 74 },
          ],
        },
      ],
    },
  },
  {
    name: 'a marker has generated content of its own behind it',
    source:
      'css-gcpm-3 §2.4, ::footnote-marker::after; WeasyPrint, footnotes: after the marker, where it fails itself',
    css: `${css} .n::footnote-marker::after { content: "| " }`,
    body: lines(`Text${note('Note')}`),
    expect: { pages: [{ lines: ['1. | Note'] }] },
  },
  {
    name: 'notes of one paragraph are on the pages of their lines',
    source: weasyPrint('several'),
    css,
    body: lines(
      'One',
      'Two',
      'Three',
      `Four${note('Note A')}`,
      'Five',
      'Six',
      'Seven',
      `Eight${note('Note B')}`,
    ),
    expect: {
      pages: [
        { lines: ['One', 'Four', '1. Note A'], absent: ['Five'] },
        { lines: ['Five', 'Eight', '2. Note B'] },
      ],
    },
  },
  {
    name: 'the last note has no room beside its line, and its call is not on an earlier page without need',
    source: weasyPrint('reported 1; the page of the note is free for footnote-policy: auto'),
    css,
    body: lines('One', 'Two', `Three${note('Note A')}`, `Four${note('Note B')}`),
    expect: {
      pages: [
        { lines: ['One', 'Two', 'Three', '1. Note A'], absent: ['Note B'] },
        { lines: ['Four', '2. Note B'] },
      ],
    },
  },
  {
    name: 'text goes on below a line that came to the next page with its note',
    source: weasyPrint('reported 2'),
    css,
    body: lines('One', 'Two', `Three${note('Note A')}`, `Four${note('Note B')}`, 'Five'),
    expect: {
      pages: [
        { lines: ['One', 'Three', '1. Note A'], absent: ['Note B'] },
        { lines: ['Four', 'Five', '2. Note B'] },
      ],
    },
  },
  {
    name: 'the notes behind a long one are in their order on the next page',
    source: weasyPrint('reported 3'),
    css,
    body: lines(`One${note('Note A')}`, `Two${long(3)}`, `Three${note('Note C')}`),
    expect: {
      pages: [
        { lines: ['One', '1. Note A'], absent: ['Note 1'] },
        { lines: ['Two', '2. Note 1', 'Note 3'], absent: ['Note C'] },
        { lines: ['Three', '3. Note C'] },
      ],
    },
  },
  {
    name: 'calls behind each other have their notes in order',
    source: weasyPrint('sequential'),
    css,
    body: lines(`One${note('A')}${note('B')}${note('C')}${note('D')}`),
    expect: {
      pages: [
        {
          places: [
            { text: '1. A', middle: 39.2 },
            { text: '2. B', middle: 50.8 },
            { text: '3. C', middle: 62.4 },
            { text: '4. D', middle: 74 },
          ],
        },
      ],
    },
  },
  {
    name: 'more notes of one line than a page has room for go on on the next page, in order',
    source: weasyPrint('sequential, in a second line'),
    css,
    body: lines('One', `Two${note('A')}${note('B')}${note('C')}${note('D')}${note('E')}`, 'Three'),
    expect: {
      pages: [
        { lines: ['One'], absent: ['Two'] },
        { lines: ['Two', '1. A', '2. B', '3. C', '4. D'], absent: ['Three'] },
        { lines: ['Three', '5. E'] },
      ],
    },
  },
  {
    name: 'orphans are kept together with notes of their lines',
    source: weasyPrint('orphans'),
    css: `${css} p { orphans: 2; widows: 2; line-height: 5.8mm } .n { line-height: 5.8mm }`,
    body: `${lines('a', 'b', 'c', 'd', 'e')}${lines(`f${note('A')}${note('B')}${note('C')}`, 'g', 'h', 'i')}`,
    expect: {
      pages: [
        { lines: ['a', 'e', 'f', 'g', '1. A', '3. C'], absent: ['h'] },
        { lines: ['h', 'i'], absent: ['g', 'A', 'B', 'C'] },
      ],
    },
  },
  ...(
    [
      ['a paragraph that stays together', 'p { break-inside: avoid }', '<br>e<br>f', []],
      ['widows', 'p { orphans: 2; widows: 4 }', '<br>e<br>f', []],
      [
        'a paragraph that stays with the one before it',
        'p { orphans: 2; widows: 2 } p + p { break-before: avoid }',
        '</p><p>e<br>f',
        [],
      ],
      [
        'notes that stay with the paragraph before',
        'p { orphans: 2; widows: 2 } p + p { break-before: avoid }',
        `${note('Y')}${note('Z')}</p><p>e`,
        [{ lines: ['e'] }],
      ],
    ] as const
  ).map(
    ([what, more, tail, rest]): PagedCase => ({
      name: `a note goes to the next page with its line because of ${what}`,
      source: weasyPrint('area after the call'),
      css: `${css} ${more}`,
      body: `<div>a<br>b</div><p>c<br>d${note('X')}${tail}</p>`,
      expect: {
        pages: [{ lines: ['a', 'b'], absent: ['X', 'c', 'd'] }, { lines: ['c', 'd', '1. X'] }, ...rest],
      },
    }),
  ),
  {
    name: 'a note that has no room beside its line, which is first on its page, is on the next page',
    source: weasyPrint('longer than the space left'),
    css: `${css} .n { break-inside: avoid } p { line-height: 23mm }`,
    body: lines(`Text${long(4)}`),
    expect: {
      pages: [{ lines: ['Text'], absent: ['Note'] }, { lines: ['1. Note 1', 'Note 2', 'Note 3', 'Note 4'] }],
    },
  },
  {
    name: 'a note that is longer than a page loses no line',
    source: weasyPrint('longer than a page, where WeasyPrint lets it overflow'),
    css,
    body: lines(`Text${long(12)}`),
    expect: {
      pages: [
        { lines: ['Text', '1. Note 1', 'Note 4'], absent: ['Note 5'] },
        { lines: ['Note 5', 'Note 9'], absent: ['Note 10'] },
        { lines: ['Note 10', 'Note 12'] },
      ],
    },
  },
  {
    name: 'footnote-policy: line takes the lines that orphans and widows ask for to the next page',
    source: 'css-gcpm-3 §2.8, footnote-policy: line; WeasyPrint, footnotes: policy',
    css: `${css} p { orphans: 2; widows: 2 } .n { footnote-policy: line }`,
    body: lines('One', 'Two', 'Three', 'Four', `Five${note('Note')}`),
    expect: {
      pages: [
        { lines: ['One', 'Two', 'Three'], absent: ['Four', 'Note'] },
        { lines: ['Four', 'Five', '1. Note'] },
      ],
    },
  },
  {
    name: 'footnote-policy: block takes the whole paragraph to the next page',
    source: 'css-gcpm-3 §2.8, footnote-policy: block; WeasyPrint, footnotes: policy',
    css: `${css} .n { footnote-policy: block }`,
    body: `${lines('Zero', 'One')}${lines('Two', 'Three', `Four${note('Note')}`)}`,
    expect: {
      pages: [
        { lines: ['Zero', 'One'], absent: ['Two', 'Note'] },
        { lines: ['Two', 'Three', 'Four', '1. Note'] },
      ],
    },
  },
  {
    name: 'the number of pages beside a call is that of the document with its notes',
    source: weasyPrint('another pass for counter(pages)'),
    css: `${css} p::after { content: " of " counter(pages) }`,
    body: lines('One', 'Two', 'Three', 'Four', `Five${note('Note')}`),
    expect: { pages: [{ absent: ['Five'] }, { lines: ['Five of 2', '1', '1. Note'] }] },
  },
  {
    name: 'a reference names the page to which notes move its target',
    source: weasyPrint('another pass for target-counter(); its issue 1700'),
    css: `${css} a::after { content: " " target-counter(attr(href), page) }`,
    body: lines('<a href="#t">One</a>', `Two${long(3)}`, '<i id="t">Three</i>'),
    expect: { pages: [{ lines: ['One 2', 'Two', '1. Note 1', 'Note 3'] }, { lines: ['Three'] }] },
  },
  {
    name: 'a row of a table goes to the next page with its note',
    source: weasyPrint('a row of a table that does not fit'),
    css: `${css} td { line-height: 11.6mm }`,
    body: `<table>${['One', 'Two', 'Three', 'Four', `Five${note('Note')}`].map((row) => `<tr><td>${row}</td></tr>`).join('')}</table>`,
    expect: { pages: [{ lines: ['One', 'Four'], absent: ['Five', 'Note'] }, { lines: ['Five', '1. Note'] }] },
  },
  {
    name: 'rows that stay together go to the next page with the note of one of them',
    source: weasyPrint('a group of rows that does not fit'),
    css: `${css} td { line-height: 11.6mm } tbody { break-inside: avoid }`,
    body: `<table><tbody><tr><td>One</td></tr><tr><td>Two</td></tr></tbody><tbody><tr><td>Three${note('Note')}</td></tr><tr><td>Four</td></tr><tr><td>Five</td></tr></tbody></table>`,
    expect: {
      pages: [
        { lines: ['One', 'Two'], absent: ['Three', 'Note'] },
        { lines: ['Three', 'Four', 'Five', '1. Note'] },
      ],
    },
  },
  {
    name: 'the margin below a note is within the area of notes, as in any block that keeps its margins',
    source: weasyPrint('a bottom margin, which WeasyPrint drops and nothing specifies'),
    css: `${css} .n { margin-bottom: 10mm }`,
    body: lines(`Text${note('Note')}`),
    expect: { pages: [{ places: [{ text: '1. Note', middle: 64 }] }] },
  },
  {
    name: 'the area of notes has margins on all sides',
    source: 'css-gcpm-3 §2.3, @footnote; WeasyPrint, footnotes: margin',
    css: `${css} @page { @footnote { margin: 8mm } }`,
    body: lines('One', 'Two', 'Three', `Four${note('Note')}`),
    expect: {
      pages: [
        { lines: ['Three'], absent: ['Four'] },
        { lines: ['Four'], places: [{ text: '1. Note', left: 28, middle: 66 }] },
      ],
    },
  },
  {
    name: 'the margin above the area is once for all notes of a page',
    source: 'css-gcpm-3 §2.3, @footnote; WeasyPrint, footnotes: margin of several',
    css: `${css} @page { @footnote { margin-top: 6mm } }`,
    body: lines('One', `Two${note('A')}${note('B')}`, 'Three'),
    expect: {
      pages: [{ lines: ['One', 'Two', '1. A', '2. B'], absent: ['Three'] }, { lines: ['Three'] }],
    },
  },
  {
    name: 'what is positioned in a note is at the place of the note',
    source: weasyPrint('absolute'),
    css: `${css} .n { position: relative } b { position: absolute; left: 40mm }`,
    body: lines(`Text${note('Note<b>X</b>')}`),
    expect: {
      pages: [
        {
          places: [
            { text: '1. Note', left: 20 },
            { text: 'X', left: 60, middle: 74 },
          ],
        },
      ],
    },
  },
  ...(
    [
      [
        'and text goes on on the page of its rest',
        '',
        '<p>Two</p><p>Three</p>',
        ['One', 'Two', 'Three', '1. A'],
        ['2. B'],
      ],
      ['and a page has nothing but its rest', '', '', ['One', '1. A'], ['2. B']],
    ] as const
  ).map(
    ([what, more, after, first, second]): PagedCase => ({
      name: `an area with room for one of two notes, ${what}`,
      source: 'css-gcpm-3 §2.3, max-height; WeasyPrint, footnotes: max-height 1, 2 and 4',
      css: `${css} ${more} @page { @footnote { margin-left: 8mm; max-height: 18mm } }`,
      body: `<p>One${note('A')}${note('B')}</p>${after}`,
      expect: {
        pages: [
          { lines: first, absent: ['B'] },
          { lines: second, absent: ['A'] },
        ],
      },
    }),
  ),
  {
    name: 'an area with less room than a line has a note on each page all the same',
    source: 'css-gcpm-3 §2.3, max-height; WeasyPrint, footnotes: max-height 3, which is to end only',
    css: `${css} @page { @footnote { max-height: 8mm } }`,
    body: `<p>One${note('A')}${note('B')}</p>`,
    expect: { pages: [{ lines: ['One', '1. A'], absent: ['B'] }, { lines: ['2. B'] }] },
  },
  {
    name: 'an area with room for two of three notes that are blocks',
    source: 'css-gcpm-3 §2.3, max-height; WeasyPrint, footnotes: max-height 5',
    css: `${css} @page { @footnote { margin-left: 8mm; max-height: 24mm } }`,
    body: '<div>One<div class="n">A</div><div class="n">B</div> <div class="n">C</div></div><div>Two</div><div>Three</div><div>Four</div>',
    expect: {
      pages: [
        { lines: ['One', 'Two', 'Three', '1. A', '2. B'], absent: ['C', 'Four'] },
        { lines: ['Four', '3. C'] },
      ],
    },
  },
  {
    name: 'a note that waits for the next page has the number of its call, and a later call waits for it',
    source: 'css-gcpm-3 §2.3, max-height, and §2.5, @page { counter-reset: footnote }',
    css: `${css} @page { counter-reset: footnote; @footnote { max-height: 18mm } }`,
    body: lines(`One${note('A')}${note('B')}`, 'Two', `Three${note('C')}`),
    expect: {
      pages: [
        { lines: ['One', 'Two', '1. A'], absent: ['B', 'Three', 'C'] },
        { lines: ['2. B'], absent: ['A', 'C'] },
        { lines: ['Three', '1. C'], absent: ['B'] },
      ],
    },
  },
  {
    name: 'footnote-policy: block moves only the line of a paragraph that is first on its page',
    source: 'css-gcpm-3 §2.8, footnote-policy: block',
    css: `${css} .n { footnote-policy: block }`,
    body: lines('One', 'Two', 'Three', 'Four', `Five${note('Note')}`),
    expect: { pages: [{ lines: ['One', 'Four'], absent: ['Five', 'Note'] }, { lines: ['Five', '1. Note'] }] },
  },
];
