/** Forms that become a part of their pages: what is seen stays, tags stay right, nothing can be filled. */
import { describe, expect, it } from 'vitest';
import { checkConformance } from '../../../src/conformance/index.ts';
import { getPages } from '../../../src/pdf/document/page-tree.ts';
import { PdfReader } from '../../../src/pdf/reading/reader.ts';
import { fieldsSeen } from '../../support/forms/fields-seen.ts';
import { filled } from '../../support/forms/filled.ts';
import { makeForm } from '../../support/forms/make-form.ts';
import { imageDistance, popplerImage } from '../../support/images/poppler-image.ts';
import { buildPdf, streamObject } from '../../support/pdf/build-pdf.ts';
import { hasPoppler, pixels } from '../../support/pdf/installed.ts';
import { readTagged } from '../../support/pdf/tagged.ts';
import { taggedPdf } from '../../support/pdf/tagged-pdf.ts';
import { uprightAnnotation } from '../../support/pdf/upright-annotation.ts';
import { readPdf } from '../../support/read-pdf.ts';

const data = { person: { name: 'Ada' }, agree: true, colour: 'red', tags: ['two'], notes: 'Some notes' };

describe('a flattened form', () => {
  it('has no fields and no form', async () => {
    const { pdf } = filled(await makeForm(), data, { flatten: true });
    expect(await fieldsSeen(pdf)).toEqual({});
    const file = new PdfReader(pdf);
    expect(file.catalog.has('AcroForm')).toBe(false);
    expect(Buffer.from(pdf).includes('/Widget')).toBe(false);
    const { pages } = await readPdf(pdf);
    for (const text of ['Ada', 'Some notes', 'as it is', 'two']) expect(pages[0]).toContain(text);
  });

  it.skipIf(!hasPoppler)('looks the same, to the pixel', async () => {
    const form = await makeForm();
    expect(pixels(filled(form, data, { flatten: true }).pdf)).toEqual(pixels(filled(form, data).pdf));
  });

  it('keeps other annotations, and needs no data', async () => {
    const pdf = buildPdf({
      1: '<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[4 0 R]/DA(/Helv 10 Tf 0 g)>>>>',
      2: '<</Type/Pages/Count 1/Kids[3 0 R]>>',
      3: '<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 100]/Annots[4 0 R 5 0 R]/Contents 6 0 R>>',
      4: '<</Type/Annot/Subtype/Widget/FT/Tx/T(a)/V(value)/Rect[10 10 210 30]/F 4/P 3 0 R>>',
      5: '<</Type/Annot/Subtype/Link/Rect[0 50 10 60]/A<</S/URI/URI(https://example.com)>>>>',
      // It turns the page upside down, and does not undo it.
      6: streamObject('', 'q -1 0 0 -1 300 100 cm q 2 0 0 2 0 0 cm'),
    });
    const { pages, links, place } = await readPdf(filled(pdf, {}, { flatten: true }).pdf);
    expect(pages[0]).toContain('value');
    expect(links).toEqual(['https://example.com/']);
    expect((place(1, 'value').left / 25.4) * 72).toBeCloseTo(12, 0);
  });

  it.each([
    ['nothing', ''],
    ['another type', '/Type/Other/Subtype/Other'],
    ['that it is a picture', '/Type/XObject/Subtype/Image'],
    ['a matrix of two numbers', '/Subtype/Form/Matrix[1 0]'],
  ])('keeps an appearance that says %s of what it is, as viewers do', async (_, entries) => {
    const pdf = buildPdf({
      1: '<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[4 0 R 5 0 R]>>>>',
      2: '<</Type/Pages/Count 1/Kids[3 0 R]>>',
      3: '<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 100]/Annots[4 0 R 5 0 R]>>',
      4: '<</Type/Annot/Subtype/Widget/FT/Tx/T(a)/V(value)/Rect[10 10 110 30]/F 4/AP<</N 6 0 R>>>>',
      5: '<</Type/Annot/Subtype/Widget/FT/Tx/T(b)/V(value)/Rect[10 50 110 70]/F 4/AP<</N 6 0 R>>>>',
      6: streamObject(
        `${entries}/BBox[0 0 100 20]/Resources<</Font<</F<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>`,
        'BT /F 10 Tf 2 5 Td (value) Tj ET',
      ),
    });
    const { pages } = await readPdf(filled(pdf, {}, { flatten: true }).pdf);
    expect(pages[0]?.match(/value/g)).toHaveLength(2);
  });

  it('leaves out what is hidden, and buttons that are not printed', async () => {
    const look = streamObject(
      '/Type/XObject/Subtype/Form/BBox[0 0 100 20]/Resources<</Font<</F<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>',
      'BT /F 10 Tf 2 5 Td (button) Tj ET',
    );
    const button = (flags: number) =>
      `<</Type/Annot/Subtype/Widget/FT/Btn/Ff 65536/T(b${flags})/Rect[10 50 110 70]/F ${flags}/AP<</N 6 0 R>>>>`;
    const page = (flags: number) =>
      buildPdf({
        1: '<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[4 0 R]>>>>',
        2: '<</Type/Pages/Count 1/Kids[3 0 R]>>',
        3: '<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 100]/Annots[4 0 R]>>',
        4: button(flags),
        6: look,
      });
    const textOf = async (flags: number) =>
      (await readPdf(filled(page(flags), {}, { flatten: true }).pdf)).pages[0];
    expect([await textOf(4), await textOf(0), await textOf(6)]).toEqual(['button', '', '']);
    const warningsOf = (flags: number) => filled(page(flags), {}, { flatten: true }).warnings;
    const left = 'Buttons that are seen but not printed were left out: page 1.';
    expect([warningsOf(4), warningsOf(0), warningsOf(6)]).toEqual([[], [left], []]);
  });

  it.skipIf(!hasPoppler).each([0, 90, 180, 270])(
    'draws a field that stays upright as viewers do, on a page that is turned by %i degrees',
    (rotation) => {
      const field = (name: string) => `/Subtype/Widget/FT/Tx/T(${name})`;
      const pdf = uprightAnnotation(rotation, field, '/AcroForm<</Fields[4 0 R 5 0 R]>>');
      const flat = filled(pdf, {}, { flatten: true }).pdf;
      expect(imageDistance(popplerImage(flat, 1, 50), popplerImage(pdf, 1, 50)).far).toBe(0);
    },
  );

  it.each([
    ['check box', 0],
    ['radio button', 1 << 15],
  ])('has the frame of a %s if viewers were asked to draw it', (_, kind) => {
    const flat = (needAppearances: boolean) => {
      const pdf = buildPdf({
        1: `<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[4 0 R]/NeedAppearances ${needAppearances}>>>>`,
        2: '<</Type/Pages/Count 1/Kids[3 0 R]>>',
        3: '<</Type/Page/Parent 2 0 R/MediaBox[0 0 100 100]/Annots[4 0 R]>>',
        4: `<</Type/Annot/Subtype/Widget/FT/Btn/Ff ${kind}/T(a)/V/Off/AS/Off/Rect[10 10 50 50]/F 4/MK<</BC[1 0 0]>>/AP<</N<</Yes 6 0 R>>>>>>`,
        6: streamObject('/Type/XObject/Subtype/Form/BBox[0 0 40 40]', '0 0 1 rg 0 0 40 40 re f'),
      });
      return new PdfReader(filled(pdf, {}, { flatten: true }).pdf);
    };
    const drawnOn = (file: PdfReader) => {
      const [page] = getPages(file);
      const resources = page && file.dict(page.dict, 'Resources');
      return [...((resources && file.dict(resources, 'XObject')) ?? [])].length;
    };
    expect([drawnOn(flat(true)), drawnOn(flat(false))]).toEqual([1, 0]);
  });
});

