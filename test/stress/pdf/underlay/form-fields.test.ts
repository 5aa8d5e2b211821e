/** The values of filled forms used as a base are visible on the document, whether or not they have appearances. */
import { PDFDocument, PDFHexString, PDFName, PDFString, StandardFonts } from '@cantoo/pdf-lib';
import { describe, expect, it } from 'vitest';
import { underlay } from '../../../../src/pdf/underlay/underlay.ts';
import { applyBase } from '../../../../src/template/base-pdf.ts';
import { isInkAlike } from '../../../support/images/is-ink-alike.ts';
import { imageDistance, popplerImage } from '../../../support/images/poppler-image.ts';
import { buildPdf, minimalObjects, streamObject } from '../../../support/pdf/build-pdf.ts';
import { hasPoppler, pixels } from '../../../support/pdf/installed.ts';
import { uprightAnnotation } from '../../../support/pdf/upright-annotation.ts';

const size: [number, number] = [300, 200];
const blank = buildPdf({
  1: '<</Type/Catalog/Pages 2 0 R>>',
  2: '<</Type/Pages/Count 1/Kids[3 0 R]>>',
  3: `<</Type/Page/Parent 2 0 R/MediaBox[0 0 ${size.join(' ')}]>>`,
});

type Kind = 'text' | 'lines' | 'list' | 'choice' | 'mark' | 'radio';

/** Creates a form with one filled field, drawn by pdf-lib. */
async function filled(kind: Kind): Promise<PDFDocument> {
  const document = await PDFDocument.create();
  await document.embedFont(StandardFonts.Helvetica);
  const page = document.addPage(size);
  const form = document.getForm();
  const at = { x: 50, y: 60, width: 200, height: 80 };
  if (kind === 'text' || kind === 'lines') {
    const field = form.createTextField('outer.inner');
    if (kind === 'lines') field.enableMultiline();
    field.setText(kind === 'lines' ? 'First line\nSecond line' : 'Filled value');
    field.addToPage(page, at);
  } else if (kind === 'choice') {
    const field = form.createDropdown('choice');
    field.setOptions(['Alpha', 'Beta']);
    field.select('Beta');
    field.addToPage(page, at);
  } else if (kind === 'list') {
    const field = form.createOptionList('list');
    field.setOptions(['Alpha', 'Beta']);
    field.select('Beta');
    field.addToPage(page, at);
  } else if (kind === 'mark') {
    const field = form.createCheckBox('mark');
    field.addToPage(page, at);
    field.check();
  } else {
    const field = form.createRadioGroup('radio');
    field.addOptionToPage('one', page, { ...at, width: 40, height: 40 });
    field.addOptionToPage('two', page, { ...at, x: 150, width: 40, height: 40 });
    field.select('two');
  }
  form.updateFieldAppearances();
  return document;
}

const save = (document: PDFDocument) => document.save({ updateFieldAppearances: false });

function takeLooks(document: PDFDocument): void {
  for (const field of document.getForm().getFields()) {
    for (const widget of field.acroField.getWidgets()) widget.dict.delete(PDFName.of('AP'));
  }
}

const isAlike = (a: Uint8Array, b: Uint8Array): boolean =>
  isInkAlike(popplerImage(a, 1, 72), popplerImage(b, 1, 72), [53, 63, 247, 137]);

const kinds: Kind[] = ['text', 'lines', 'list', 'choice', 'mark', 'radio'];

