import { expect, it } from 'vitest';
import { breaches } from '../../support/pdf/breaches.ts';
import { buildPdf, minimalObjects, streamObject } from '../../support/pdf/build-pdf.ts';
import { subsetPdf } from '../../support/pdf/fonts/subset-pdf.ts';

const fontClauses = /^(?:6\.2\.11|7\.21|6\.1\.13)/;

/** A page with text in an embedded composite font, after a change of its text that keeps the offsets. */
function composite(
  change: (text: string) => string = (text) => text,
  level: 'pdfa-2a' | 'pdfua-1' = 'pdfa-2a',
) {
  const pdf = subsetPdf({ glyphs: { 1: 500, 2: 700 }, widths: '[1[500 700]]' }).toString('latin1');
  const changed = change(pdf);
  if (changed.length !== pdf.length) throw new Error('The change moves objects.');
  return breaches(Buffer.from(changed, 'latin1'), level, fontClauses);
}

it('finds nothing wrong in an embedded composite font', () => {
  expect(composite()).toEqual([]);
  expect(composite(undefined, 'pdfua-1')).toEqual([]);
});

it.each([
  ['another width', ['[1[500 700]]', '[1[500 702]]'], ['6.2.11.5-1'], ['7.21.5-1']],
  ['a width within one unit', ['[1[500 700]]', '[1[501 700]]'], [], []],
  ['no program', ['/FontFile2', '/FontFileX'], ['6.2.11.4.1-1'], ['7.21.4.1-1']],
  [
    'a glyph that is not there',
    ['<00010002> Tj', '<0001000a> Tj'],
    ['6.2.11.4.1-2', '6.2.11.5-1', '6.2.11.7.2-1', '6.2.11.8-1'],
    ['7.21.4.1-2', '7.21.5-1', '7.21.7-1', '7.21.8-1'],
  ],
  [
    'the glyph for missing characters',
    ['<00010002> Tj', '<00010000> Tj'],
    ['6.2.11.5-1', '6.2.11.7.2-1', '6.2.11.8-1'],
    ['7.21.5-1', '7.21.7-1', '7.21.8-1'],
  ],
  ['no text of a character', ['<0002> <0042>', '<0003> <0042>'], ['6.2.11.7.2-1'], ['7.21.7-1']],
  ['an invalid text', ['<0002> <0042>', '<0002> <feff>'], ['6.2.11.7.2-2'], ['7.21.7-2']],
  ['a text for private use', ['<0002> <0042>', '<0002> <e000>'], ['6.2.11.7.3-1'], []],
  ['no CIDToGIDMap', ['/CIDToGIDMap/Identity', '/CIDToGIDMap/Otherxxx'], ['6.2.11.3.2-1'], ['7.21.3.2-1']],
  ['no type', ['/Type/Font/Subtype/CIDFontType2', '/Type/Fxxx/Subtype/CIDFontType2'], ['6.2.11.2-1'], []],
  [
    'a CMap that is not predefined',
    ['/Encoding/Identity-H', '/Encoding/Identity-X'],
    ['6.2.11.3.1-1', '6.2.11.3.3-1'],
    ['7.21.3.1-1', '7.21.3.3-1'],
  ],
] as const)('a composite font with %s breaks its rules', (_, [from, to], archive, access) => {
  const change = (text: string) => text.replace(from, to);
  expect(composite(change)).toEqual(archive);
  expect(composite(change, 'pdfua-1')).toEqual(access);
});

it('text that is not shown needs no program', () => {
  const change = (text: string) => text.replace('/FontFile2', '/FontFileX').replace('9 9 Td', '3 Tr  ');
  expect(composite(change)).toEqual([]);
});

it('an ActualText explains characters for private use', () => {
  const [content] = /BT .* ET/.exec(
    subsetPdf({ glyphs: { 1: 500 }, widths: '[1[500]]' }).toString('latin1'),
  ) ?? [''];
  const pdf = (around: string) => {
    const text = subsetPdf({ glyphs: { 1: 500 }, widths: '[1[500]]', texts: { 1: '\ue000' } }).toString(
      'latin1',
    );
    const marked = around === '' ? content : `/Span<<${around}>>BDC ${content} EMC`;
    // The content is the last object, so that only the table moves.
    const moved = text
      .replace(`/Length ${content.length}`, `/Length ${marked.length}`)
      .replace(content, marked);
    const table = moved.lastIndexOf('\nxref') + 1;
    return Buffer.from(moved.replace(/startxref\n\d+/, `startxref\n${table}`), 'latin1');
  };
  expect(breaches(pdf(''), 'pdfa-2a', fontClauses)).toEqual(['6.2.11.7.3-1']);
  expect(breaches(pdf('/ActualText(smile)'), 'pdfa-2a', fontClauses)).toEqual([]);
  expect(breaches(pdf('/Lang(en)'), 'pdfa-2a', fontClauses)).toEqual(['6.2.11.7.3-1']);
});

