/**
 * Simple fonts of outlines: the Type 3 fonts of Chromium that can be written as CFF (`procedure-font.ts`), and those that
 * were (`embedded-outlines.ts`).
 */

import type { PdfDict } from '../object.ts';
import { serialize } from '../writing/serialize.ts';
import type { FontBox } from './program/plain-cff.ts';

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

/** What a code of one byte draws. */
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
