/** Protected PDFs from the library, and their protection removed again. */
import { afterAll, expect, it } from 'vitest';
import { mergePdfs, openRenderer, unlockPdf } from '../../../src/index.ts';
import { minimumInvoice } from '../../support/e-invoice/minimum-invoice.ts';
import { fixture } from '../../support/pdf/fixture.ts';
import { viewed } from '../../support/pdf/merge/viewed.ts';
import { otherBrowser } from '../../support/real-browser.ts';

const renderer = await openRenderer({ workers: 1, browserPath: otherBrowser });
afterAll(() => renderer.close());
const protection = {
  userPassword: 'user word',
  ownerPassword: 'owner word',
  permissions: ['print'] as const,
};
const page = '<!doctype html><html lang="en"><title>Offer</title><p>Hello {{ name }}';

it('render, html and rows protect their PDFs, each with a key of its own', async () => {
  const { pdf, pages, report } = await renderer.html(page, { data: { name: 'Ada' }, protection });
  expect([pages, report.bytes]).toEqual([1, pdf.length]);
  expect((await viewed(pdf, 'user word')).text).toEqual(['Hello Ada']);
  await expect(viewed(pdf)).rejects.toMatchObject({ name: 'PasswordException' });
  const made: Uint8Array[] = [];
  const rows = renderer.rows({
    template: { 'template.html': page },
    rows: [{ name: 'Bo' }, { name: 'Cy' }],
    protection,
  });
  for await (const row of rows) made.push(row.pdf);
  expect((await Promise.all(made.map((each) => viewed(each, 'owner word')))).map(({ text }) => text)).toEqual(
    [['Hello Bo'], ['Hello Cy']],
  );
});

it('mergePdfs opens its inputs and protects the result', async () => {
  const { pdf: locked } = await renderer.html(page, { data: { name: 'Ada' }, protection });
  const { pdf, pages } = await mergePdfs([fixture('plain'), { pdf: locked, password: 'user word' }], {
    protection: { userPassword: 'merged' },
  });
  expect(pages).toBe((await viewed(fixture('plain'))).text.length + 1);
  expect((await viewed(pdf, 'merged')).text.at(-1)).toBe('Hello Ada');
});

it('unlockPdf needs the owner password of a restricted file', async () => {
  const { pdf } = await renderer.html(page, { data: { name: 'Ada' }, protection });
  const opened = await unlockPdf(pdf, { password: 'owner word' });
  expect([opened.wasProtected, opened.warnings, (await viewed(opened.pdf)).text]).toEqual([
    true,
    [],
    ['Hello Ada'],
  ]);
  for (const [password, message] of [
    ['user word', /only the owner password/],
    ['other', /password of the PDF is wrong/],
    [undefined, /protected by a password/],
  ] as const) {
    await expect(unlockPdf(pdf, { password })).rejects.toMatchObject({
      code: 'invalid_pdf',
      message: expect.stringMatching(message),
    });
  }
  const plain = await unlockPdf(fixture('plain'));
  expect([plain.wasProtected, plain.pdf]).toEqual([false, fixture('plain')]);
});

it.each([
  ['PDF/A', { pdfa: '3b' as const }, /PDF\/A-3b cannot be protected/],
  ['an e-invoice', { eInvoice: minimumInvoice() }, /An e-invoice is PDF\/A-3/],
  ['a reproducible date', { reproducible: new Date(0) }, /cannot be reproducible/],
])('%s with protection is rejected before anything is rendered', async (_, options, message) => {
  await expect(renderer.html(page, { ...options, protection })).rejects.toMatchObject({
    code: 'invalid_option',
    message: expect.stringMatching(message),
    errors: { 'config.protection': [expect.stringMatching(message)] },
  });
});

it('PDF/UA with protection holds what it claims', async () => {
  const { pdf } = await renderer.html(page, { data: { name: 'Ada' }, pdfua: true, protection });
  expect((await viewed(pdf, 'user word')).tags.flat().length).toBeGreaterThan(0);
});

it('names an option that is wrong, without its value', async () => {
  const wrong = { userPassword: 'secret value', permissions: ['edit'] } as never;
  const error = await renderer.html(page, { protection: wrong }).catch((thrown) => thrown);
  expect(error.errors).toEqual({ 'protection.permissions.0': [expect.stringContaining('must be one of')] });
  expect(JSON.stringify(error) + error.message).not.toContain('secret value');
});
