/** What other producers write into composite fonts, and PDF/A does not need or wants written out. */
import { expect, it } from 'vitest';
import { setMetadata } from '../../../../src/pdf/index.ts';
import { isDict, type PdfDict, PdfName } from '../../../../src/pdf/object.ts';
import { PdfReader } from '../../../../src/pdf/reading/reader.ts';
import { buildPdf, minimalObjects } from '../../../support/pdf/build-pdf.ts';

const stream = (dict: string) => `<<${dict}/Length 1>>stream\n!\nendstream`;

/** `glyphs`: more entries of the descendant font; its descriptor is object 8, or what `descriptor` says. */
function withFont(glyphs: string, descriptor = '8 0 R'): Buffer {
  return buildPdf({
    ...minimalObjects,
    3: '<</Type/Page/Parent 2 0 R/MediaBox[0 0 99 99]/Resources<</Font<</F 6 0 R>>>>>>',
    6: '<</Type/Font/Subtype/Type0/BaseFont/ABCDEF+A/Encoding/Identity-H/DescendantFonts[7 0 R]>>',
    7: `<</Type/Font/BaseFont/ABCDEF+A/FontDescriptor ${descriptor}${glyphs}>>`,
    8: '<</Type/FontDescriptor/FontFile2 9 0 R/CIDSet 10 0 R>>',
    9: stream(''),
    10: stream(''),
  });
}

/** The descendant font and its descriptor in the file with that label. */
function mended(pdf: Buffer, pdfa: '2b' | undefined): { glyphs: PdfDict; descriptor: PdfDict } {
  const file = new PdfReader(setMetadata(pdf, {}, { date: new Date(0), standards: { pdfa, pdfua: true } }));
  const glyphs = file.resolve(file.ref(7, 0));
  if (!isDict(glyphs)) throw new Error('The font is gone.');
  return { glyphs, descriptor: file.dict(glyphs, 'FontDescriptor') ?? new Map() };
}

const trueType = '/Subtype/CIDFontType2';

it.each([
  ['a descriptor of its own', '8 0 R'],
  ['a direct descriptor', '<</Type/FontDescriptor/FontFile2 9 0 R/CIDSet 10 0 R>>'],
])('a font with %s gets the default map, and loses the list of its glyphs', (_, place) => {
  const { glyphs, descriptor } = mended(withFont(trueType, place), '2b');
  expect(glyphs.get('CIDToGIDMap')).toEqual(new PdfName('Identity'));
  expect([...descriptor.keys()]).toEqual(['Type', 'FontFile2']);
});

it('a map that is there stays, and a font of PostScript outlines gets none', () => {
  const own = mended(withFont(`${trueType}/CIDToGIDMap 9 0 R`), '2b').glyphs.get('CIDToGIDMap');
  expect(own).toMatchObject({ number: 9 });
  expect(mended(withFont('/Subtype/CIDFontType0'), '2b').glyphs.has('CIDToGIDMap')).toBe(false);
});

it('without PDF/A, fonts stay as they are', () => {
  const { glyphs, descriptor } = mended(withFont(trueType), undefined);
  expect(glyphs.has('CIDToGIDMap')).toBe(false);
  expect(descriptor.has('CIDSet')).toBe(true);
});
