/** Stamps of documents that the library renders. */
import { afterAll, describe, expect, it } from 'vitest';
import { mergePdfs, openRenderer, type PdfapiError } from '../../../src/index.ts';
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

describe('on a merged file', () => {
  const documents = [fixture('plain'), fixture('plain')];

  it('count its pages, after they were chosen', async () => {
    const stamp = [
      { pdf: fixture('form'), under: true },
      { html: '<b>Case {{ page.number }}/{{ page.count }}</b>', pages: '2' },
    ];
    const { pdf, pages, warnings } = await mergePdfs(documents, { stamp, renderer, pages: '2,1' });
    const { text } = await viewed(pdf);
    expect([pages, warnings]).toEqual([2, []]);
    expect(text.map((each) => [each.includes('Form'), each.includes('Case 2/2')])).toEqual([
      [true, false],
      [true, true],
    ]);
  });

  it('need no renderer if they are PDFs', async () => {
    const { text } = await viewed((await mergePdfs(documents, { stamp: { pdf: fixture('form') } })).pdf);
    expect(text.every((each) => each.includes('Form'))).toBe(true);
  });

  it.each([
    [{ stamp: { html: '<p>' } }, 'invalid_option', 'renderer must be a renderer of openRenderer'],
    [{ stamp: { html: '<p>' }, renderer: {} }, 'invalid_option', 'renderer must be a renderer'],
    [{ stamp: { html: '{{ page. }}' }, renderer }, 'invalid_template', 'stamp'],
    [{ stamp: { pdf: fixture('form'), pages: '9' } }, 'invalid_option', 'selects none'],
  ])('fail clearly (%#)', async (options, code, message) => {
    const failed = mergePdfs(documents, options as never).catch((error) => error);
    const { code: found, message: text, location } = (await failed) as PdfapiError;
    expect([found, `${location?.file ?? ''} ${text}`]).toEqual([code, expect.stringContaining(message)]);
  });
});
