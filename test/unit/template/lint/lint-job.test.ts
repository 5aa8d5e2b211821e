/** What was found once is not searched for again, unless something changed that it depends on. */
import { expect, it } from 'vitest';
import { type LintJob, runLint } from '../../../../src/template/lint/index.ts';

const partials = (text: string) => new Map([['a.html', { file: 'a.html', text }]]);
const job: LintJob = {
  source: '<html><body>{% include "a.html" %}<h3>Rows</h3></body></html>',
  options: { file: 'page.html', partials: partials('<img>') },
};
const rules = ({ source = job.source, ...options }: Partial<LintJob['options'] & LintJob>) =>
  runLint({ source, options: { ...job.options, ...options } }).findings.map(
    ({ rule, severity, file }) => `${file}: ${rule} (${severity})`,
  );

const all = [
  'page.html: document-language (warning)',
  'page.html: document-title (hint)',
  'page.html: heading-first (hint)',
  'a.html: image-alt (warning)',
];

it('finds the same again', () => {
  expect(rules({})).toEqual(all);
  expect(rules({})).toEqual(all);
});

it.each<[string, Parameters<typeof rules>[0], string[]]>([
  [
    'the source',
    { source: '<html lang="en"><title>Rows</title><body><input>' },
    ['page.html: field-label (warning)', 'a.html: image-alt (warning)'],
  ],
  ['a partial', { partials: partials('<img alt="">') }, all.slice(0, 3)],
  ['the language', { lang: 'en' }, all.slice(1)],
  ['the title', { title: 'Rows' }, all.filter((text) => !text.includes('title'))],
  ['PDF/UA', { pdfua: true }, all.map((text) => text.replace('first (hint)', 'first (warning)'))],
  ['whether braces are Twig', { twig: false }, all.slice(0, 3)],
  ['the file', { file: 'other.html' }, all.map((text) => text.replace('page', 'other'))],
])('looks again after a change of %s', (_, change, expected) => {
  rules({});
  expect(rules(change)).toEqual(expected);
});

it('reports the contrast of each document', () => {
  rules({});
  const colors = { color: '#aaaaaa', background: '#ffffff', ratio: 2.3, required: 4.5 };
  const contrast = [{ text: 'Rows', tag: 'h3', id: '', classes: '', ...colors, count: 1 }];
  expect(rules({ contrast }).join()).toContain('text-contrast');
  expect(rules({})).toEqual(all);
});
