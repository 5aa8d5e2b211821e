/** Forms filled: values, appearances, fonts, and everything that is wrong with the data. */
import { describe, expect, it } from 'vitest';
import { listForm } from '../../../src/forms/list-form.ts';
import { inspectPdf } from '../../../src/pdf/inspect-pdf.ts';
import { PdfError } from '../../../src/pdf/pdf-error.ts';
import { PdfReader } from '../../../src/pdf/reading/reader.ts';
import { fieldsSeen } from '../../support/forms/fields-seen.ts';
import { fill, filled, problemsOf } from '../../support/forms/filled.ts';
import { makeForm } from '../../support/forms/make-form.ts';
import { buildPdf } from '../../support/pdf/build-pdf.ts';
import { fixture } from '../../support/pdf/fixture.ts';
import { hasMutool, hasPoppler, hasQpdf, qpdf, run } from '../../support/pdf/installed.ts';
import { readPdf } from '../../support/read-pdf.ts';

const form = await makeForm();

const data = {
  person: { name: 'Ada Lovelace', zip: '0123' },
  notes: 'First line\r\nA second line that is long enough that it has to be wrapped',
  agree: true,
  colour: 'green',
  country: 'Chile',
  tags: ['three', 'one'],
};

const valuesOf = (pdf: Uint8Array) =>
  Object.fromEntries(listForm(new PdfReader(pdf)).map(({ name, value }) => [name, value]));

describe('a filled form', () => {
  it('has the values, as other readers see them too', async () => {
    const { pdf, warnings, pages } = filled(form, data);
    expect([warnings, pages]).toEqual([[], 1]);
    expect(valuesOf(pdf)).toEqual({
      'person.name': 'Ada Lovelace',
      'person.zip': '0123',
      notes: 'First line\nA second line that is long enough that it has to be wrapped',
      agree: true,
      colour: 'green',
      country: 'Chile',
      tags: ['one', 'three'],
      fixed: 'as it is',
    });
    expect(await fieldsSeen(pdf)).toEqual({
      'person.name': 'Ada Lovelace',
      'person.zip': '0123',
      notes: 'First line\nA second line that is long enough that it has to be wrapped',
      agree: 'Yes',
      colour: 'green',
      country: ['Chile'],
      tags: ['one', 'three'],
      fixed: 'as it is',
    });
  });

  it.skipIf(!hasPoppler)('shows them, says poppler', () => {
    const text = run('pdftotext', ['-layout', '{}', '-'], filled(form, data).pdf);
    for (const shown of ['Ada Lovelace', 'First line', 'long enough', 'Chile', 'as it is']) {
      expect(text).toContain(shown);
    }
    expect(text).not.toContain('Nobody');
    expect(text).toMatch(/0 +1 +2 +3/);
  });

  it.skipIf(!hasMutool)('shows them, says MuPDF', () => {
    expect(run('mutool', ['draw', '-F', 'txt', '{}'], filled(form, data).pdf)).toContain('Ada Lovelace');
  });

  it.skipIf(!hasQpdf)('is a valid file', () => {
    for (const flatten of [false, true]) {
      expect(run('qpdf', ['--check', '{}'], filled(form, data, { flatten }).pdf)).toContain('No syntax');
    }
  });

  it('keeps no earlier values, and leaves nothing to viewers', () => {
    const drawing = Buffer.from(form.buffer, form.byteOffset, form.length);
    const needy = new PdfReader(filled(drawing, data).pdf);
    expect(needy.dict(needy.catalog, 'AcroForm')?.has('NeedAppearances')).toBe(false);
    expect(valuesOf(filled(form, { person: { name: null } }).pdf)['person.name']).toBe('');
  });

  it('takes nested data, names with dots, numbers, and numbered items', async () => {
    const numbered = await makeForm((made, page) => {
      for (const name of ['items.0.price', 'rows[0].price']) made.createTextField(name).addToPage(page);
    });
    const { pdf } = filled(numbered, {
      'person.name': 'Ada',
      items: [{ price: 12.5 }],
      rows: [{ price: 3 }],
    });
    expect(valuesOf(pdf)).toMatchObject({
      'person.name': 'Ada',
      'items.0.price': '12.5',
      'rows[0].price': '3',
    });
  });

  it('warns of text that does not fit and of required fields that are empty', () => {
    const long = 'a text that is longer than the field '.repeat(3);
    expect(filled(form, { person: { name: long } }).warnings).toEqual([
      'The text of the field person.name does not fit in its place.',
    ]);
    expect(filled(form, { person: { name: '' } }).warnings).toEqual([
      'Required fields are empty: person.name.',
    ]);
  });
});

