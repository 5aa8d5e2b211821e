/** Glyphs to which Chromium gives the character U+0000. */
import { expect, it } from 'vitest';
import { PdfStream } from '../../../../src/pdf/object.ts';
import { PdfReader } from '../../../../src/pdf/reading/reader.ts';
import { nameGlyphs } from '../../../../src/pdf/tagging/nameless-glyphs.ts';
import { IncrementalUpdate } from '../../../../src/pdf/writing/incremental-update.ts';
import { buildPdf, minimalObjects, streamObject } from '../../../support/pdf/build-pdf.ts';

/** Returns the text of a ToUnicode CMap after the glyphs were named. */
function named(cmap: string): string {
  const pdf = buildPdf({
    ...minimalObjects,
    4: '<</Type/Font/Subtype/Type3\n/ToUnicode 5 0 R>>',
    5: streamObject('', cmap),
    6: '<</Font 4 0 R>>',
  });
  const file = new PdfReader(pdf);
  const update = new IncrementalUpdate(file);
  nameGlyphs(file, update);
  const changed = new PdfReader(Buffer.concat([pdf, update.bytes(new Map())]));
  const stream = changed.resolve(changed.ref(5, 0));
  expect(stream).toBeInstanceOf(PdfStream);
  return Buffer.from(changed.decode(stream as PdfStream)).toString('latin1');
}

it.each([
  ['of two bytes', '2 beginbfchar\n<0012> <0000>\n<0013> <0041>\nendbfchar', '<0012> <200B>\n<0013> <0041>'],
  ['of one byte, as in fonts of the type Type3', '1 beginbfchar\n<12> <0000>\nendbfchar', '<12> <200B>'],
])('glyphs with codes %s become zero-width spaces', (_, cmap, expected) => {
  expect(named(cmap)).toContain(expected);
});

it('other characters and ranges stay', () => {
  const cmap = '1 beginbfchar\n<12> <0041>\nendbfchar\n1 beginbfrange\n<0000> <0001> <0000>\nendbfrange';
  expect(named(cmap)).toBe(cmap);
});
