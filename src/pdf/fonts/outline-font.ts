/**
 * Simple fonts of outlines: the Type 3 fonts of Chromium that can be written as CFF (`procedure-font.ts`), and those that
 * were (`readEmbeddedOutlines`).
 */

import { plainDict } from '../document/plain-dict.ts';
import { isNamed, type PdfDict, PdfStream } from '../object.ts';
import { hasUndoableFilter } from '../reading/has-undoable-filter.ts';
import type { PdfReader } from '../reading/reader.ts';
import { serialize } from '../writing/serialize.ts';
import { readDifferences } from './differences.ts';
import { type FontBox, readPlainCff } from './program/plain-cff.ts';
import { readFontTexts } from './read-font-texts.ts';

export interface OutlineFont {
  /** PostScript name without subset prefix. */
  readonly name: string;
  /** Equal only for subsets of the same face. */
  readonly face: string;
  /** Without references, and without the entries that depend on the glyphs. */
  readonly descriptor: PdfDict;
  readonly unitsPerEm: number;
  readonly box: FontBox | undefined;
  /** By glyph name. */
  readonly charstrings: ReadonlyMap<string, Buffer>;
  readonly codes: ReadonlyMap<number, OutlineCode>;
  /** Text by code, in hexadecimal digits of UTF-16. Undefined if the font has no ToUnicode map. */
  readonly texts: ReadonlyMap<number, string> | undefined;
}

/** The glyph that a code of one byte draws. */
export interface OutlineCode {
  readonly glyph: string;
  /** Thousandths of the em. */
  readonly width: number;
}

/** The entries of a descriptor that depend on the glyphs of a subset. */
export const glyphEntries: readonly string[] = ['FontName', 'FontBBox', 'Ascent', 'Descent', 'FontFile3'];

/** Chromium names glyphs after their number in the font, in hexadecimal digits. */
const glyphName = /^g([0-9A-F]{1,4})$/;

/** Undefined for the name of another producer. */
export function glyphNumber(name: string): number | undefined {
  const digits = glyphName.exec(name)?.[1];
  return digits === undefined ? undefined : Number.parseInt(digits, 16);
}

/** A value of `OutlineFont.face`. */
export function faceOf(name: string, unitsPerEm: number, descriptor: PdfDict): string {
  const sorted: PdfDict = new Map([...descriptor].sort(([a], [b]) => (a < b ? -1 : 1)));
  return [name, unitsPerEm, serialize(sorted, { reference: () => 'null' })].join('\n');
}

/**
 * Reads a font that an `OutlineUnion` wrote, so that those of documents that are merged can be united again. Undefined
 * for fonts of other producers. Throws `malformed`, `too_large`.
 */
export function readEmbeddedOutlines(file: PdfReader, font: PdfDict): OutlineFont | undefined {
  if (!isNamed(file.get(font, 'Subtype'), 'Type1') || file.number(font, 'FirstChar') !== 0) return undefined;
  const source = file.dict(font, 'FontDescriptor');
  const program = source && file.get(source, 'FontFile3');
  if (!source || !(program instanceof PdfStream) || !hasUndoableFilter(file, program)) return undefined;
  if (!isNamed(file.get(program.dict, 'Subtype'), 'Type1C')) return undefined;
  const name = /^[A-Z]{6}\+(.+)$/.exec(file.name(source, 'FontName') ?? '')?.[1];
  const names = readDifferences(file, font);
  const widths = file.array(font, 'Widths');
  const descriptor = plainDict(file, source, glyphEntries);
  const texts = readFontTexts(file, font);
  if (!name || !names || !widths || !descriptor || texts === 'unknown') return undefined;
  const cff = readPlainCff(Buffer.from(file.decode(program)));
  if (!cff) return undefined;
  const charstrings = new Map<string, Buffer>();
  const codes = new Map<number, OutlineCode>();
  for (const [code, glyph] of names) {
    const charstring = cff.charstrings.get(glyph);
    const width = file.resolve(widths[code]);
    if (glyphNumber(glyph) === undefined || !charstring || typeof width !== 'number') return undefined;
    charstrings.set(glyph, charstring);
    codes.set(code, { glyph, width });
  }
  const { unitsPerEm, box } = cff;
  const face = faceOf(name, unitsPerEm, descriptor);
  return { name, face, descriptor, unitsPerEm, box, charstrings, codes, texts };
}
