/** Stamps of documents that the library renders. */
import { afterAll, expect, it } from 'vitest';
import { openRenderer } from '../../../src/index.ts';
import { fixture } from '../../support/pdf/fixture.ts';
import { viewed } from '../../support/pdf/merge/viewed.ts';
import { otherBrowser } from '../../support/real-browser.ts';

const renderer = await openRenderer({ workers: 1, browserPath: otherBrowser });
afterAll(() => renderer.close());

it('are over and under the pages', async () => {
  const stamp = [
    { pdf: fixture('form'), under: true },
    { html: '<b>{{ name }} {{ page.number }}</b>', pages: 'last' },
  ];
  const page = '<p>one</p><p style="break-before: page">two</p>';
  const { pdf } = await renderer.html(page, { data: { name: 'Ada' }, stamp });
  const { text } = await viewed(pdf);
  expect(text.map((each) => [each.includes('Form'), each.includes('Ada 2')])).toEqual([
    [true, false],
    [true, true],
  ]);
});

it.each([
  [{ html: '<p>', pdf: fixture('plain') }, 'either html or pdf'],
  [{ pdf: 'text' }, 'must be a Uint8Array'],
  [{ html: '<p>', pages: '2' }, 'The document has 1 page; 2 selects none.'],
])('%j is an invalid option', async (stamp, message) => {
  const failure = { code: 'invalid_option', message: expect.stringContaining(message) };
  await expect(renderer.html('<p>one</p>', { stamp: stamp as never })).rejects.toMatchObject(failure);
});
