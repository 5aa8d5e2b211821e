/**
 * What programs change in a file after it was signed, and may; and beside each what an attacker would make of it. What
 * pyHanko, DSS and iText say of such files is in bench/signatures.
 */
import { describe, expect, it } from 'vitest';
import { appendObjects } from '../../../support/pdf/append-objects.ts';
import { streamObject } from '../../../support/pdf/build-pdf.ts';
import { changed, error, objects, original, signedPdf, warning } from './changed.ts';
import { errorsOf, warningsOf } from './signed.ts';

const newSignature = '<</Type/Annot/Subtype/Widget/FT/Sig/T(Buyer)/Rect[0 0 0 0]/P 3 0 R>>';
const newText = '<</Type/Annot/Subtype/Widget/FT/Tx/T(price)/Rect[0 0 0 0]/P 3 0 R>>';

describe('the list of fields', () => {
  it('may have signature fields at its beginning, or another order', () => {
    for (const list of ['[30 0 R 6 0 R 15 0 R]', '[15 0 R 30 0 R 6 0 R]', '[15 0 R 6 0 R]']) {
      const pdf = changed({ 16: list, 30: newSignature });
      expect([list, errorsOf(pdf), warningsOf(pdf)]).toEqual([list, [], []]);
    }
  });

  it('may not lose a field, whatever its order', () => {
    for (const list of ['[30 0 R 15 0 R]', '[15 0 R 15 0 R]', '[30 0 R 30 0 R 15 0 R]']) {
      expect(errorsOf(changed({ 16: list, 30: newSignature }))).toEqual(error('the fields of the form'));
    }
  });

  it('may have no other new fields, and none twice', () => {
    expect(errorsOf(changed({ 16: '[30 0 R 6 0 R 15 0 R]', 30: newText }))).toEqual(
      error('a new field of the form'),
    );
    expect(errorsOf(changed({ 16: '[6 0 R 15 0 R 6 0 R]' }))).toEqual(error('a new field of the form'));
  });
});

describe('the extensions of the format', () => {
  it('may grow, in an object of their own too', () => {
    const grown = '<</ADBE<</BaseVersion/1.7/ExtensionLevel 8>>/ESIC<</BaseVersion/1.7/ExtensionLevel 1>>>>';
    expect(errorsOf(changed({ 7: grown }))).toEqual([]);
    const direct = objects[1].replace('/Extensions 7 0 R', `/Extensions${grown}`);
    expect(errorsOf(changed({ 1: direct }))).toEqual([]);
  });

  it('may not lose a developer', () => {
    expect(errorsOf(changed({ 7: '<</ESIC<</BaseVersion/1.7/ExtensionLevel 1>>>>' }))).toEqual(
      error('the extensions of the format'),
    );
    expect(errorsOf(changed({ 7: 'null' }))).toEqual(error('the extensions of the format'));
  });

  it('may not change where a page draws with the same object', async () => {
    const before = { 1: objects[1].replace('/Extensions 7 0 R', '/Extensions<</ADBE 13 0 R>>') };
    const pdf = changed({ 13: objects[13].replace('1 g', '0 g') }, await signedPdf({ before }));
    expect(errorsOf(pdf)).toEqual(error('object 13'));
  });
});

describe('the tree of pages', () => {
  it('may name iText, and nothing else', () => {
    expect(errorsOf(changed({ 2: '<</Type/Pages/Count 1/Kids[3 0 R]/ITXT(5.0.0)>>' }))).toEqual([]);
    for (const text of [
      '<</Type/Pages/Count 2/Kids[3 0 R 30 0 R]/ITXT(5.0.0)>>',
      '<</Type/Pages/Count 1/Kids[3 0 R]/ITXT(5.0.0)/Rotate 90>>',
      '<</Type/Pages/Count 1/Kids[3 0 R]/PTXT(5.0.0)>>',
    ]) {
      expect(errorsOf(changed({ 2: text, 30: objects[3] }))).toEqual(error('the tree of pages'));
    }
  });
});

