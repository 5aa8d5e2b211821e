/**
 * A font as Chromium embeds it: a subset of a TrueType face that keeps the face's glyph numbers, so that the subsets
 * of several documents can be combined.
 */
import { createHash } from 'node:crypto';
import { plainDict } from '../document/plain-dict.ts';
import { isDict, isNamed, type PdfDict, PdfStream } from '../object.ts';
import { hasUndoableFilter } from '../reading/has-undoable-filter.ts';
import type { PdfReader } from '../reading/reader.ts';
import { serialize } from '../writing/serialize.ts';
import { readGlyphWidths } from './glyph-widths.ts';
import { type FontProgram, parseFontProgram } from './program/font-program.ts';
import { readComponents } from './program/outlines.ts';
import { readFontTexts } from './read-font-texts.ts';

export interface SubsetFont {
  /** PostScript name without subset prefix. */
  readonly name: string;
  /** Equal only for subsets of the same face. */
  readonly face: string;
  readonly program: FontProgram;
  /** Widths of the glyphs in use, in thousandths of the em. Other glyphs have none. */
  readonly widths: ReadonlyMap<number, number>;
  /** Glyph → text. Undefined if the font has no ToUnicode map. */
  readonly texts: ReadonlyMap<number, string> | undefined;
  /**
   * The font's dictionaries without the entries that the union rewrites: programs, widths, references to each other.
   */
  readonly dicts: { readonly composite: PdfDict; readonly glyphs: PdfDict; readonly descriptor: PdfDict };
}

/** Skia rounds the widths it writes. */
const widthTolerance = 1;

/** The parts of a font that may be a `SubsetFont`. */
export interface SubsetFontParts {
  readonly font: PdfDict;
  readonly glyphs: PdfDict;
  readonly programStream: PdfStream;
  /** PostScript name without subset prefix. */
  readonly name: string;
  readonly dicts: SubsetFont['dicts'];
  /** The dictionaries as text. */
  readonly identity: string;
  /** Equal for byte-identical fonts. */
  readonly content: string;
}

const noReferences = { reference: () => 'null' };

/**
 * Accepts a composite font with one descendant, TrueType outlines and glyph numbers as character codes. Otherwise
 * undefined.
 */
export function subsetFontParts(file: PdfReader, font: PdfDict): SubsetFontParts | undefined {
  if (!isNamed(file.get(font, 'Subtype'), 'Type0')) return undefined;
  if (!isNamed(file.get(font, 'Encoding'), 'Identity-H')) return undefined;
  const glyphs = file.resolve(file.array(font, 'DescendantFonts')?.[0]);
  if (!isDict(glyphs) || !isNamed(file.get(glyphs, 'Subtype'), 'CIDFontType2')) return undefined;
  if (!isNamed(file.get(glyphs, 'CIDToGIDMap'), 'Identity') || glyphs.has('W2')) return undefined;
  const descriptor = file.dict(glyphs, 'FontDescriptor');
  const programStream = descriptor && file.get(descriptor, 'FontFile2');
  if (!descriptor || !(programStream instanceof PdfStream) || descriptor.has('CIDSet')) return undefined;
  if (!hasUndoableFilter(file, programStream)) return undefined;
  const name = /^[A-Z]{6}\+(.+)$/.exec(file.name(glyphs, 'BaseFont') ?? '')?.[1];
  const composite = plainDict(file, font, ['DescendantFonts', 'ToUnicode', 'BaseFont']);
  const plainGlyphs = plainDict(file, glyphs, ['FontDescriptor', 'W', 'BaseFont', 'DW']);
  const plainDescriptor = plainDict(file, descriptor, ['FontFile2', 'FontName']);
  const widths = plainDict(file, new Map([['W', glyphs.get('W') ?? null]]), []);
  if (!name || !composite || !plainGlyphs || !plainDescriptor || !widths) return undefined;
  widths.set('DW', file.number(glyphs, 'DW') ?? null);
  const text = (dict: PdfDict) => serialize(dict, noReferences);
  const identity = [name, text(composite), text(plainGlyphs), text(plainDescriptor)].join('\n');
  const hash = createHash('sha1').update(programStream.data);
  const texts = file.get(font, 'ToUnicode');
  if (texts instanceof PdfStream) hash.update(texts.data);
  hash.update(identity).update(text(widths));
  const dicts = { composite, glyphs: plainGlyphs, descriptor: plainDescriptor };
  return { font, glyphs, programStream, name, dicts, identity, content: hash.digest('base64') };
}