describe.runIf(hasPoppler)('a filled field is visible', () => {
  it.each(kinds)(
    "%s: with its producer's appearance, or a generated one if that is missing",
    async (kind) => {
      const drawn = await save(await filled(kind));
      const expected = pixels(drawn);
      expect(expected.equals(pixels(blank))).toBe(false);
      expect(pixels(await applyBase(blank, drawn)).equals(expected)).toBe(true);
      // pdf-lib draws marks differently.
      if (kind === 'radio' || kind === 'mark') return;
      const document = await filled(kind);
      takeLooks(document);
      expect(isAlike(await applyBase(blank, await save(document)), drawn)).toBe(true);
    },
  );

  it('with a new appearance if the producer marks the old one as outdated', async () => {
    const document = await filled('text');
    const expected = await save(document);
    const field = document.getForm().getTextField('outer.inner');
    field.setText('Old');
    document.getForm().updateFieldAppearances();
    field.acroField.dict.set(PDFName.of('V'), PDFString.of('Filled value'));
    document.getForm().acroForm.dict.set(PDFName.of('NeedAppearances'), document.context.obj(true));
    expect(isAlike(await applyBase(blank, await save(document)), expected)).toBe(true);
  });
});

describe.runIf(hasPoppler)('a mark without an appearance', () => {
  const button = (flags: number, state: string, more = '') =>
    buildPdf({
      1: '<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[4 0 R]>>>>',
      2: '<</Type/Pages/Count 1/Kids[3 0 R]>>',
      3: '<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]/Annots[5 0 R]>>',
      4: `<</T(mark)/FT/Btn/Ff ${flags}/V/Chosen/Kids[5 0 R]>>`,
      5: `<</Type/Annot/Subtype/Widget/Parent 4 0 R/Rect[100 50 200 150]${state}${more}>>`,
    });
  const drawn = async (pdf: Buffer) => pixels(await applyBase(blank, pdf));
  // A function, because poppler may be missing when the tests are collected.
  const nothing = () => pixels(blank);
  const [checkBox, radioButton] = [0, 1 << 15];

  it.each([
    ['a check box', checkBox, '/AS/Chosen'],
    ['a check box that only its value chooses', checkBox, ''],
    ['a radio button', radioButton, '/AS/Chosen'],
  ])('is drawn: %s', async (_, flags, state) => {
    const seen = await drawn(button(flags, state));
    expect(seen.equals(nothing())).toBe(false);
    expect(seen.equals(await drawn(button(flags, state, '/MK<</CA(8)>>')))).toBe(false);
  });

  it.each([
    ['a check box', checkBox, '/AS/Off'],
    ['a radio button', radioButton, '/AS/Off'],
    ['a radio button that does not say its state', radioButton, ''],
  ])('is not drawn in the off state: %s, but its border and background are', async (_, flags, state) => {
    expect((await drawn(button(flags, state))).equals(nothing())).toBe(true);
    const frame = '/MK<</BC[1 0 0]/BG[0.8]>>/BS<</W 3>>';
    expect((await drawn(button(flags, state, frame))).equals(nothing())).toBe(false);
  });

  it('has its frame if viewers were asked to draw it, and keeps the look of its other state', async () => {
    const box = (form: string, state: string) =>
      buildPdf({
        1: `<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[4 0 R]${form}>>>>`,
        2: '<</Type/Pages/Count 1/Kids[3 0 R]>>',
        3: '<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]/Annots[4 0 R]>>',
        4: `<</Type/Annot/Subtype/Widget/T(mark)/FT/Btn/AS/${state}/Rect[100 50 200 150]/MK<</BC[1 0 0]>>/AP<</N<</Yes 5 0 R>>>>>>`,
        5: streamObject('/Type/XObject/Subtype/Form/BBox[0 0 100 100]', '0 0 1 rg 0 0 100 100 re f'),
      });
    const isDrawn = async (pdf: Buffer) => !(await drawn(pdf)).equals(nothing());
    expect(await isDrawn(box('', 'Off'))).toBe(false);
    expect(await isDrawn(box('/NeedAppearances true', 'Off'))).toBe(true);
    const on = await drawn(box('', 'Yes'));
    expect(on.equals(await drawn(box('/NeedAppearances true', 'Yes')))).toBe(true);
    // Viewers draw no appearance without a box, and this one is asked for.
    const boxless = (form: string) =>
      Buffer.from(
        box(form, 'Yes').toString('latin1').replace('/BBox[0 0 100 100]', ' '.repeat(18)),
        'latin1',
      );
    expect(await isDrawn(boxless(''))).toBe(false);
    expect(await isDrawn(boxless('/NeedAppearances true'))).toBe(true);
  });
});