describe('the resources of the form', () => {
  const other = '<</Type/Font/Subtype/Type1/BaseFont/Courier>>';

  it('may have more fonts, and other parts of appearances', () => {
    for (const resources of [
      '<</Font<</Helv 11 0 R/F1 10 0 R/New 30 0 R>>/XObject<</FRM 14 0 R>>>>',
      '<</Font<</Helv 11 0 R/F1 10 0 R>>/XObject<</FRM 30 0 R>>>>',
      '<</Font<</Helv 11 0 R/F1 10 0 R>>/Encoding<</PDFDoc 30 0 R>>>>',
    ]) {
      const pdf = changed({ 9: resources, 30: other });
      expect([resources, errorsOf(pdf), warningsOf(pdf)]).toEqual([resources, [], warning('the form')]);
    }
  });

  it('may be copied', () => {
    const copy = { 5: '<</Fields 16 0 R/DR 30 0 R/SigFlags 3>>', 30: objects[9], 31: objects[11] };
    expect(errorsOf(changed(copy))).toEqual([]);
    expect(errorsOf(changed({ ...copy, 30: objects[9].replace('11 0', '31 0') }))).toEqual([]);
  });

  it('may not have another font of the same name, or lose one', () => {
    for (const font of ['/Helv 30 0 R', '']) {
      const text = `<</Font<<${font}/F1 10 0 R>>/XObject<</FRM 14 0 R>>>>`;
      expect(errorsOf(changed({ 9: text, 30: other }))).toEqual(error('the font Helv of the form'));
    }
    expect(errorsOf(changed({ 5: '<</Fields 16 0 R/SigFlags 3>>' }))).toEqual(
      error('the resources of the form'),
    );
  });

  it('may not change a font itself, whether a page uses it or not', () => {
    expect(errorsOf(changed({ 10: other }))).toEqual(error('object 10'));
    expect(errorsOf(changed({ 11: other }))).toEqual(error('object 11'));
  });

  it('may not change where a page draws with them', async () => {
    // What the page lacks would be drawn as soon as it is there.
    const pdf = await signedPdf({ before: { 5: '<</Fields 16 0 R/DR 8 0 R>>' } });
    const text = objects[8].replace('/Missing 40 0 R', '/Missing 13 0 R');
    expect(errorsOf(changed({ 8: text }, pdf))).toEqual(error('object 8'));
  });
});

describe('the content of a page', () => {
  it('is the same in copies of its objects', () => {
    const page = objects[3].replace('/Resources 8 0 R', '/Resources 30 0 R');
    expect(errorsOf(changed({ 3: page, 30: objects[8] }))).toEqual([]);
    const copies = { 30: objects[8].replace('13 0', '31 0'), 31: objects[13] };
    expect(errorsOf(changed({ 3: page, ...copies }))).toEqual([]);
  });

  it('is another one where a copy differs', () => {
    const page = objects[3].replace('/Resources 8 0 R', '/Resources 30 0 R');
    const copies = { 30: objects[8].replace('13 0', '31 0'), 31: objects[13].replace('1 g', '0 g') };
    expect(errorsOf(changed({ 3: page, ...copies }))).toEqual(error('the content of page 1'));
  });

  it('is another one where something that it lacked is added', () => {
    expect(errorsOf(changed({ 40: objects[13] }))).toEqual(error('object 40'));
  });

  it('may not change as the appearance of a field', async () => {
    for (const before of [
      { 8: objects[8].replace('13 0', '12 0') },
      // No page draws with it, but programs may show what has this name.
      { 1: objects[1].replace('/Type/Catalog', '/Type/Catalog/Unknown 12 0 R') },
      { 4: streamObject('/Unknown[<</A 12 0 R>>]', '/X Do') },
    ]) {
      const pdf = await signedPdf({ before });
      expect(errorsOf(changed({ 12: objects[12].replace('0 g', '1 g') }, pdf))).toEqual(error('object 12'));
    }
    const own = changed({ 12: objects[12].replace('0 g', '1 g') });
    expect([errorsOf(own), warningsOf(own)]).toEqual([[], warning('the field town')]);
  });

  it('may not change as evidence, metadata or an annotation', async () => {
    for (const before of [
      { 20: '<</Certs[21 0 R 13 0 R]/CRLs[22 0 R]>>' },
      { 1: objects[1].replace('/Metadata 19 0 R', '/Metadata 13 0 R') },
      { 3: objects[3].replace('/Annots[', '/Annots[13 0 R ') },
    ]) {
      const pdf = await signedPdf({ before });
      expect(errorsOf(changed({ 13: objects[13].replace('1 g', '0 g') }, pdf))).toEqual(error('object 13'));
    }
  });
});

