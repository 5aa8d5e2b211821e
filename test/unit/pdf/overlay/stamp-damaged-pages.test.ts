/** A stamp is seen over and under every page, whatever is wrong with its content, and a letterhead hides nothing above it. */
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { describe, expect, it } from 'vitest';
import { mendedContents } from '../../../../src/pdf/contents/mended-contents.ts';
import { listContents } from '../../../../src/pdf/document/page-contents.ts';
import { getPages } from '../../../../src/pdf/document/page-tree.ts';
import { PdfStream } from '../../../../src/pdf/object.ts';
import { stampPages } from '../../../../src/pdf/overlay/stamp-pages.ts';
import { PdfReader } from '../../../../src/pdf/reading/reader.ts';
import { underlay } from '../../../../src/pdf/underlay/underlay.ts';
import { buildPdf, streamObject } from '../../../support/pdf/build-pdf.ts';
import { damagedPages } from '../../../support/pdf/damaged-contents.ts';

const page = (text: string, contents = '/Contents 4 0 R') =>
  buildPdf({
    1: '<</Type/Catalog/Pages 2 0 R>>',
    2: '<</Type/Pages/Count 1/Kids[3 0 R]/MediaBox[0 0 200 100]>>',
    3: `<</Type/Page/Parent 2 0 R${contents}/Resources<</Font<</F 5 0 R>>>>>>`,
    4: streamObject('', `BT /F 24 Tf 30 20 Td (${text}) Tj ET`),
    5: '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
  });

/** Text → left, bottom and size of it. */
async function placed(pdf: Uint8Array): Promise<Record<string, number[]>> {
  const task = getDocument({ data: Uint8Array.from(pdf), verbosity: 0 });
  const { items } = await (await (await task.promise).getPage(1)).getTextContent();
  await task.destroy();
  return Object.fromEntries(
    items.flatMap((item) =>
      'str' in item && item.str.trim() !== ''
        ? [[item.str, [item.transform[4], item.transform[5], item.transform[0]]]]
        : [],
    ),
  );
}

const stamped = (pdf: Uint8Array, isUnder: boolean) =>
  stampPages(pdf, [{ pdf: page('Stamp'), sheets: [0], isUnder, anchor: 'centre' }]);

describe.each(damagedPages)('a page with %s', (_, pdf) => {
  it('shows a stamp over it in its place', async () => {
    const result = stamped(pdf, false);
    expect((await placed(result)).Stamp).toEqual([30, 20, 24]);
    const file = new PdfReader(result);
    const [only] = [...getPages(file)];
    expect(only).toBeDefined();
    if (!only) return;
    const { isChanged, closing } = mendedContents(file, listContents(file, only));
    expect({ isChanged, closing }).toEqual({ isChanged: false, closing: '' });
  });

  it('shows what it shows without the stamp', async () => {
    const { Page: before } = await placed(pdf);
    expect((await placed(stamped(pdf, false))).Page).toEqual(before);
  });

  it('shows a stamp under it', async () => {
    expect((await placed(stamped(pdf, true))).Stamp).toEqual([30, 20, 24]);
  });

  it('is a letterhead that moves and hides nothing', async () => {
    const under = await placed(underlay(page('Letter'), pdf));
    expect(under.Letter).toEqual([30, 20, 24]);
    expect(under.Page).toEqual((await placed(pdf)).Page);
  });
});

it('a letterhead shows appearances of its annotations that do not say that they are forms', async () => {
  const note = buildPdf({
    1: '<</Type/Catalog/Pages 2 0 R>>',
    2: '<</Type/Pages/Count 1/Kids[3 0 R]/MediaBox[0 0 200 100]>>',
    3: '<</Type/Page/Parent 2 0 R/Annots[4 0 R]>>',
    4: '<</Type/Annot/Subtype/Stamp/Rect[0 0 200 100]/F 4/AP<</N 5 0 R>>>>',
    5: streamObject('/BBox[0 0 200 100]/Resources<</Font<</F 6 0 R>>>>', 'BT /F 12 Tf 20 80 Td (Note) Tj ET'),
    6: '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
  });
  expect(await placed(underlay(page('Letter'), note))).toEqual({ Letter: [30, 20, 24], Note: [20, 80, 12] });
});

it('a letterhead draws a form without resources with those of its page', async () => {
  const note = buildPdf({
    1: '<</Type/Catalog/Pages 2 0 R>>',
    2: '<</Type/Pages/Count 1/Kids[3 0 R]/MediaBox[0 0 200 100]>>',
    3: '<</Type/Page/Parent 2 0 R/Resources<</Font<</Own 6 0 R>>/XObject<</Look0 8 0 R>>>>/Annots[4 0 R]/Contents 7 0 R>>',
    4: '<</Type/Annot/Subtype/Stamp/Rect[0 0 200 100]/F 4/AP<</N 5 0 R>>>>',
    5: streamObject('/Subtype/Form/BBox[0 0 200 100]', 'BT /Own 12 Tf 20 80 Td (Note) Tj ET'),
    6: '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
    7: streamObject('', '/Look0 Do'),
    8: streamObject('/Subtype/Form/BBox[0 0 200 100]', 'BT /Own 12 Tf 20 50 Td (Own) Tj ET'),
  });
  const pdf = underlay(page('Letter'), note);
  expect(await placed(pdf)).toEqual({ Letter: [30, 20, 24], Own: [20, 50, 12], Note: [20, 80, 12] });
  // pdf.js draws text without its font too. Poppler leaves it out.
  const file = new PdfReader(pdf);
  const fonts = file.structure.crossReference.numbers.flatMap((number) => {
    const form = file.resolve(file.ref(number, 0));
    const resources = form instanceof PdfStream ? file.dict(form.dict, 'Resources') : undefined;
    const draws = resources && file.dict(resources, 'XObject')?.has('Page');
    return draws ? [...(file.dict(resources, 'Font')?.keys() ?? [])] : [];
  });
  expect(fonts).toEqual(['Own']);
});

it('the streams of an ordinary page stay as they are', () => {
  const content = 'q /P <</MCID 0>> BDC BT (a) Tj ET EMC BX odd EX 0 0 1 sc /A scn Q';
  const file = new PdfReader(stamped(page('', `/Contents[4 0 R 6 0 R]`), false));
  expect([...getPages(file)].map((each) => listContents(file, each).length)).toEqual([3]);
  const read = new PdfReader(
    buildPdf({
      ...{ 1: '<</Type/Catalog/Pages 2 0 R>>', 2: '<</Type/Pages/Count 0/Kids[]>>' },
      4: streamObject('', content),
    }),
  );
  expect(mendedContents(read, [read.ref(4, 0)])).toMatchObject({ isChanged: false, closing: '' });
});

it('a page with a filter that is not known is named in an error', () => {
  const unknown = buildPdf({
    1: '<</Type/Catalog/Pages 2 0 R>>',
    2: '<</Type/Pages/Count 1/Kids[3 0 R]/MediaBox[0 0 200 100]>>',
    3: '<</Type/Page/Parent 2 0 R/Contents 4 0 R>>',
    4: streamObject('/Filter/Other', 'abc'),
  });
  expect(() => stamped(unknown, false)).toThrow(/^The content of page 1 has a filter that is not known/);
});
