/** Where pages break, which is Chromium's own work: css-break-3. Nothing that pdfapi adds may change it. */
import { lines, type PagedCase } from '../paged-case.ts';

const fewLines = 'css-break-3 §3.3, orphans and widows';
const decoration = 'css-break-3 §5.4, box-decoration-break';
const together = 'css-break-3 §3.1 and §3.2, avoid';

/** A paragraph of so many lines. */
const paragraph = (count: number, attributes = '') =>
  `<p${attributes}>${Array.from({ length: count }, (_, i) => `text ${i + 1}`).join('<br>')}</p>`;
/** Pages by some of their lines: the first and the last ones at a break. */
const pages = (...all: (readonly string[])[]) => all.map((texts) => ({ lines: texts }));

export const pageBreakCases: readonly PagedCase[] = [
  {
    name: 'a paragraph has two lines at least on each of its pages',
    source: `${fewLines}: 2 is the initial value`,
    css: '',
    body: `${lines(13)}${paragraph(3)}`,
    expect: { pages: pages(['line 13'], ['text 1', 'text 3']) },
  },
  {
    name: 'widows take lines from the page before',
    source: fewLines,
    css: 'p { widows: 3 }',
    body: `${lines(10)}${paragraph(6)}`,
    expect: { pages: pages(['line 10', 'text 1', 'text 3'], ['text 4', 'text 6']) },
  },
  {
    name: 'orphans move a paragraph whose first lines do not fit',
    source: fewLines,
    css: 'p { orphans: 4 }',
    body: `${lines(11)}${paragraph(8)}`,
    expect: { pages: pages(['line 11'], ['text 1', 'text 8']) },
  },
  {
    name: 'orphans and widows are inherited, and one line is enough where they say so',
    source: fewLines,
    css: 'body { orphans: 1; widows: 1 } .w { widows: 2 }',
    body: `${lines(13)}${paragraph(14, ' class="w"')}`,
    expect: { pages: pages(['line 13', 'text 1'], ['text 2', 'text 14']) },
  },
  {
    name: 'slice: a box that goes on has no border at the break',
    source: decoration,
    css: 'div { border: 12pt solid #ddd; padding: 6pt }',
    body: `<div>${lines(14)}</div>`,
    expect: { pages: pages(['line 1', 'line 12'], ['line 13', 'line 14']) },
  },
  {
    name: 'clone: a box has its border and padding on each page',
    source: decoration,
    css: 'div { border: 12pt solid #ddd; padding: 6pt; box-decoration-break: clone }',
    body: `<div>${lines(14)}</div>`,
    expect: { pages: pages(['line 1', 'line 11'], ['line 12', 'line 14']) },
  },
  {
    name: 'clone: a box within a line has its padding on each of its lines, also on the next page',
    source: decoration,
    css: 'b { padding-left: 10mm; -webkit-box-decoration-break: clone; box-decoration-break: clone }',
    body: `${lines(12)}<p><b>text 1<br>text 2<br>text 3<br>text 4</b></p>`,
    expect: {
      pages: [
        {
          places: [
            { text: 'text 1', left: 30 },
            { text: 'text 2', left: 30 },
          ],
        },
        {
          places: [
            { text: 'text 3', left: 30 },
            { text: 'text 4', left: 30 },
          ],
        },
      ],
    },
  },
  {
    name: 'what is to stay together moves to the next page, and a heading stays with what follows it',
    source: together,
    css: '.whole { break-inside: avoid } h2 { break-after: avoid }',
    body: `${lines(9)}<div class="whole">${lines(6, 'whole')}</div>${lines(6, 'more')}<h2>Heading</h2>${paragraph(4)}`,
    expect: {
      pages: pages(['line 9'], ['whole 1', 'more 6'], ['Heading', 'text 1', 'text 4']),
    },
  },
  {
    name: 'margins are kept after a forced break, also after a blank page, and dropped after an unforced one',
    source: 'css-break-3 §5.2; WeasyPrint issue 1979',
    css: 'div { height: 40mm; margin-top: 10mm; margin-bottom: 10mm } .l { break-before: left } .r { break-before: right }',
    body: '<div>a</div><div>b</div><div class="l">c</div><div class="r">d</div>',
    expect: {
      pages: [
        { places: [{ text: 'a', middle: 32.2 }] },
        { places: [{ text: 'b', middle: 22.2 }] },
        { absent: ['b', 'c'] },
        { places: [{ text: 'c', middle: 32.2 }] },
        { places: [{ text: 'd', middle: 32.2 }] },
      ],
    },
  },
  {
    name: 'page-margin-safety changes nothing on paper without an edge that cannot be printed',
    source: 'css-page-3, page-margin-safety: for the areas that a printer cannot reach',
    css: '@page { page-margin-safety: clamp; @top-center { content: "head" } }',
    body: '<p>a</p>',
    expect: {
      pages: [{ margins: { 'top-center': 'head' }, places: [{ text: 'a', left: 20, middle: 22.2 }] }],
    },
  },
];
