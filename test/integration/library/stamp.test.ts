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

describe('of a template', () => {
  const template = (stamp: unknown, more: Readonly<Record<string, string | Uint8Array>> = {}) => ({
    'template.html': '<p>one</p><p style="break-before: page">two</p>',
    'template.json': JSON.stringify({ stamp }),
    'assets/letterhead.pdf': fixture('form'),
    'assets/number.html': '<b>{{ name }} {{ page.number }}/{{ page.count }}</b>',
    ...more,
  });
  const data = { name: 'Ada' };

  it('are on every document, below those that are asked for', async () => {
    const own = [
      { file: 'assets/letterhead.pdf', under: true, pages: '1' },
      { file: 'assets/number.html', pages: '2' },
    ];
    const request = { template: template(own), data };
    const { text } = await viewed((await renderer.render(request)).pdf);
    expect(text.map((each) => [each.includes('Form'), each.includes('Ada 2/2')])).toEqual([
      [true, false],
      [false, true],
    ]);
    const more = await viewed((await renderer.render({ ...request, stamp: { html: '<i>Draft</i>' } })).pdf);
    expect(more.text.map((each) => [each.includes('Form'), each.includes('Draft')])).toEqual([
      [true, true],
      [false, true],
    ]);
    const { text: short } = await viewed(
      (await renderer.render({ template: template('assets/number.html'), data, pages: '2' })).pdf,
    );
    expect(short).toEqual([expect.stringContaining('Ada 1/1')]);
  });

  it.each([
    ['letterhead.pdf', 'must be a file below assets/'],
    ['../assets/letterhead.pdf', 'must be a file below assets/'],
    [{ file: 'assets/logo.png' }, 'must be a file below assets/'],
    [{ file: 'assets/letterhead.pdf', pages: 'x' }, 'stamp'],
    ['assets/missing.pdf', 'there is no such file'],
    ['assets/broken.html', '{{'],
  ])('%j is an error with its place', async (stamp, message) => {
    const broken = template(stamp, { 'assets/broken.html': '<p>\n{{ page. }}' });
    const failed = renderer.render({ template: broken, data }).catch((error) => error);
    const { code, message: text, errors, location } = (await failed) as PdfapiError;
    expect([code, location !== undefined]).toEqual(['invalid_template', true]);
    if (message === '{{') expect([location?.file, location?.line]).toEqual(['assets/broken.html', 2]);
    else expect(`${text} ${JSON.stringify(errors)}`).toContain(message);
  });
});
