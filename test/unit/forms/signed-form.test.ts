/** Forms that are signed: filled without breaking their signatures, or not at all. */
import { describe, expect, it } from 'vitest';
import { listForm } from '../../../src/forms/list-form.ts';
import { PdfReader } from '../../../src/pdf/reading/reader.ts';
import { fill, filled, problemsOf } from '../../support/forms/filled.ts';
import { buildPdf, streamObject } from '../../support/pdf/build-pdf.ts';
import { hasPdfsig, run } from '../../support/pdf/installed.ts';
import { errorsOf, firstSignature, formPdf, signed, warningsOf } from '../render/sealing/signed.ts';

/** A form with two text fields, a check box without an appearance, and a signature field with this lock. */
const lockable = (lock: string) =>
  buildPdf({
    1: '<</Type/Catalog/Pages 2 0 R/AcroForm 5 0 R>>',
    2: '<</Type/Pages/Count 1/Kids[3 0 R]>>',
    3: '<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R/Annots[6 0 R 7 0 R 8 0 R 9 0 R]/Resources<<>>>>',
    4: streamObject('', '0 0 100 100 re f'),
    5: '<</Fields[6 0 R 7 0 R 8 0 R 9 0 R]/DA(/Helv 10 Tf 0 g)/NeedAppearances true>>',
    6: '<</Type/Annot/Subtype/Widget/FT/Tx/T(town)/Rect[10 10 100 50]/F 4/P 3 0 R>>',
    7: '<</Type/Annot/Subtype/Widget/FT/Tx/T(price)/V(12)/Rect[10 110 100 150]/F 4/P 3 0 R>>',
    8: '<</Type/Annot/Subtype/Widget/FT/Btn/T(agree)/Rect[10 210 30 230]/F 4/P 3 0 R>>',
    9: `<</Type/Annot/Subtype/Widget/FT/Sig/T(Author)/Rect[0 0 0 0]/F 132/P 3 0 R/Lock<</Type/SigFieldLock${lock}>>>>`,
  });

describe('a signed form', () => {
  it('is only appended to, and its signature stays valid', async () => {
    const before = await signed(formPdf);
    const { pdf } = filled(before, { town: 'Wien' });
    expect(Buffer.from(pdf.subarray(0, before.length)).equals(before)).toBe(true);
    expect(errorsOf(pdf)).toEqual([]);
    expect(warningsOf(pdf)).toEqual([expect.stringContaining('the field town')]);
    expect(firstSignature(pdf).valid).toBe(true);
    // A second time, too.
    expect(firstSignature(filled(pdf, { town: 'Žilina' }).pdf).valid).toBe(true);
  });

  it.skipIf(!hasPdfsig)('is valid, says poppler', async () => {
    const { pdf } = filled(await signed(formPdf), { town: 'Wien' });
    expect(run('pdfsig', ['-nocert', '{}'], pdf)).toContain('Signature is Valid');
  });

  it('is filled where its certification permits that', async () => {
    for (const certification of [2, 3] as const) {
      const { pdf } = filled(await signed(formPdf, { certification }), { town: 'Wien' });
      expect(firstSignature(pdf).valid).toBe(true);
    }
    const sealed = await signed(formPdf, { certification: 1 });
    expect(() => fill(sealed, { town: 'Wien' })).toThrow('permits no changes');
  });

  it('names the fields that a signature locks, and leaves them alone', async () => {
    const of = async (lock: string) => await signed(lockable(lock), { field: 'Author' });
    const rule = ['is locked by the signature Author'];
    const data = { town: 'Wien', price: 13 };
    expect(problemsOf(await of('/Action/All'), data)).toEqual({ town: rule, price: rule });
    const some = await of('/Action/Include/Fields[(price)]');
    expect(problemsOf(some, data)).toEqual({ price: rule });
    expect(problemsOf(await of('/Action/Exclude/Fields[(price)]'), data)).toEqual({ town: rule });
    const { pdf } = filled(some, { town: 'Wien', agree: true });
    expect(errorsOf(pdf)).toEqual([]);
  });

  it('is not filled where the lock of a signature permits no changes', async () => {
    // Action Include without names locks no field: only /P does (ISO 32000-2, table 236).
    const of = async (level: number) =>
      await signed(lockable(`/Action/Include/Fields[]/P ${level}`), { field: 'Author' });
    const sealed = await of(1);
    expect(() => fill(sealed, { town: 'Wien' })).toThrow('The signature Author permits no changes');
    for (const level of [2, 3]) {
      expect(errorsOf(filled(await of(level), { town: 'Wien' }).pdf)).toEqual([]);
    }
  });

  it('stays as it is where the data says nothing new', async () => {
    const once = filled(await signed(formPdf), { town: 'Wien' }).pdf;
    for (const [before, data] of [
      [once, {}],
      [once, { town: 'Wien' }],
      // A field without an appearance is drawn with new values only.
      [await signed(formPdf), {}],
    ] as const) {
      const { pdf, warnings } = filled(before, data);
      expect(Buffer.from(pdf).equals(before)).toBe(true);
      expect(warnings).toEqual(['The signed PDF has these values already, and stays as it is.']);
    }
    expect(filled(once, { town: 'Graz' }).pdf.length).toBeGreaterThan(once.length);
  });

  it('keeps a signature whose name a text field has too', async () => {
    const twice = buildPdf({
      1: '<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[4 0 R 5 0 R]/DA(/Helv 10 Tf 0 g)>>>>',
      2: '<</Type/Pages/Count 1/Kids[3 0 R]>>',
      3: '<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Annots[4 0 R 5 0 R]/Resources<<>>>>',
      4: '<</Type/Annot/Subtype/Widget/FT/Tx/T(Buyer)/Rect[10 10 100 50]/F 4/P 3 0 R>>',
      5: '<</FT/Sig/T(Buyer)/Kids[6 0 R]>>',
      6: '<</Type/Annot/Subtype/Widget/Parent 5 0 R/Rect[0 0 0 0]/F 132/P 3 0 R>>',
    });
    const pdf = filled(await signed(twice), { Buyer: 'Bob' }).pdf;
    expect(firstSignature(pdf)).toMatchObject({ field: 'Signature1', valid: true });
    const fields = listForm(new PdfReader(filled(twice, { Buyer: 'Bob' }).pdf));
    expect(fields).toMatchObject([
      { name: 'Buyer', type: 'text', value: 'Bob' },
      { name: 'Buyer', type: 'signature', value: null, signed: false },
    ]);
  });

  it('is not flattened', async () => {
    const pdf = await signed(formPdf);
    expect(() => fill(pdf, { town: 'Wien' }, { flatten: true })).toThrow('without its fields');
  });
});