describe('data that does not fit', () => {
  it('is named by field, all of it at once', () => {
    const wrong = {
      person: { nam: 'Ada', zip: '123456', name: 'two\nlines' },
      notes: true,
      agree: 'maybe',
      colour: 'blue',
      country: 'Cile',
      tags: ['one', 'nine'],
      fixed: 'other',
    };
    expect(problemsOf(form, wrong)).toEqual({
      'person.nam': ['is no field of the form. Did you mean "person.name"?'],
      'person.zip': ['has 5 cells, and the text has 6 characters'],
      'person.name': ['has one line, and the text has 2'],
      notes: ['must be text or a number; it is true'],
      agree: ['must be true or false (or "Yes"); it is "maybe"'],
      colour: ['must be "red" or "green"; it is "blue"'],
      country: ['must be "Austria", "Belgium" or "Chile"; it is "Cile"'],
      tags: ['must be "one", "two" or "three"; it is "nine"'],
      fixed: ['is read-only'],
    });
  });

  it('is that of a PDF without a form, too', () => {
    expect(problemsOf(fixture('plain'), { name: 'Ada' })).toEqual({
      name: ['is no field: the PDF has no form fields'],
    });
  });

  it('is a second value for one field', () => {
    expect(problemsOf(form, { person: { name: 'a' }, 'person.name': 'b' })).toEqual({
      'person.name': ['has two values in the data'],
    });
  });
});