describe.runIf(hasPoppler)('an annotation that stays upright', () => {
  it.each([0, 90, 180, 270])(
    'is drawn as viewers do, on a page that is turned by %i degrees',
    async (turn) => {
      const pdf = uprightAnnotation(turn, () => '/Subtype/Stamp');
      const square = buildPdf({
        1: '<</Type/Catalog/Pages 2 0 R>>',
        2: '<</Type/Pages/Count 1/Kids[3 0 R]>>',
        3: '<</Type/Page/Parent 2 0 R/MediaBox[0 0 288 288]>>',
      });
      const drawn = await applyBase(square, pdf);
      expect(imageDistance(popplerImage(drawn, 1, 50), popplerImage(pdf, 1, 50)).far).toBe(0);
    },
  );
});

describe.runIf(hasPoppler)('a field without an appearance', () => {
  const field = (entries: string, form = '/NeedAppearances true') =>
    buildPdf({
      1: `<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[4 0 R]/DA(/Helv 12 Tf)${form}>>>>`,
      2: '<</Type/Pages/Count 1/Kids[3 0 R]>>',
      3: '<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]/Annots[4 0 R]>>',
      4: `<</Type/Annot/Subtype/Widget/Rect[10 10 200 50]/T(f)/FT/Tx${entries}>>`,
      5: streamObject('/Type/XObject/Subtype/Form/BBox[0 0 90 40]', '/Tx BMC EMC'),
      6: streamObject('/Type/XObject/Subtype/Form/BBox[0 0 90 40]', 'BT 1 0 0 1 5 5 Tm (x) Tj ET'),
      7: streamObject(
        '/Type/XObject/Subtype/Form/BBox[0 0 190 40]/Resources<</Font<</F 8 0 R>>>>',
        '0 1 0 rg 0 0 90 40 re f BT 0 g /F 30 Tf 5 5 Td (x) Tj ET',
      ),
      8: '<</Type/Font/Subtype/Type1/BaseFont/Times-Roman>>',
    });

  it('is drawn if its value is rich text', async () => {
    const seen = pixels(await applyBase(blank, field('/V(Rich)/RV(<p>Rich</p>)/Ff 33554432')));
    expect(seen.equals(pixels(blank))).toBe(false);
  });

  it.each([
    ['without a style', '', '/BS<</W 1>>'],
    ['whose width an older entry gives', '/Border[0 0 3]', '/BS<</W 3>>'],
  ])('is drawn with a border %s', async (_, entries, style) => {
    const colour = '/V(x)/MK<</BC[1 0 0]>>';
    const seen = pixels(await applyBase(blank, field(`${colour}${entries}`)));
    expect(seen.equals(pixels(await applyBase(blank, field(`${colour}${style}`))))).toBe(true);
    expect(seen.equals(pixels(await applyBase(blank, field('/V(x)'))))).toBe(false);
  });

  it('keeps an appearance that shows its value', async () => {
    const value = '/V(x)/AP<</N 7 0 R>>';
    const seen = pixels(await applyBase(blank, field(value)));
    expect(seen.equals(pixels(await applyBase(blank, field(value, ''))))).toBe(true);
  });

  it('keeps an appearance that shows text if no font has its characters', async () => {
    await expect(applyBase(blank, field('/V<FEFF6F22>/AP<</N 6 0 R>>'))).resolves.toBeDefined();
  });

  it('is rejected if its appearance is empty and no font has its characters', async () => {
    await expect(applyBase(blank, field('/V<FEFF6F22>/AP<</N 5 0 R>>'))).rejects.toThrow(
      'The form field "f" cannot be drawn: no font has the character "漢" (U+6F22).',
    );
  });

  it('is skipped if it is broken and has no value', async () => {
    const broken = buildPdf({
      ...minimalObjects,
      1: '<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[7 null<</T(x)>>]/NeedAppearances true>>>>',
    });
    await expect(applyBase(blank, broken)).resolves.toBeDefined();
  });
});