/** Undefined unless a union is certain to draw the same. Throws `malformed`, `too_large`. */
export function readSubsetFont(file: PdfReader, parts: SubsetFontParts): SubsetFont | undefined {
  const { font, glyphs, name, dicts, identity } = parts;
  const program = parseFontProgram(Buffer.from(file.decode(parts.programStream)));
  const listed = readGlyphWidths(file, file.get(glyphs, 'W'));
  const texts = readFontTexts(file, font);
  if (!program || !listed || texts === 'unknown') return undefined;
  const widths = confirmedWidths(program, listed, file.number(glyphs, 'DW') ?? 1000, texts);
  if (!widths) return undefined;
  return { name, face: `${identity}\n${programIdentity(program)}`, program, widths, texts, dicts };
}

/**
 * Skia writes widths as ranges that cover glyphs outside the subset (`167 183 242` although 180 is absent). Their
 * widths are wrong for other subsets, so only widths that the font program confirms are kept. Every glyph with a
 * width is then listed, and the default, which differs from subset to subset, is 0. Undefined if a glyph in use has
 * another width than the face gives it.
 */
function confirmedWidths(
  { outlines, metrics, unitsPerEm }: FontProgram,
  listed: ReadonlyMap<number, number>,
  defaultWidth: number,
  texts: ReadonlyMap<number, string> | undefined,
): Map<number, number> | undefined {
  const confirmed = new Map<number, number>();
  let parts: Set<number> | undefined;
  for (const glyph of new Set([...outlines.keys(), ...metrics.keys(), ...(texts?.keys() ?? [])])) {
    const width = listed.get(glyph) ?? defaultWidth;
    const own = ((metrics.get(glyph)?.advance ?? 0) * 1000) / unitsPerEm;
    if (Math.abs(own - width) <= widthTolerance) confirmed.set(glyph, width);
    else if (texts?.has(glyph)) return undefined;
    else if (outlines.has(glyph) && listed.has(glyph)) {
      // Components of composite glyphs are in the program although nothing draws them directly. Their listed widths
      // come from a range that covers them.
      parts ??= texts ? findComponents(outlines) : new Set();
      if (!parts.has(glyph)) return undefined;
    }
  }
  return confirmed;
}

/** The glyphs that composite glyphs consist of. */
function findComponents(outlines: ReadonlyMap<number, Buffer>): Set<number> {
  const parts = new Set<number>();
  for (const outline of outlines.values()) {
    try {
      for (const part of readComponents(outline)) parts.add(part);
    } catch (error) {
      // The outline is truncated, so the glyph cannot be drawn.
      if (!(error instanceof RangeError)) throw error;
    }
  }
  return parts;
}

/** Hashes what all subsets of a face share: dates, revision, ascent and descent, hinting programs. */
function programIdentity({ tables, unitsPerEm }: FontProgram): string {
  const hash = createHash('sha1');
  for (const name of ['cvt ', 'fpgm', 'prep']) hash.update(name).update(tables.get(name) ?? '');
  const head = tables.get('head') ?? Buffer.alloc(0);
  const hhea = tables.get('hhea') ?? Buffer.alloc(0);
  const parts = [head.subarray(4, 8), head.subarray(20, 36), hhea.subarray(4, 10)];
  return [unitsPerEm, ...parts.map((part) => part.toString('hex')), hash.digest('hex')].join('.');
}
