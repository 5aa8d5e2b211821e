/** `arrangePdf` and `splitPdf` with intact, signed and encrypted files. */
import { expect, it } from 'vitest';
import { arrangePdf, openRenderer, splitPdf } from '../../../src/index.ts';
import { getPages } from '../../../src/pdf/document/page-tree.ts';
import { createFileProtection, protectPdf } from '../../../src/pdf/index.ts';
import type { PdfDict } from '../../../src/pdf/object.ts';
import { PdfReader } from '../../../src/pdf/reading/reader.ts';
import { fixture } from '../../support/pdf/fixture.ts';
import { viewed } from '../../support/pdf/merge/viewed.ts';
import { otherBrowser } from '../../support/real-browser.ts';

const report = fixture('report');
const { text } = await viewed(report);

it('arrangePdf chooses, repeats and turns pages', async () => {
  const { pdf, pages, warnings } = await arrangePdf(report, { pages: '3,1,1', rotate: ['+90:2-', '180:1'] });
  expect([pages, warnings]).toEqual([3, []]);
  const after = await viewed(pdf);
  expect(after.text).toEqual([text[2], text[0], text[0]]);
  expect(after.geometry.map((page) => page[4])).toEqual([180, 90, 90]);
});

it('splitPdf returns complete documents with their place and title', async () => {
  const parts = await splitPdf(report, { outline: 2 });
  expect(parts.map(({ firstPage, pages, title }) => [firstPage, pages, title])).toEqual([
    [1, 1, 'Contents'],
    [2, 1, 'Chapter two'],
    [3, 1, 'Third (with "parens")'],
  ]);
  const [, second] = parts;
  expect((await viewed(second?.pdf ?? new Uint8Array())).text).toEqual([text[1]]);
});

it('opens and protects PDFs, and says what was lost', async () => {
  const locked = protectPdf(report, createFileProtection({ userPassword: 'in' }));
  const { pdf } = await arrangePdf(locked, {
    password: 'in',
    pages: '1',
    protection: { userPassword: 'out' },
  });
  expect((await viewed(pdf, 'out')).text).toEqual([text[0]]);
  await expect(arrangePdf(locked)).rejects.toMatchObject({ code: 'invalid_pdf' });
  const signed = Buffer.concat([report, Buffer.from('% /ByteRange [0 1 2 3]\n')]);
  expect((await arrangePdf(signed)).pages).toBe(3);
});

it.each([
  [{ pages: '1..2' }, 'Pages are numbers and ranges'],
  [{ pages: '4' }, 'The document has 3 pages; 4 selects none.'],
  [{ rotate: '45' }, 'must be a turn'],
  [{ rotation: '90' }, 'rotation'],
  [{ pdfa: '2b', protection: { userPassword: 'x' } }, 'PDF/A'],
])('%j is an invalid option', async (options, message) => {
  const failure = { code: 'invalid_option', message: expect.stringContaining(message) };
  await expect(arrangePdf(report, options as never)).rejects.toMatchObject(failure);
});

it('splitPdf needs one way to split', async () => {
  const failure = {
    code: 'invalid_option',
    message: expect.stringContaining('one of every, size and outline'),
  };
  await expect(splitPdf(report, {})).rejects.toMatchObject(failure);
  await expect(splitPdf(report, { every: 1, size: 9 })).rejects.toMatchObject(failure);
});

it('splitPdf by an outline needs one', async () => {
  const failure = { code: 'invalid_option', message: expect.stringContaining('has no outline') };
  await expect(splitPdf(fixture('untitled'), { outline: 1 })).rejects.toMatchObject(failure);
});

it('gives a PDF the language and the title that PDF/UA needs', async () => {
  const renderer = await openRenderer({ workers: 1, browserPath: otherBrowser });
  const html = '<html lang="en"><title>Rules</title><h1>Rules</h1></html>';
  const printed = await renderer.html(html, { compact: false }).finally(() => renderer.close());
  const text = Buffer.from(printed.pdf).toString('latin1');
  const silent = Buffer.from(
    text.replaceAll(/\/(Lang|Title)(?= ?\()/g, (key) => `${key.slice(0, -1)}x`),
    'latin1',
  );
  await expect(arrangePdf(silent, { pdfua: true })).rejects.toMatchObject({ code: 'not_conforming' });
  const named = { pdfua: true, lang: 'de', metadata: { title: 'Satzung' } } as const;
  const { pdf } = await arrangePdf(silent, named);
  expect(Buffer.from(pdf).toString('latin1')).toContain('>Satzung</rdf:li>');
  expect(Buffer.from(pdf).toString('latin1')).toMatch(/\/Lang ?\(de\)/);
});

it('describes the links of a foreign PDF that is to be PDF/UA', async () => {
  const renderer = await openRenderer({ workers: 1, browserPath: otherBrowser });
  const html =
    '<html lang="en"><title>Rules</title><h1>Rules</h1><p><a href="https://example.com/a">All</a> <a href="#x">In</a></p><h2 id="x">X</h2></html>';
  const printed = await renderer.html(html, { compact: false }).finally(() => renderer.close());
  // Chromium itself writes no descriptions.
  const text = Buffer.from(printed.pdf)
    .toString('latin1')
    .replaceAll(/\/Contents(?= ?\()/g, '/Contentx');
  const { pdf } = await arrangePdf(Buffer.from(text, 'latin1'), { pdfa: '2a', pdfua: true });
  const file = new PdfReader(Buffer.from(pdf));
  const links = [...getPages(file)].flatMap(({ dict }) => file.array(dict, 'Annots') ?? []);
  const described = links.map((link) => file.string(file.resolve(link) as PdfDict, 'Contents')?.bytes);
  expect(described).toEqual(['https://example.com/a', '#x']);
});
