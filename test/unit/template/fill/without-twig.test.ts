import { expect, it } from 'vitest';
import { Deadline } from '../../../../src/runtime/deadline.ts';
import type { FillJob } from '../../../../src/template/fill/fill.ts';
import { fillInProcess } from '../../../../src/template/fill/in-process.ts';
import { fillWithoutTwig } from '../../../../src/template/fill/without-twig.ts';

const job: FillJob = {
  html: '<p>{ "a": 1 } }} %} #}</p>\n',
  twig: true,
  header: '<b>{</b>',
  footer: '<i>}</i>',
  metadata: { title: ' A title\n', keywords: 'a, b' },
  partials: {},
  strict: true,
  data: {},
  now: new Date(0),
};

it('produces the same result as the Twig engine for a document without Twig', async () => {
  const deadline = new Deadline();
  for (const each of [job, { ...job, twig: false, html: '{{ a }}\r\n' }]) {
    const plain = fillWithoutTwig(each);
    expect(plain).toEqual(await fillInProcess(each, deadline));
    expect(plain).toBeDefined();
  }
  const { header: _header, footer: _footer, ...bare } = job;
  expect(fillWithoutTwig({ ...bare, metadata: {} })).toEqual({
    html: job.html,
    metadata: {},
    dataUse: { isRead: false, names: [] },
  });
  deadline.close();
});

it.each([
  { html: '{{ a }}' },
  { html: '<p>{% if a %}' },
  { html: 'a {# comment #} b' },
  { html: 'line\r\nline' },
  { header: '{{ a }}' },
  { footer: '{#' },
  { metadata: { title: '{{ a }}' } },
  { partials: { 'a.html': '{{' } },
  { html: 'x'.repeat(1_000_001) },
])('leaves input that may need Twig to the Twig engine: %.60j', (change) => {
  expect(fillWithoutTwig({ ...job, ...change })).toBeUndefined();
});
