/**
 * Type 3 fonts, whose glyphs are drawings. Chromium writes those fonts in this way that it does not embed as they are:
 * variable fonts, and fonts with CFF outlines (`.otf`). If all used glyphs are plain outlines, they make a font that can
 * be embedded. Viewers draw it as text, with the sharpness of text, and it is smaller. Colour glyphs (COLR, bitmaps,
 * SVG) stay drawings, because the fonts that a PDF may embed have no colours (ISO 32000-2, 9.9).
 *
 * The text rendering mode does not apply to Type 3 fonts, but to others. Chromium sets none: it draws text with a stroke
 * as a path.
 */
import { plainDict } from '../document/plain-dict.ts';
import { isNamed, type PdfDict, PdfStream } from '../object.ts';
import type { PdfReader } from '../reading/reader.ts';
import { readDifferences } from './differences.ts';
import { type GlyphProcedures, uniteBoxes } from './glyph-procedures.ts';
import { faceOf, glyphEntries, glyphNumber, type OutlineCode, type OutlineFont } from './outline-font.ts';
import { readFontTexts } from './read-font-texts.ts';

/** The glyph of the codes between those in use, and of characters that the font lacks. */
const missing = 'g0';

const maxUnitsPerEm = 16_384;

/** Flags of descriptors (ISO 32000-2, 9.8.2): a font has one of both. */
const symbolic = 1 << 2;
const nonsymbolic = 1 << 5;

/** The width of stems that viewers assume, of fonts without a measured one. */
const usualStem = 80;

/** Fonts as Skia, the PDF writer of Chromium, writes them. Undefined for others. Throws `malformed`, `too_large`. */
export function readProcedureFont(
  file: PdfReader,
  font: PdfDict,
  procedures: GlyphProcedures,
): OutlineFont | undefined {
  if (!isNamed(file.get(font, 'Subtype'), 'Type3')) return undefined;
  // Skia writes this entry, which belongs to other fonts.
  if (!isNamed(file.get(font, 'CIDToGIDMap'), 'Identity')) return undefined;
  if (file.dict(font, 'Resources')?.size || file.number(font, 'FirstChar') !== 0) return undefined;
  const source = file.dict(font, 'FontDescriptor');
  const name = source && /^[A-Z]{6}\+(.+)$/.exec(file.name(source, 'FontName') ?? '')?.[1];
  const unitsPerEm = readUnits(file, font);
  if (!name || !unitsPerEm) return undefined;
  const descriptor = toDescriptor(file, source, unitsPerEm);
  const glyphs = descriptor && readGlyphs(file, font, unitsPerEm, procedures);
  const texts = readFontTexts(file, font);
  if (!glyphs || texts === 'unknown') return undefined;
  const face = faceOf(name, unitsPerEm, descriptor);
  return { name, face, descriptor, unitsPerEm, ...glyphs, texts };
}

/** From a matrix such as `[0.001 0 0 -0.001 0 0]`, whose numbers have 32 bits. */
function readUnits(file: PdfReader, font: PdfDict): number | undefined {
  const matrix = file.array(font, 'FontMatrix')?.map((value) => file.resolve(value)) ?? [];
  const [a, b, c, d, e, f] = matrix;
  if (matrix.length !== 6 || typeof a !== 'number' || typeof d !== 'number' || d !== -a) return undefined;
  if (b !== 0 || c !== 0 || e !== 0 || f !== 0) return undefined;
  const units = Math.round(1 / a);
  const isWhole = Math.abs(units * a - 1) < 1e-6;
  return isWhole && units > 0 && units <= maxUnitsPerEm ? units : undefined;
}

/** Chromium writes the lengths of these descriptors in font units, with y downwards. */
function toDescriptor(file: PdfReader, source: PdfDict, unitsPerEm: number): PdfDict | undefined {
  const descriptor = plainDict(file, source, glyphEntries);
  if (!descriptor) return undefined;
  const flags = file.number(source, 'Flags') ?? 0;
  descriptor.set('Flags', (flags & ~nonsymbolic) | symbolic);
  descriptor.set('ItalicAngle', file.number(source, 'ItalicAngle') ?? 0);
  descriptor.set('StemV', file.number(source, 'StemV') ?? usualStem);
  descriptor.set('CapHeight', 0);
  for (const key of ['CapHeight', 'XHeight']) {
    const height = file.number(source, key);
    if (height !== undefined) descriptor.set(key, Math.round((Math.abs(height) * 1000) / unitsPerEm));
  }
  return descriptor;
}

function readGlyphs(file: PdfReader, font: PdfDict, unitsPerEm: number, procedures: GlyphProcedures) {
  const names = readDifferences(file, font);
  const charProcs = file.dict(font, 'CharProcs');
  const widths = file.array(font, 'Widths');
  if (!names || !charProcs || !widths) return undefined;
  const charstrings = new Map<string, Buffer>();
  const codes = new Map<number, OutlineCode>();
  let box: OutlineFont['box'];
  for (const [code, glyph] of names) {
    if (glyph === missing && code > 0) continue;
    const procedure = file.get(charProcs, glyph);
    if (glyphNumber(glyph) === undefined || !(procedure instanceof PdfStream)) return undefined;
    const outline = procedures.read(file, procedure, unitsPerEm);
    if (!outline || file.resolve(widths[code]) !== outline.width) return undefined;
    charstrings.set(glyph, outline.charstring);
    codes.set(code, { glyph, width: Math.round((outline.width * 1e6) / unitsPerEm) / 1000 });
    box = uniteBoxes(box, outline.box);
  }
  return { box, charstrings, codes };
}
