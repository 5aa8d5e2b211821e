/** `arrangePdf` and `splitPdf` with intact, signed and encrypted files. */
import { expect, it } from 'vitest';
import { checkConformance } from '../../../src/conformance/index.ts';
import { arrangePdf, extractAttachments, openRenderer, splitPdf } from '../../../src/index.ts';
import { getPages } from '../../../src/pdf/document/page-tree.ts';
import { createFileProtection, protectPdf, readBookmarks } from '../../../src/pdf/index.ts';
import type { PdfDict } from '../../../src/pdf/object.ts';
import { PdfReader } from '../../../src/pdf/reading/reader.ts';
import { readProperties } from '../../../src/pdf/xmp/named-properties.ts';
import { buildPdf, streamObject } from '../../support/pdf/build-pdf.ts';
import { fixture } from '../../support/pdf/fixture.ts';
import { hasQpdf, run } from '../../support/pdf/installed.ts';
import { viewed } from '../../support/pdf/merge/viewed.ts';
import { taggedPdf } from '../../support/pdf/tagged-pdf.ts';
import { readPdf } from '../../support/read-pdf.ts';
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

const commented = buildPdf({
  1: '<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[4 0 R]/DA(/Helv 10 Tf 0 g)>>>>',
  2: '<</Type/Pages/Count 1/Kids[3 0 R]>>',
  3: '<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 100]/Annots[4 0 R 5 0 R 6 0 R 8 0 R]>>',
  4: '<</Type/Annot/Subtype/Widget/FT/Tx/T(a)/V(field)/Rect[10 10 210 30]/F 4/P 3 0 R>>',
  5: '<</Type/Annot/Subtype/Link/Rect[0 50 10 60]/A<</S/URI/URI(https://example.com)>>>>',
  6: '<</Type/Annot/Subtype/FreeText/Rect[10 60 110 80]/Contents(note)/AP<</N 7 0 R>>>>',
  7: streamObject(
    '/Type/XObject/Subtype/Form/BBox[0 0 100 20]/Resources<</Font<</F<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>',
    'BT /F 10 Tf 2 5 Td (comment) Tj ET',
  ),
  8: '<</Type/Annot/Subtype/Popup/Rect[0 0 9 9]/Parent 6 0 R>>',
});

it('flattens fields and comments, and keeps links', async () => {
  const { pdf, warnings } = await arrangePdf(commented, { flatten: true });
  const { pages, links } = await readPdf(pdf);
  expect(warnings).toEqual([]);
  expect(pages[0]).toContain('field');
  expect(pages[0]).toContain('comment');
  expect(links).toEqual(['https://example.com/']);
  for (const gone of ['/Widget', '/FreeText', '/Popup', '/AcroForm']) {
    expect(Buffer.from(pdf).includes(gone)).toBe(false);
  }
  if (hasQpdf) run('qpdf', ['--check', '{}'], Buffer.from(pdf));
});

const taggedComment = taggedPdf({
  3: '<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 6 0 R/StructParents 0/Tabs/S/Annots[20 0 R]>>',
  7: '<</Type/StructElem/S/Document/P 4 0 R/K[9 0 R 22 0 R]>>',
  8: '<</Nums[0[9 0 R]1 22 0 R]>>',
  20: '<</Type/Annot/Subtype/Square/Rect[10 60 110 80]/Contents(note)/AP<</N 21 0 R>>/StructParent 1>>',
  21: streamObject('/Type/XObject/Subtype/Form/BBox[0 0 100 20]', '0 0 50 10 re f'),
  22: '<</Type/StructElem/S/Annot/P 7 0 R/K<</Type/OBJR/Obj 20 0 R/Pg 3 0 R>>>>',
});

it('keeps a tagged document accessible when it is flattened', async () => {
  const { pdf } = await arrangePdf(taggedComment, {
    flatten: true,
    pdfua: true,
    metadata: { title: 'Title' },
  });
  const { findings } = checkConformance(Buffer.from(pdf), { levels: ['pdfua-1'] });
  expect(findings.map(({ message }) => message)).toEqual([]);
});

it('sets bookmarks, properties and attachments', async () => {
  const bookmarks = [{ title: 'End', page: 3, children: [{ title: 'Begin', page: 1 }] }];
  const { pdf } = await arrangePdf(report, {
    bookmarks,
    properties: { Department: 'Sales', 'dc:rights': '© Example' },
    attachments: [{ name: 'data.xml', data: Buffer.from('<a/>'), type: 'text/xml', relationship: 'Source' }],
  });
  const file = new PdfReader(pdf);
  expect(readBookmarks(file)).toEqual(bookmarks);
  expect(readProperties(file)).toMatchObject({ Department: 'Sales', 'dc:rights': '© Example' });
  const [attached] = await extractAttachments(pdf);
  expect(attached).toMatchObject({ name: 'data.xml', relationship: 'Source' });
});

it.each([
  [{ bookmarks: [{ title: 'Beyond', page: 4 }] }, 'The bookmark "Beyond" leads to page 4'],
  [{ bookmarks: [{ title: 'None', page: 0 }] }, 'must be at least 1'],
  [{ properties: { 'No name': 'x' } }, 'must be a name such as Title'],
  [{ properties: { ModDate: 'soon' } }, 'must be a date'],
])('refuses %j', async (options, message) => {
  await expect(arrangePdf(report, options)).rejects.toMatchObject({
    code: 'invalid_option',
    message: expect.stringContaining(message),
  });
});