describe('characters', () => {
  it('that the font of the form lacks are drawn with an embedded one', async () => {
    const { pdf } = filled(form, { person: { name: 'Žižková Ω Привет' } }, { flatten: true });
    const { pages, place } = await readPdf(pdf);
    expect(pages[0]).toContain('Žižková Ω Привет');
    expect(place(1, 'Žižková').font).toMatch(/^[A-Z]{6}\+OpenSans-Regular$/);
    expect(inspectPdf(pdf).fonts).toEqual(['Helvetica', 'OpenSans-Regular']);
  });

  it('that no font has are an error that names field and character', () => {
    expect(problemsOf(form, { person: { name: '漢字' }, notes: 'a\u0007' })).toEqual({
      'person.name': ['no font has the character "漢" (U+6F22)', 'no font has the character "字" (U+5B57)'],
      notes: ['no font has the character U+0007'],
    });
  });

  it('are those of the encoding of the form', async () => {
    const differences = '/Differences[65/Zcaron 66/adieresis 67/uni00DF]';
    const pdf = buildPdf({
      1: `<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[4 0 R]/DA(/F 0 Tf 1 0 0 rg)/DR<</Font<</F<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding<</Type/Encoding/BaseEncoding/WinAnsiEncoding${differences}>>>>>>>>>>>>`,
      2: '<</Type/Pages/Count 1/Kids[3 0 R]>>',
      3: '<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 100]/Annots[4 0 R]>>',
      4: '<</Type/Annot/Subtype/Widget/FT/Tx/T(a)/Rect[10 10 150 30]/F 4/P 3 0 R>>',
    });
    const { pdf: made } = filled(pdf, { a: 'Žäß' }, { flatten: true });
    const { pages } = await readPdf(made);
    expect(pages[0]?.trim()).toBe('Žäß');
    expect(inspectPdf(made).fonts).toEqual(['Helvetica']);
  });

  it('are drawn with a font whose name must be escaped, or that has none', async () => {
    const font = '<</Type/Font/Subtype/Type1/BaseFont/Courier/Encoding/WinAnsiEncoding>>';
    const pdf = (appearance: string) =>
      buildPdf({
        1: `<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[4 0 R]/DR<</Font<</My#20#28Font ${font}>>>>>>>>`,
        2: '<</Type/Pages/Count 1/Kids[3 0 R]>>',
        3: '<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 100]/Annots[4 0 R]>>',
        4: `<</Type/Annot/Subtype/Widget/FT/Tx/T(a)/Rect[10 10 150 30]/F 4/P 3 0 R/DA(${appearance})>>`,
      });
    const shown = async (appearance: string) => {
      const { pdf: made } = filled(pdf(appearance), { a: 'text' }, { flatten: true });
      return [inspectPdf(made).fonts, (await readPdf(made)).place(1, 'text').size];
    };
    expect(await shown('/My#20#28Font 9 Tf')).toEqual([['Courier'], 9]);
    expect(await shown('/ 8 Tf 1 0 0 rg')).toEqual([['Helvetica'], 8]);
  });

  it('of a subset of a font are those that it was made for', () => {
    const font =
      '<</Type/Font/Subtype/TrueType/BaseFont/ABCDEF+Some/Encoding/WinAnsiEncoding/FirstChar 97/LastChar 98/Widths[500 0]>>';
    const pdf = buildPdf({
      1: `<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[4 0 R]/DA(/F 10 Tf 0 g)/DR<</Font<</F ${font}>>>>>>>>`,
      2: '<</Type/Pages/Count 1/Kids[3 0 R]>>',
      3: '<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 100]/Annots[4 0 R]>>',
      4: '<</Type/Annot/Subtype/Widget/FT/Tx/T(a)/Rect[10 10 150 30]/F 4/P 3 0 R>>',
    });
    const fontsOf = (text: string) => inspectPdf(filled(pdf, { a: text }, { flatten: true }).pdf).fonts;
    expect(fontsOf('aa')).toEqual(['Some']);
    expect(fontsOf('ab')).toEqual(['OpenSans-Regular']);
  });
});

