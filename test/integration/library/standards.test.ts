/** The options `pdfa`, `pdfua` and `eInvoice` of the library. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { checkConformance } from '../../../src/conformance/index.ts';
import { mergePdfs, openRenderer, type Renderer } from '../../../src/index.ts';
import { minimumInvoice } from '../../support/e-invoice/minimum-invoice.ts';
import { viewed } from '../../support/pdf/merge/viewed.ts';
import { browserOptions, otherBrowser } from '../../support/real-browser.ts';

const page = '<!doctype html><html lang="en"><title>Offer</title><h1>Hello</h1>';
let renderer: Renderer;

beforeAll(async () => {
  renderer = await openRenderer({ browserPath: otherBrowser, sandbox: browserOptions.sandbox, workers: 1 });
});
afterAll(async () => await renderer.close());

it('html and render make what they ask for, and reject what does not conform', async () => {
  const { pdf } = await renderer.html(page, { pdfa: '3a', pdfua: true });
  expect(checkConformance(pdf)).toMatchObject({ claimed: ['pdfa-3a', 'pdfua-1'], findings: [] });
  const template = { 'template.html': page, 'template.json': '{ "pdfua": true }' };
  expect(checkConformance((await renderer.render({ template })).pdf).claimed).toEqual(['pdfua-1']);
  const skipped = page.replace('<h1>', '<h3>');
  await expect(renderer.html(skipped, { pdfua: true })).rejects.toMatchObject({ code: 'not_conforming' });
  await expect(renderer.html(page, { pdfa: '1b' as '2b' })).rejects.toMatchObject({
    code: 'invalid_option',
    errors: { pdfa: [expect.stringContaining('2b, 2u, 2a, 3b, 3u, 3a')] },
  });
});

it('eInvoice embeds an invoice, and rows fill that of their template', async () => {
  const eInvoice = minimumInvoice();
  const { pdf } = await renderer.html(page, { eInvoice });
  expect((await viewed(pdf)).attachments).toEqual({ 'factur-x.xml': eInvoice });
  const template = { 'template.html': page, 'invoice.xml': minimumInvoice({ number: '{{ number }}' }) };
  const seen: unknown[] = [];
  const rows = [{ number: 'R-1' }, { number: '' }, { number: 'R-3' }];
  for await (const result of renderer.rows({ template, rows, continueOnError: true })) {
    if (result.error) seen.push(result.error.code);
    else seen.push((await viewed(result.pdf)).attachments['factur-x.xml']);
  }
  const filled = (number: string) => minimumInvoice({ number });
  expect(seen).toEqual([filled('R-1'), 'invalid_e_invoice', filled('R-3')]);
});

it('mergePdfs labels the merged file, and keeps what all documents claim', async () => {
  const { pdf: one } = await renderer.html(page, { pdfa: '2u', pdfua: true });
  const { pdf: plain } = await renderer.html(page);
  const claimed = async (...options: Parameters<typeof mergePdfs>) =>
    checkConformance((await mergePdfs(...options)).pdf).claimed;
  expect(await claimed([one, one])).toEqual(['pdfa-2u', 'pdfua-1']);
  expect(await claimed([one, plain])).toEqual([]);
  expect(await claimed([one, plain], { pdfa: '3b' })).toEqual(['pdfa-3b']);
  const { pdf } = await mergePdfs([plain, plain], { eInvoice: minimumInvoice() });
  expect(Object.keys((await viewed(pdf)).attachments)).toEqual(['factur-x.xml']);
});
