/** Only subsets of one face become one font, and every text keeps its glyphs, widths and meaning. */
import { describe, expect, it } from 'vitest';
import { getPages } from '../../../../src/pdf/document/page-tree.ts';
import { readGlyphWidths } from '../../../../src/pdf/fonts/glyph-widths.ts';
import { parseFontProgram } from '../../../../src/pdf/fonts/program/font-program.ts';
import { readToUnicode, writeToUnicode } from '../../../../src/pdf/fonts/to-unicode.ts';
import { mergeFiles } from '../../../../src/pdf/merge/merge-files.ts';
import type { PdfDict, PdfStream } from '../../../../src/pdf/object.ts';
import { PdfReader } from '../../../../src/pdf/reading/reader.ts';
import { type Subset, subsetPdf } from '../../../support/pdf/fonts/subset-pdf.ts';
import { hasPoppler, hasQpdf, pixels, run } from '../../../support/pdf/installed.ts';
import { viewed } from '../../../support/pdf/merge/viewed.ts';

/** Returns the fonts of each page: the composite fonts, their descendants and the font programs. */
function fontsIn(pdf: Uint8Array) {
  const file = new PdfReader(pdf);
  const composites = [...getPages(file)].map((page) => {
    const fonts = file.dict(page.inherited.get('Resources') as PdfDict, 'Font') ?? new Map();
    return file.dict(fonts, 'F') ?? new Map();
  });
  const glyphs = composites.map((font) => file.resolve(file.array(font, 'DescendantFonts')?.[0]) as PdfDict);
  const programs = glyphs.map(
    (font) => file.get(file.dict(font, 'FontDescriptor') ?? new Map(), 'FontFile2') as PdfStream,
  );
  return { file, composites, glyphs, programs };
}

const a: Subset = { glyphs: { 1: 500, 3: 500 }, widths: '[1[500]3[500]]', defaultWidth: 0 };
const b: Subset = { glyphs: { 2: 700, 3: 500 }, widths: '[2[700]3[500]]', defaultWidth: 0 };

async function expectSame(subsets: readonly Subset[]): Promise<ReturnType<typeof fontsIn>> {
  const documents = subsets.map(subsetPdf);
  const merged = mergeFiles(documents);
  const text = await Promise.all(documents.map(async (pdf) => (await viewed(pdf)).text));
  expect((await viewed(merged)).text).toEqual(text.flat());
  if (hasQpdf) run('qpdf', ['--check', '{}'], merged);
  if (hasPoppler)
    expect(Buffer.compare(pixels(merged), Buffer.concat(documents.map((pdf) => pixels(pdf))))).toBe(0);
  return fontsIn(merged);
}

describe('unites', () => {
  it('subsets that have a glyph in common', async () => {
    const { file, composites, programs } = await expectSame([a, b, a]);
    expect(new Set(composites).size).toBe(1);
    const program = parseFontProgram(Buffer.from(file.decode(programs[0] as PdfStream)));
    expect([...(program?.outlines.keys() ?? [])]).toEqual([0, 1, 2, 3]);
    expect(program?.metrics.get(2)?.advance).toBe(700);
  });

  it('widths that the program confirms, although ranges also cover missing glyphs', async () => {
    const { file, glyphs } = await expectSame([{ ...a, widths: '[1 3 500]' }, b]);
    expect(new Set(glyphs).size).toBe(1);
    const widths = readGlyphWidths(file, file.get(glyphs[0] ?? new Map(), 'W'));
    expect(Object.fromEntries(widths ?? [])).toEqual({ 0: undefined, 1: 500, 2: 700, 3: 500 });
  });

  it('subsets with components that are not drawn directly, whatever width a range gives them', async () => {
    // As Skia writes them: a range covers the component, and an array has 0 for it.
    const inRange: Subset = {
      glyphs: { 1: 500, 2: 700, 3: 500 },
      widths: '[1 3 500]',
      defaultWidth: 0,
      composites: { 3: 2 },
    };
    const inArray: Subset = {
      ...inRange,
      glyphs: { 1: 500, 2: 700, 3: 500, 4: 300 },
      widths: '[1[500 0 500 300]]',
    };
    const drawn: Subset = { ...inRange, glyphs: { 1: 500, 2: 700 }, widths: '[1[500 700]]', composites: {} };
    const { file, glyphs, programs } = await expectSame([inRange, inArray, drawn]);
    expect(new Set(programs).size).toBe(1);
    const widths = readGlyphWidths(file, file.get(glyphs[0] as PdfDict, 'W'));
    expect(widths?.get(2)).toBe(700);
  });

  it('no subsets that draw a glyph with a width other than its own', async () => {
    const odd: Subset = { glyphs: { 1: 500, 2: 700 }, widths: '[1[500 650]]', defaultWidth: 0 };
    const { programs } = await expectSame([odd, b]);
    expect(new Set(programs).size).toBe(2);
  });

  it('subsets with different default widths and keeps the width of each glyph', async () => {
    const byDefault = { ...a, widths: '[0[600]]', defaultWidth: 500 };
    const { file, glyphs } = await expectSame([byDefault, b]);
    expect(new Set(glyphs).size).toBe(1);
    const widths = readGlyphWidths(file, file.get(glyphs[0] ?? new Map(), 'W'));
    expect([1, 2, 3].map((glyph) => widths?.get(glyph))).toEqual([500, 700, 500]);
  });

  it('programs but not conflicting text maps', async () => {
    const { composites, programs } = await expectSame([a, { ...b, texts: { 3: 'ß' } }, a]);
    expect(new Set(programs).size).toBe(1);
    expect(composites[0]).toBe(composites[2]);
    expect(composites[0]).not.toBe(composites[1]);
  });
});

describe('does not unite', () => {
  it.each<[string, Subset]>([
    ['faces of other names', { ...b, name: 'Other' }],
    ['outlines that differ', { ...b, outline: 2 }],
    ['a glyph that is drawn with another width than its own', { ...b, widths: '[2[700]3[510]]' }],
    ['widths that cannot be read', { ...b, widths: '[2[700]3[500](x)]' }],
  ])('%s', async (_, other) => {
    const { programs } = await expectSame([a, other]);
    expect(programs[0]).not.toBe(programs[1]);
  });
});

describe('ToUnicode maps', () => {
  it('may have white space within strings', () => {
    const characters = '1 beginbfchar\n<0003\r> <20 00>\nendbfchar';
    const ranges = '1 beginbfrange\n<0005\r> <00\n06> <0041>\nendbfrange';
    expect(readToUnicode(`${characters}\n${ranges}`)).toEqual(
      new Map([
        [3, '2000'],
        [5, '0041'],
        [6, '0042'],
      ]),
    );
  });

  it('are read, including ranges, and written', () => {
    const map = readToUnicode(
      '1 beginbfchar <0003> <0041> endbfchar 1 beginbfrange <0005> <0007> <d83dde00> endbfrange',
    );
    expect([...(map ?? [])]).toEqual([
      [3, '0041'],
      [5, 'D83DDE00'],
      [6, 'D83DDE01'],
      [7, 'D83DDE02'],
    ]);
    expect(readToUnicode(writeToUnicode(map ?? new Map()))).toEqual(map);
  });

  it.each([
    'beginbfchar <01> <0041>',
    '/Other usecmap',
    '1 beginbfrange <0001> <0002> [<0041> <0042>] endbfrange',
    `${'1 beginbfrange <0000> <ffff> <0041> endbfrange '.repeat(100)}`,
  ])('are left unchanged if they hold anything else: %s', (cmap) => {
    expect(readToUnicode(cmap)).toBe(undefined);
  });
});