describe('an appearance', () => {
  /** A form with one text field, of 200 by 20 points at 10, 10 on a page of 300 by 100. */
  const single = (entries: string, rect = '10 10 210 30') =>
    buildPdf({
      1: '<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[4 0 R]/DA(/Helv 10 Tf 0 g)>>>>',
      2: '<</Type/Pages/Count 1/Kids[3 0 R]>>',
      3: '<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 100]/Annots[4 0 R]>>',
      4: `<</Type/Annot/Subtype/Widget/FT/Tx/T(a)/Rect[${rect}]/F 4/P 3 0 R${entries}>>`,
    });
  const points = (millimetres: number) => (millimetres / 25.4) * 72;
  const placed = async (entries: string, text: string, rect?: string) => {
    const { place } = await readPdf(filled(single(entries, rect), { a: text }, { flatten: true }).pdf);
    const found = place(1, text.slice(0, 1));
    return { left: points(found.left), bottom: 100 - points(found.top), size: found.size };
  };

  it('begins at the left, in the middle or at the right', async () => {
    const width = 5.56;
    expect((await placed('', '1')).left).toBeCloseTo(12, 1);
    expect((await placed('/Q 1', '1')).left).toBeCloseTo(110 - width / 2, 1);
    expect((await placed('/Q 2', '1')).left).toBeCloseTo(208 - width, 1);
  });

  it('has the size of the field, or one that fits', async () => {
    expect((await placed('', '1')).size).toBe(10);
    expect((await placed('/DA(/Helv 0 Tf)', '1')).size).toBeCloseTo(20 / 1.35, 1);
    const narrow = (await placed('/DA(/Helv 0 Tf)', '1'.repeat(60))).size;
    expect(narrow * 0.556 * 60).toBeLessThanOrEqual(196.1);
    expect(narrow).toBeGreaterThan(5);
    const lines = `${'word '.repeat(40)}end`;
    const area = (await placed('/DA(/Helv 0 Tf)/Ff 4096', lines, '10 10 210 60')).size;
    expect(area).toBeGreaterThanOrEqual(8);
    expect(area).toBeLessThan(12);
    expect(filled(single('/DA(/Helv 0 Tf)/Ff 4096', '10 10 210 60'), { a: lines }).warnings).toEqual([]);
  });

  it('puts each character of a comb into its cell', async () => {
    const { pdf } = filled(single('/Ff 16777216/MaxLen 10/Q 2'), { a: '12' }, { flatten: true });
    const { place } = await readPdf(pdf);
    expect(points(place(1, '1').left)).toBeCloseTo(10 + 8.5 * 20 - 2.78, 1);
    expect(points(place(1, '2').left)).toBeCloseTo(10 + 9.5 * 20 - 2.78, 1);
  });

  it('has the colour, background and border of the field', async () => {
    // Lines of letters are more than a pixel wide.
    const look = '/DA(/Helv 14 Tf 0 0 1 rg)/MK<</BG[1 1 0]/BC[1 0 0]>>/BS<</W 4/S/S>>';
    const { picture } = await readPdf(filled(single(look), { a: 'HHH' }).pdf);
    const { at } = await picture(1);
    const pixel = (x: number, y: number) => at((x / 72) * 25.4, ((100 - y) / 72) * 25.4);
    expect(pixel(11.5, 20)).toEqual([255, 0, 0]);
    expect(pixel(150, 20)).toEqual([255, 255, 0]);
    const { pixels } = await picture(1);
    let blue = 0;
    for (let i = 0; i < pixels.length; i += 4) {
      if ((pixels[i + 2] ?? 0) > 150 && (pixels[i] ?? 0) < 100) blue++;
    }
    expect(blue).toBeGreaterThan(3);
  });

  it.each([90, 180, 270])('is turned by %d degrees', async (turn) => {
    const rect = turn === 180 ? '10 10 210 30' : '10 10 30 90';
    const { pdf } = filled(single(`/MK<</R ${turn}>>`, rect), { a: 'up' }, { flatten: true });
    const { pages, place } = await readPdf(pdf);
    expect(pages[0]).toContain('up');
    const { left, top } = place(1, 'up');
    const [x, y] = [points(left), 100 - points(top)];
    if (turn === 90) expect([x > 20, y > 11 && y < 13]).toEqual([true, true]);
    if (turn === 180) expect([x > 207 && x < 209, y > 20]).toEqual([true, true]);
    if (turn === 270) expect([x < 20, y > 87 && y < 89]).toEqual([true, true]);
  });

  it('is made for buttons that have none', async () => {
    const pdf = buildPdf({
      1: '<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[4 0 R 5 0 R]>>>>',
      2: '<</Type/Pages/Count 1/Kids[3 0 R]>>',
      3: '<</Type/Page/Parent 2 0 R/MediaBox[0 0 100 100]/Annots[4 0 R 6 0 R 7 0 R]>>',
      4: '<</Type/Annot/Subtype/Widget/FT/Btn/T(box)/Rect[0 60 40 100]/F 4/P 3 0 R/MK<</CA(n)>>>>',
      5: '<</FT/Btn/Ff 32768/T(group)/Kids[6 0 R 7 0 R]/Opt[(first)(second)]>>',
      6: '<</Type/Annot/Subtype/Widget/Parent 5 0 R/Rect[0 0 40 40]/F 4/P 3 0 R>>',
      7: '<</Type/Annot/Subtype/Widget/Parent 5 0 R/Rect[60 0 100 40]/F 4/P 3 0 R>>',
    });
    const { pdf: made } = filled(pdf, { box: true, group: 'second' });
    expect(valuesOf(made)).toEqual({ box: true, group: 'second' });
    const { at } = await (await readPdf(made)).picture(1);
    const isBlack = (x: number, y: number) => at((x / 72) * 25.4, ((100 - y) / 72) * 25.4)[0] < 50;
    expect([isBlack(20, 80), isBlack(20, 20), isBlack(80, 20)]).toEqual([true, false, true]);
  });

  it('is drawn for other fields, where the form left it to viewers', async () => {
    const pdf = buildPdf({
      1: '<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[4 0 R 5 0 R]/NeedAppearances true/DA(/Helv 0 Tf 0 g)>>>>',
      2: '<</Type/Pages/Count 1/Kids[3 0 R]>>',
      3: '<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 100]/Annots[4 0 R 5 0 R]>>',
      4: '<</Type/Annot/Subtype/Widget/FT/Tx/T(a)/Rect[10 10 210 30]/F 4/P 3 0 R>>',
      5: '<</Type/Annot/Subtype/Widget/FT/Tx/T(b)/V(kept)/Rect[10 50 210 70]/F 4/P 3 0 R>>',
    });
    const { pages } = await readPdf(filled(pdf, { a: 'new' }, { flatten: true }).pdf);
    expect(pages[0]).toContain('new');
    expect(pages[0]).toContain('kept');
  });
});