describe('a flattened form with tags', () => {
  const font = '<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>';
  const tagged = (more: Readonly<Record<number, string>> = {}) =>
    taggedPdf({
      1: '<</Type/Catalog/Pages 2 0 R/StructTreeRoot 4 0 R/MarkInfo<</Marked true>>/Lang(en)/ViewerPreferences<</DisplayDocTitle true>>/Metadata 5 0 R/AcroForm 20 0 R>>',
      3: '<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 6 0 R/StructParents 0/Tabs/S/Annots[21 0 R 22 0 R]>>',
      7: '<</Type/StructElem/S/Document/P 4 0 R/K[23 0 R 9 0 R 24 0 R]>>',
      8: '<</Nums[0[9 0 R]1 23 0 R 2 24 0 R]>>',
      20: `<</Fields[21 0 R 22 0 R]/DA(/Helv 10 Tf 0 g)/DR<</Font<</Helv ${font}>>>>>>`,
      21: '<</Type/Annot/Subtype/Widget/FT/Tx/T(town)/TU(Town of birth)/Rect[10 10 210 30]/F 4/P 3 0 R/StructParent 1>>',
      22: '<</Type/Annot/Subtype/Widget/FT/Btn/T(agree)/TU(I agree)/Rect[10 50 30 70]/F 4/P 3 0 R/StructParent 2>>',
      23: '<</Type/StructElem/S/Form/P 7 0 R/K<</Type/OBJR/Obj 21 0 R/Pg 3 0 R>>>>',
      24: '<</Type/StructElem/S/Form/P 7 0 R/K[<</Type/OBJR/Obj 22 0 R/Pg 3 0 R>>]>>',
      ...more,
    });

  it('keeps each field at its place in the structure, with what it was', async () => {
    const { pdf } = filled(tagged(), { town: 'Łódź', agree: true }, { flatten: true });
    const { lines, untagged } = await readTagged(pdf);
    expect(lines.map((line) => line.trim())).toEqual(['Document', 'Form Łódź', 'P', 'Form']);
    expect(untagged).toBe('');
    const file = new PdfReader(pdf);
    const root = file.dict(file.catalog, 'StructTreeRoot') ?? new Map();
    expect(file.number(root, 'ParentTreeNextKey')).toBe(3);
    const text = JSON.stringify([...attributesOf(file)]);
    expect(text).toBe('["tv Town of birth","cb on I agree"]');
  });

  it('conforms to PDF/UA, as the form did', async () => {
    const { pdf } = filled(tagged(), { town: 'Łódź', agree: true }, { flatten: true });
    const { findings } = await checkConformance(pdf, { levels: ['pdfua-1'] });
    expect(findings.map(({ clause, test, message }) => `${clause}-${test} ${message}`)).toEqual([]);
  });

  it('gives a field without a tag an element of its own', async () => {
    const without = tagged({
      8: '<</Nums[0[9 0 R]2 24 0 R]>>',
      21: '<</Type/Annot/Subtype/Widget/FT/Tx/T(town)/TU(Town)/Rect[10 10 210 30]/F 4/P 3 0 R>>',
      7: '<</Type/StructElem/S/Document/P 4 0 R/K[9 0 R 24 0 R]>>',
    });
    const { lines, untagged } = await readTagged(filled(without, { town: 'Bonn' }, { flatten: true }).pdf);
    expect(lines.map((line) => line.trim())).toEqual(['Document', 'P', 'Form', 'Form Bonn']);
    expect(untagged).toBe('');
  });
});

function* attributesOf(file: PdfReader): Generator<string> {
  const root = file.dict(file.catalog, 'StructTreeRoot') ?? new Map();
  const document = file.resolve(file.get(root, 'K'));
  for (const kid of file.array(document as never, 'K') ?? []) {
    const element = file.resolve(kid) as never;
    const attributes = file.resolve(file.array(element, 'A')?.[0]) as never;
    if (attributes === null) continue;
    const words = [
      file.name(attributes, 'Role'),
      file.name(attributes, 'checked'),
      file.string(attributes, 'Desc')?.bytes,
    ];
    yield words.filter((word) => word !== undefined).join(' ');
  }
}