it('reports a value that cannot be drawn', async () => {
  const document = await filled('text');
  takeLooks(document);
  const field = document.getForm().getTextField('outer.inner');
  field.acroField.dict.set(PDFName.of('V'), PDFHexString.fromText('漢字'));
  await expect(applyBase(blank, await save(document))).rejects.toThrow(
    'base.pdf cannot be used: The form field "outer.inner" cannot be drawn: no font has the character "漢" (U+6F22).',
  );
});

describe('a field needs no appearance', () => {
  const base = (field: string, form = '') =>
    buildPdf({
      1: `<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[4 0 R]${form}>>>>`,
      2: '<</Type/Pages/Count 1/Kids[3 0 R]>>',
      3: '<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]/Annots[4 0 R]>>',
      4: `<</Type/Annot/Subtype/Widget/Rect[10 10 100 50]/T(f)${field}>>`,
      5: streamObject('/Type/XObject/Subtype/Form/BBox[0 0 90 40]', '0 0 90 40 re f'),
      6: streamObject('/Type/XObject/Subtype/Form', '0 0 90 40 re f'),
    });
  const look = '/AP<</N 5 0 R>>';

  it.each([
    ['without a value', '/FT/Tx', ''],
    ['with an empty one', '/FT/Tx/V()', ''],
    ['that is hidden', '/FT/Tx/V(x)/F 2', ''],
    ['that has one', `/FT/Tx/V(x)${look}`, ''],
    ['that has one, in a form that vouches for it', `/FT/Tx/V(x)${look}`, '/NeedAppearances false'],
    ['that is a box without a mark', '/FT/Btn/AS/Off', ''],
    ['that is a box with one that viewers do not draw', '/FT/Btn/AS/Off/MK<</BC[0]>>/AP<</N 6 0 R>>', ''],
    ['that is a radio button, whose state nobody names', '/FT/Btn/Ff 32768/V/Yes', ''],
    ['that is a place for a signature', '/FT/Sig', '/NeedAppearances true'],
  ])('%s', (_, field, form) => {
    expect(() => underlay(blank, base(field, form))).not.toThrow();
  });

  it.each([
    ['with a text', '/FT/Tx/V(x)', ''],
    ['with a choice', '/FT/Ch/V[(x)]', ''],
    ['with a mark', '/FT/Btn/AS/Yes', ''],
    ['with a mark that its value says', '/FT/Btn/V/Yes', ''],
    ['that is a radio button', '/FT/Btn/Ff 32768/AS/Yes', ''],
    ['with a frame', '/FT/Btn/AS/Off/MK<</BC[0]>>', ''],
    ['that is an empty choice with a frame', '/FT/Ch/MK<</BC[0]>>', ''],
    ['that is an empty text with a ground', '/FT/Tx/MK<</BG[1 0 0]>>', ''],
    ['whose look is out of date', `/FT/Tx/V(x)${look}`, '/NeedAppearances true'],
  ])('but one does %s', (_, field, form) => {
    expect(() => underlay(blank, base(field, form))).toThrow(/has a value that is not drawn/);
  });

  it('but one does if type and value are in the parent field', () => {
    const pdf = buildPdf({
      1: '<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[5 0 R]>>>>',
      2: '<</Type/Pages/Count 1/Kids[3 0 R]>>',
      3: '<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]/Annots[4 0 R]>>',
      4: '<</Type/Annot/Subtype/Widget/Rect[10 10 100 50]/Parent 5 0 R>>',
      5: '<</T(f)/FT/Tx/V(x)/Kids[4 0 R]>>',
    });
    expect(() => underlay(blank, pdf)).toThrow(/has a value that is not drawn/);
  });
});