describe('a form of XML', () => {
  const xfa = (fields: string, more = '') =>
    buildPdf({
      1: `<</Type/Catalog/Pages 2 0 R${more}/AcroForm<</Fields[${fields}]/XFA 5 0 R>>>>`,
      2: '<</Type/Pages/Count 1/Kids[3 0 R]>>',
      3: '<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 100]/Annots[4 0 R]>>',
      4: '<</Type/Annot/Subtype/Widget/FT/Tx/T(a)/Rect[10 10 210 30]/F 4/P 3 0 R>>',
      5: '<</Length 0>>\nstream\n\nendstream',
    });

  it('alone is an error', () => {
    const message = /dynamic XFA form/;
    expect(() => fill(xfa(''), { a: 'x' })).toThrow(message);
    expect(() => fill(xfa('4 0 R', '/NeedsRendering true'), { a: 'x' })).toThrow(message);
    expect(() => fill(xfa(''), { a: 'x' })).toThrow(PdfError);
  });

  it('beside fields is removed', () => {
    const { pdf, warnings } = filled(xfa('4 0 R'), { a: 'x' });
    const file = new PdfReader(pdf);
    expect(file.dict(file.catalog, 'AcroForm')?.has('XFA')).toBe(false);
    expect(warnings.join()).toContain('XFA');
  });
});

describe.skipIf(!hasQpdf)('a protected form', () => {
  const locked = (...options: readonly string[]) => qpdf(form, ['--encrypt', ...options, '--']);

  it('opens with its owner password, and is not protected any more', () => {
    const pdf = locked('user', 'owner', '256', '--modify=none');
    const result = filled(pdf, { agree: true }, { password: 'owner' });
    expect(result.warnings).toEqual(['The PDF was protected. The filled one is not.']);
    expect(valuesOf(result.pdf).agree).toBe(true);
  });

  it('keeps its restrictions if its author permits filling it', () => {
    const pdf = locked('', 'owner', '256', '--modify=form');
    const result = filled(pdf, { agree: true });
    expect(run('qpdf', ['--show-encryption', '{}'], result.pdf)).toMatch(
      /modify forms: allowed[\s\S]*modify annotations: not allowed/,
    );
    expect(() => fill(pdf, { agree: true }, { flatten: true })).toThrow(
      'does not permit to change its pages',
    );
  });

  it('is not filled if its author does not permit that', () => {
    expect(() => fill(locked('', 'owner', '256', '--modify=none'), { agree: true })).toThrow(
      'does not permit to fill it',
    );
    expect(() => fill(locked('user', 'owner', '256'), {})).toThrow('protected by a password');
  });
});
