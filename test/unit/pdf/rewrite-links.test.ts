import { expect, it } from 'vitest';
import { PdfReader } from '../../../src/pdf/reading/reader.ts';
import { rewriteLinks } from '../../../src/pdf/rewrite-links.ts';
import { linkAddresses } from '../../support/decompressed-pdf.ts';
import { buildPdf, minimalObjects } from '../../support/pdf/build-pdf.ts';
import { readPdf } from '../../support/read-pdf.ts';

const prefix = 'http://old.invalid/';
const link = (address: string) =>
  `<</Type /Annot\n/Subtype /Link\n/Rect [0 0 9 9]\n/A <</S /URI\n/URI (${address})>>>>`;
const three = () =>
  buildPdf({
    ...minimalObjects,
    3: '<</Type/Page/Parent 2 0 R/MediaBox[0 0 595.28 841.89]/Annots[4 0 R 5 0 R 6 0 R]>>',
    4: link(`${prefix}a\\(1\\).html`),
    5: link('https://example.com/'),
    6: link(`${prefix}b.html`),
    7: '(The end)',
  });

it('writes shorter URLs in place', async () => {
  const pdf = three();
  const rewritten = await rewriteLinks(pdf, (address) =>
    address.startsWith(prefix) ? address.slice(prefix.length) : address,
  );
  expect(rewritten).toBe(pdf);
  expect(linkAddresses(rewritten)).toEqual(['a(1).html', 'https://example.com/', 'b.html']);
});

it('moves everything after longer URLs', async () => {
  const base = `https://example.com/${'long/'.repeat(30)}`;
  const pdf = three();
  const rewritten = await rewriteLinks(pdf, (address) =>
    address.startsWith(prefix) ? base + address.slice(prefix.length) : address,
  );
  expect(linkAddresses(rewritten)).toEqual([`${base}a(1).html`, 'https://example.com/', `${base}b.html`]);
  const file = new PdfReader(rewritten);
  expect(file.resolve(file.ref(7, 0))).toMatchObject({ bytes: 'The end' });
  expect((await readPdf(rewritten)).links).toEqual([
    `${base}a(1).html`,
    'https://example.com/',
    `${base}b.html`,
  ]);
});

it('turns a link into one to the first page if nothing is left of its URL', async () => {
  const rewritten = await rewriteLinks(three(), (address) => (address.startsWith(prefix) ? '' : address));
  expect(linkAddresses(rewritten)).toEqual(['https://example.com/']);
  expect(rewritten.toString('latin1').split('/S /Named\n/N /FirstPage')).toHaveLength(3);
});

it('leaves a PDF without matching links unchanged', async () => {
  const pdf = three();
  expect(await rewriteLinks(pdf, (address) => address)).toBe(pdf);
  expect(pdf).toEqual(three());
});

it('rejects longer URLs in a PDF without a cross-reference table', async () => {
  const pdf = Buffer.from(`%PDF-1.7\n1 0 obj\n${link(`${prefix}x`)}\nendobj\nstartxref\n9\n%%EOF\n`);
  await expect(rewriteLinks(pdf, () => 'x'.repeat(100))).rejects.toMatchObject({
    code: 'unsupported',
  });
});