/** A page that shows `AB` in this font; objects from 10 on. */
function simple(
  font: string,
  objects: Record<number, string> = {},
  level: 'pdfa-2b' | 'pdfa-2u' = 'pdfa-2u',
): string[] {
  const pdf = buildPdf({
    ...minimalObjects,
    3: '<</Type/Page/Parent 2 0 R/MediaBox[0 0 99 99]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>>',
    4: streamObject('', 'BT /F 12 Tf (AB) Tj ET'),
    5: `<</Type/Font${font}>>`,
    ...objects,
  });
  return breaches(pdf, level, fontClauses);
}

it.each([
  ['/Subtype/Type1/BaseFont/Helvetica', ['6.2.11.4.1-1']],
  ['/Subtype/Type1/BaseFont/Other', ['6.2.11.2-4', '6.2.11.2-5', '6.2.11.2-6', '6.2.11.4.1-1']],
  ['/Subtype/Type1/BaseFont/Other/FirstChar 65/LastChar 66/Widths[500]', ['6.2.11.2-6', '6.2.11.4.1-1']],
  ['/Subtype/Type1', ['6.2.11.2-3', '6.2.11.2-4', '6.2.11.2-5', '6.2.11.2-6', '6.2.11.4.1-1']],
  [
    '/Subtype/TrueType/BaseFont/A/FirstChar 65/LastChar 66/Widths[5 5]/Encoding/WinAnsiEncoding',
    ['6.2.11.4.1-1'],
  ],
  [
    '/Subtype/TrueType/BaseFont/A/FirstChar 65/LastChar 66/Widths[5 5]/Encoding/StandardEncoding',
    ['6.2.11.4.1-1', '6.2.11.6-2'],
  ],
  [
    '/Subtype/TrueType/BaseFont/A/FirstChar 65/LastChar 66/Widths[5 5]/Encoding/WinAnsiEncoding/FontDescriptor<</Flags 4>>',
    ['6.2.11.4.1-1', '6.2.11.6-3'],
  ],
])('the font %s breaks %j', (font, expected) => {
  expect(simple(font, {}, 'pdfa-2b')).toEqual(expected);
});

const type3 = (widths: string, differences: string, more = '') =>
  `/Subtype/Type3/FirstChar 65/LastChar 66/Widths[${widths}]/FontMatrix[.001 0 0 .001 0 0]/FontBBox[0 0 1 1]/Encoding<</Differences[65${differences}]>>/CharProcs<</A 10 0 R/B 10 0 R/alien 10 0 R>>/Resources<<>>${more}`;

it.each([
  [type3('500 500', '/A/B'), []],
  [type3('500 502', '/A/B'), ['6.2.11.5-1']],
  [type3('500 500', '/A/C'), ['6.2.11.4.1-2', '6.2.11.5-1']],
  [type3('500 500', '/A/.notdef'), ['6.2.11.4.1-2', '6.2.11.5-1', '6.2.11.7.2-2', '6.2.11.8-1']],
  [type3('500 500', '/A/alien'), ['6.2.11.7.2-1']],
  [type3('500 500', '/A/alien', '/ToUnicode 11 0 R'), []],
])('the Type 3 font %#', (font, expected) => {
  const objects = {
    10: streamObject('', '500 0 0 0 1 1 d1 0 0 1 1 re n'),
    11: streamObject('', '1 beginbfrange <41> <42> <0041> endbfrange'),
  };
  expect(simple(font, objects)).toEqual(expected);
});

it('a CMap in the file must agree with its dictionary and use only predefined ones', () => {
  const found = (dict: string, text: string) => {
    return simple('/Subtype/Type0/BaseFont/A/Encoding 10 0 R/DescendantFonts[11 0 R]', {
      10: streamObject(
        `/CMapName/Own/CIDSystemInfo<</Registry(Adobe)/Ordering(Own)/Supplement 1>>${dict}`,
        text,
      ),
      11: '<</Type/Font/Subtype/CIDFontType0/BaseFont/A/CIDSystemInfo<</Registry(Adobe)/Ordering(Own)/Supplement 0>>>>',
    }).filter((id) => !['6.2.11.4.1-1', '6.2.11.7.2-1'].includes(id));
  };
  const text =
    '/WMode 0 def 1 begincodespacerange <00> <ff> endcodespacerange 1 begincidrange <00> <ff> 0 endcidrange';
  expect(found('', text)).toEqual([]);
  expect(found('/WMode 1', text)).toEqual(['6.2.11.3.3-2']);
  expect(found('/UseCMap/H', text)).toEqual([]);
  expect(found('/UseCMap/Other', text)).toEqual(['6.2.11.3.3-1', '6.2.11.3.3-3']);
  expect(found('', text.replace('<ff> 0 end', '<ff> 65281 end'))).toEqual(['6.1.13-10']);
  expect(found('/CIDSystemInfo<</Registry(Adobe)/Ordering(Other)/Supplement 1>>', text)).toEqual([
    '6.2.11.3.1-1',
  ]);
});