describe('the properties', () => {
  const info = (text: string, pdf: Buffer) => appendObjects(pdf, { 30: text }, '/Root 1 0 R/Info 30 0 R');

  it('may say which program changed the file, and when, after every signature', async () => {
    for (const certification of [undefined, 1] as const) {
      const pdf = info('<</ModDate(D:20260101000000Z)/Producer(X)>>', await signedPdf({ certification }));
      expect([errorsOf(pdf), warningsOf(pdf)]).toEqual([[], []]);
    }
  });

  it('may not say anything else after a certification that permits no changes', async () => {
    const text = '<</ModDate(D:20260101000000Z)/Title(Other)>>';
    expect(warningsOf(info(text, original))).toEqual(warning('the properties of the document'));
    expect(errorsOf(info(text, await signedPdf({ certification: 1 })))).toEqual(
      error('the properties of the document, which the certified document does not permit'),
    );
  });
});

describe('the evidence for signatures', () => {
  it('may grow, in copies too', () => {
    for (const store of [
      '<</Certs[21 0 R 30 0 R]/CRLs[22 0 R]>>',
      '<</Certs[30 0 R 21 0 R]/CRLs[31 0 R]/VRI<</ABC<</Cert[30 0 R]>>>>>>',
    ]) {
      const pdf = changed({ 20: store, 30: streamObject('', 'another'), 31: objects[22] });
      expect([errorsOf(pdf), warningsOf(pdf)]).toEqual([[], []]);
    }
  });

  it('that is left out again is named', () => {
    for (const after of [
      { 20: '<</Certs[21 0 R]/CRLs[]>>' },
      { 20: '<</Certs[21 0 R]/CRLs[30 0 R]>>', 30: streamObject('', 'another') },
      { 22: streamObject('', 'another') },
    ]) {
      const pdf = changed(after);
      expect(errorsOf(pdf)).toEqual([]);
      expect(warningsOf(pdf)).toEqual(warning('evidence for signatures, some of which was removed'));
    }
  });

  it('may not be removed as a whole', () => {
    const what = error('the evidence for signatures, which was removed');
    expect(errorsOf(changed({ 1: objects[1].replace('/DSS 20 0 R', '') }))).toEqual(what);
    expect(errorsOf(changed({ 20: 'null' }))).toEqual(what);
  });

  it('may be a time stamp of the document after every signature, if it shows nothing', async () => {
    const stamp = (box: string) => ({
      16: '[6 0 R 15 0 R 30 0 R]',
      30: `<</FT/Sig/T(Stamp)/Rect[${box}]/V 31 0 R>>`,
      31: '<</Type/DocTimeStamp/SubFilter/ETSI.RFC3161/Contents<00>/ByteRange[0 1 2 3]>>',
    });
    const sealed = await signedPdf({ certification: 1 });
    expect(errorsOf(changed(stamp('0 0 0 0'), sealed))).toEqual([]);
    const what = error('a signature field, which the certified document does not permit');
    expect(errorsOf(changed(stamp('0 0 90 40'), sealed))).toEqual(what);
    expect(errorsOf(changed({ 16: '[6 0 R 15 0 R 30 0 R]', 30: newSignature }, sealed))).toEqual(what);
  });
});
