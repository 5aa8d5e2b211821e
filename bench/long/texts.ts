/** A text of up to 100,000 paragraphs, some 10,000 pages. */
import { countsFrom } from './figures.ts';
import { measureLengths } from './measure-lengths.ts';

/** Returns a section of RESULTS.md. */
export const measureTexts = (): Promise<string> =>
  measureLengths({
    title: 'Texts',
    description: 'Paragraphs of 40 to 99 words with a heading before each tenth one.',
    units: 'paragraphs',
    each: 'a paragraph',
    counts: countsFrom('PARAGRAPHS', '1000,10000,40000,100000'),
    documentOf,
  });

const words =
  'a report of what was moved between these accounts in the last year, why it was moved, and who said so at that time'.split(
    ' ',
  );

const paragraphOf = (i: number): string => {
  const text = Array.from(
    { length: 40 + ((i * 37) % 60) },
    (_, j) => words[(i * 31 + j * 17) % words.length],
  ).join(' ');
  return `${i % 10 === 0 ? `<h2>Chapter ${i / 10 + 1}</h2>` : ''}<p>${text}.</p>\n`;
};

const documentOf = (paragraphs: number): string =>
  `<!doctype html><html lang="en"><head><title>Report</title><style>@page { size: A4; margin: 10mm } body { font: 12pt sans-serif }</style></head><body><h1>Report</h1>
${Array.from({ length: paragraphs }, (_, i) => paragraphOf(i)).join('')}</body></html>`;
