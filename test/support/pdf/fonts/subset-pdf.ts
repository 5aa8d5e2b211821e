/** Builds one-page documents with a subset of an invented face, like those of Chromium or with deviations. */
import { writeFontProgram } from '../../../../src/pdf/fonts/program/write-font-program.ts';
import { buildPdf, streamObject } from '../build-pdf.ts';

export interface Subset {
  /** Glyph → advance in thousandths of the em. */
  readonly glyphs: Readonly<Record<number, number>>;
  /** The value as written in the file. */
  readonly widths: string;
  readonly defaultWidth?: number;
  /** Glyph → text. */
  readonly texts?: Readonly<Record<number, string>>;
  readonly name?: string;
  /** Distinguishes the outlines of this face from those of others. */
  readonly outline?: number;
  /** Composite glyphs of one component, which is in the program but is not drawn directly. */
  readonly composites?: Readonly<Record<number, number>>;
}

const glyphCount = 10;

/** Builds a document whose font has glyph 0 and the given glyphs, each with its own outline. */
export function subsetPdf({
  glyphs,
  widths,
  defaultWidth,
  texts,
  name = 'Face',
  outline = 1,
  composites = {},
}: Subset): Buffer {
  const program = fontProgram({ 0: 600, ...glyphs }, outline, composites);
  const parts = new Set(Object.values(composites));
  const used = Object.keys(glyphs)
    .map(Number)
    .filter((glyph) => !parts.has(glyph));
  const lines = used.map(
    (glyph) => `<${hex(glyph)}> <${hex((texts?.[glyph] ?? String.fromCharCode(64 + glyph)).charCodeAt(0))}>`,
  );
  const toUnicode = `${lines.length} beginbfchar\n${lines.join('\n')}\nendbfchar`;
  return buildPdf({
    1: '<</Type/Catalog/Pages 2 0 R>>',
    2: '<</Type/Pages/Count 1/Kids[3 0 R]>>',
    3: '<</Type/Page/Parent 2 0 R/MediaBox[0 0 99 99]/Resources<</Font<</F 4 0 R>>>>/Contents 9 0 R>>',
    4: `<</Type/Font/Subtype/Type0/BaseFont/ABCDEF+${name}/Encoding/Identity-H/DescendantFonts[5 0 R]/ToUnicode 8 0 R>>`,
    5: `<</Type/Font/Subtype/CIDFontType2/BaseFont/ABCDEF+${name}/CIDToGIDMap/Identity/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>/FontDescriptor 6 0 R${defaultWidth === undefined ? '' : `/DW ${defaultWidth}`}/W ${widths}>>`,
    6: `<</Type/FontDescriptor/FontName/ABCDEF+${name}/Flags 4/FontBBox[0 0 1000 1000]/ItalicAngle 0/Ascent 800/Descent -200/CapHeight 700/StemV 80/FontFile2 7 0 R>>`,
    7: streamObject(`/Length1 ${program.length}`, program.toString('latin1')),
    8: streamObject('', toUnicode),
    9: streamObject('', `BT /F 12 Tf 9 9 Td <${used.map(hex).join('')}> Tj ET`),
  });
}

function fontProgram(
  glyphs: Readonly<Record<number, number>>,
  outline: number,
  composites: Readonly<Record<number, number>>,
): Buffer {
  const head = Buffer.alloc(54);
  head.writeUInt32BE(0x00010000, 0);
  head.writeUInt32BE(0x5f0f3cf5, 12);
  head.writeUInt16BE(1000, 18);
  const hhea = Buffer.alloc(36);
  hhea.writeUInt32BE(0x00010000, 0);
  const maxp = Buffer.alloc(32);
  maxp.writeUInt32BE(0x00010000, 0);
  const entries = Object.entries(glyphs).map(([glyph, advance]) => [Number(glyph), advance] as const);
  return writeFontProgram({
    tables: new Map([
      ['head', head],
      ['hhea', hhea],
      ['maxp', maxp],
    ]),
    glyphCount,
    unitsPerEm: 1000,
    outlines: new Map(
      entries.map(([glyph]) => {
        const part = composites[glyph];
        return [
          glyph,
          part === undefined ? triangle(glyph === 0 ? 0 : outline * 10 + glyph) : composite(part),
        ];
      }),
    ),
    metrics: new Map(entries.map(([glyph, advance]) => [glyph, { advance, bearing: 0 }])),
  });
}

/** A simple glyph of one contour, sized by the number. */
function triangle(size: number): Buffer {
  const glyph = Buffer.alloc(28);
  glyph.writeInt16BE(1, 0);
  for (const at of [6, 8]) glyph.writeInt16BE(500 + size, at);
  glyph.writeUInt16BE(2, 10);
  glyph.fill(1, 14, 17);
  glyph.writeInt16BE(500 + size, 19);
  glyph.writeInt16BE(500 + size, 25);
  return glyph;
}

/** A composite glyph with one shifted component. */
function composite(part: number): Buffer {
  const glyph = Buffer.alloc(16);
  glyph.writeInt16BE(-1, 0);
  glyph.writeInt16BE(600, 6);
  glyph.writeInt16BE(600, 8);
  // The arguments are bytes, and they are distances.
  glyph.writeUInt16BE(2, 10);
  glyph.writeUInt16BE(part, 12);
  glyph.writeInt8(50, 14);
  glyph.writeInt8(50, 15);
  return glyph;
}

function hex(value: number): string {
  return value.toString(16).padStart(4, '0');
}
