/** The summary of a job: what GitHub shows of it. */
import { expect, it } from 'vitest';
import type { CaseResult } from '../../../../src/cli/commands/test/case-result.ts';
import { toGithubSummary } from '../../../../src/cli/commands/test/reporters/github-summary.ts';

const resultOf = (name: string, change: Partial<CaseResult> = {}): CaseResult => ({
  folder: 'templates/note',
  name,
  golden: `templates/note/golden/${name}.pdf`,
  result: 'different',
  differences: [
    { kind: 'metadata', text: 'Title: "a" → "b"' },
    { kind: 'text', page: 1, text: '− "a" + "<b>| `c`"' },
    { kind: 'text', page: 3, text: '+ "d"' },
  ],
  images: [],
  pages: 3,
  machineFonts: [],
  warnings: [],
  ms: 1,
  ...change,
});
const summaryOf = (results: readonly CaseResult[]) => ({
  results,
  approved: new Set<CaseResult>(),
  skipped: 0,
  ms: 1,
});

it('has a row for each case, those that did not pass first, with what differs', () => {
  const results = [
    resultOf('good', { result: 'equal', differences: [] }),
    resultOf('bad'),
    resultOf('new', { result: 'missing' }),
  ];
  const text = toGithubSummary({ ...summaryOf(results), picturesFile: 'out/report.html' });
  const cells = text
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map((line) => line.replaceAll('&#40;', '(').replaceAll('&#41;', ')'));
  expect(cells).toEqual([
    '| case | result | pages | what differs |',
    '| --- | --- | ---: | --- |',
    '| templates/note/bad | ❌ different | 3 | metadata, text (pages 1, 3) |',
    '| templates/note/new | ❌ missing | 3 | not approved yet |',
    '| templates/note/good | ✅ equal | 3 |  |',
  ]);
  expect(text).toContain('out/report.html');
  expect(text).not.toMatch(/<b>|`c`|data:/);
});

it('keeps to the size that GitHub shows, with what the step has written already', () => {
  const results = Array.from({ length: 20_000 }, (_, index) => resultOf(`case-${index}`));
  const text = toGithubSummary(summaryOf(results), 500_000);
  expect(Buffer.byteLength(text) + 500_000).toBeLessThan(1024 * 1024);
  expect(text).toMatch(/\d+ more cases: see the log\./);
  expect(text).toContain('Details of 20000 more: see the log.');
  expect(text).toContain('--reporter html=report.html');
  expect(toGithubSummary(summaryOf(results), 2_000_000)).toContain('20000 more cases');
});
