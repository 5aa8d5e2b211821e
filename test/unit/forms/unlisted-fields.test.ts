/** Fields that no list of the form names: only pages have them, as some programs write them and viewers show them. */
import { describe, expect, it } from 'vitest';
import { listForm } from '../../../src/forms/list-form.ts';
import { mergeFiles } from '../../../src/pdf/merge/merge-files.ts';
import { PdfReader } from '../../../src/pdf/reading/reader.ts';
import { filled, problemsOf } from '../../support/forms/filled.ts';
import { buildPdf } from '../../support/pdf/build-pdf.ts';
import { errorsOf, signed } from '../render/sealing/signed.ts';

const widget = '/Type/Annot/Subtype/Widget/F 4/P 3 0 R';

/** A text field, a group with one, radio buttons, and a widget that is no field, because nothing says of which type. */
const unlisted = (form: string) =>
  buildPdf({
    1: `<</Type/Catalog/Pages 2 0 R${form}>>`,
    2: '<</Type/Pages/Count 1/Kids[3 0 R]>>',
    3: '<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Annots[4 0 R 6 0 R 8 0 R 9 0 R 10 0 R]/Resources<<>>>>',
    4: `<<${widget}/FT/Tx/T(town)/Rect[10 10 100 50]>>`,
    5: '<</T(person)/Kids[6 0 R]>>',
    6: `<<${widget}/Parent 5 0 R/FT/Tx/T(name)/Rect[10 110 100 150]>>`,
    7: `<</FT/Btn/Ff ${2 ** 15}/T(colour)/Kids[8 0 R 9 0 R]>>`,
    8: `<<${widget}/Parent 7 0 R/Rect[10 210 30 230]/AP<</N<</red 11 0 R/Off 11 0 R>>>>>>`,
    9: `<<${widget}/Parent 7 0 R/Rect[50 210 70 230]/AP<</N<</blue 11 0 R/Off 11 0 R>>>>>>`,
    10: `<<${widget}/T(stray)/Rect[10 310 100 330]>>`,
    11: '<</Type/XObject/Subtype/Form/BBox[0 0 20 20]/Length 0>>\nstream\n\nendstream',
  });

const forms = {
  'its list is empty': '/AcroForm<</Fields[]/DA(/Helv 0 Tf 0 g)>>',
  'it has no list': '/AcroForm<</DA(/Helv 0 Tf 0 g)>>',
  'there is no form': '',
};

const valuesOf = (pdf: Uint8Array) =>
  Object.fromEntries(listForm(new PdfReader(pdf)).map(({ name, value }) => [name, value]));

/** The names that the list of the form leads to. */
function listedNames(pdf: Uint8Array): string[] {
  const file = new PdfReader(pdf);
  const form = file.dict(file.catalog, 'AcroForm') ?? new Map();
  return (file.array(form, 'Fields') ?? []).map(
    (item) => file.string(file.resolve(item) as Parameters<typeof file.string>[0], 'T')?.bytes ?? '',
  );
}

describe('a field that only a page has', () => {
  it.each(Object.entries(forms))('is filled and listed where %s', (_, form) => {
    const pdf = unlisted(form);
    expect(valuesOf(pdf)).toEqual({ town: null, 'person.name': null, colour: null });
    const data = { town: 'Wien', person: { name: 'Ada' }, colour: 'blue' };
    const result = filled(pdf, data).pdf;
    expect(valuesOf(result)).toEqual({ town: 'Wien', 'person.name': 'Ada', colour: 'blue' });
    expect(listedNames(result)).toEqual(['town', 'person', 'colour']);
  });

  it('keeps its value apart from that of a field of another document with this name', () => {
    const [one, two] = ['Wien', 'Graz'].map((town) => filled(unlisted(''), { town }).pdf);
    const merged = mergeFiles([one ?? new Uint8Array(), unlisted(''), two ?? new Uint8Array()], {});
    const towns = Object.entries(valuesOf(merged)).filter(([name]) => name.startsWith('town'));
    expect(towns.map(([, value]) => value)).toEqual(['Wien', null, 'Graz']);
  });

  it('is listed beside those of the form, in which it may be missing from a group', () => {
    const pdf = buildPdf({
      1: '<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[12 0 R]>>>>',
      2: '<</Type/Pages/Count 1/Kids[3 0 R]>>',
      3: '<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Annots[4 0 R 5 0 R]/Resources<<>>>>',
      4: `<<${widget}/Parent 12 0 R/FT/Tx/T(town)/Rect[10 10 100 50]>>`,
      5: `<<${widget}/Parent 12 0 R/FT/Tx/T(name)/Rect[10 110 100 150]>>`,
      12: '<</T(person)/Kids[4 0 R]>>',
    });
    const result = filled(pdf, { person: { town: 'Wien', name: 'Ada' } }).pdf;
    expect(valuesOf(result)).toEqual({ 'person.town': 'Wien', 'person.name': 'Ada' });
  });

  it('is not filled in a signed PDF, in which no list may change', async () => {
    const pdf = await signed(unlisted(forms['its list is empty']));
    expect(problemsOf(pdf, { town: 'Wien' })).toEqual({
      town: ['is in no list of the form, to which a signed PDF cannot add it'],
    });
    expect(errorsOf(pdf)).toEqual([]);
  });
});
