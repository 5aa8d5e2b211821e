/** The lint in threads: the same findings as in this thread, within limits. */
import { afterAll, expect, it } from 'vitest';
import { Deadline } from '../../../../src/runtime/deadline.ts';
import { runLint } from '../../../../src/template/lint/index.ts';
import { startLintPool } from '../../../../src/template/lint/start-lint-pool.ts';

const pool = startLintPool();
const strict = startLintPool({ maxLintMs: 1 });
afterAll(() => Promise.all([pool.close(), strict.close()]));

const job = {
  source: '{% include "a.html" %}<img>',
  options: { file: 'page.html', partials: new Map([['a.html', { file: 'a.html', text: '<h1></h1>' }]]) },
};

it('finds the same as in this thread', async () => {
  const { findings } = await pool.lint(job, new Deadline());
  expect(findings).toEqual(runLint(job).findings);
  expect(findings.map(({ rule }) => rule)).toEqual([
    'document-language',
    'document-title',
    'image-alt',
    'heading-empty',
  ]);
});

it('says that a document takes too long, and goes on with the next one', async () => {
  const source = '<b>'.repeat(3_000) + '<p>'.repeat(3_000);
  expect(await strict.lint({ ...job, source }, new Deadline())).toEqual({
    findings: [],
    problem: 'the HTML was not checked for accessibility, because that takes longer than 0.001 seconds',
  });
  expect((await pool.lint(job, new Deadline())).findings).toHaveLength(4);
});

it('throws the error of the deadline', async () => {
  const ended = new AbortController();
  const linted = pool.lint({ ...job, source: '<b>'.repeat(3_000) }, new Deadline(undefined, ended.signal));
  ended.abort(new Error('The caller is gone.'));
  await expect(linted).rejects.toThrow('The caller is gone.');
});
