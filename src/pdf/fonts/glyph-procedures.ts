/** The glyph procedures of a file as charstrings. Fonts of one face share some of them. */

import { LRUMap } from '#runtime/lru-cache';
import type { PdfStream } from '../object.ts';
import { hasUndoableFilter } from '../reading/has-undoable-filter.ts';
import type { PdfReader } from '../reading/reader.ts';
import { readGlyphProcedure } from './glyph-procedure.ts';
import { type Contour, writeCharstring } from './program/charstring.ts';
import type { FontBox } from './program/plain-cff.ts';

export interface OutlineGlyph {
  readonly charstring: Buffer;
  /** Font units. */
  readonly width: number;
  /** Undefined for a blank. */
  readonly box: FontBox | undefined;
}

/**
 * Charstrings are shorter than their procedures. A hostile file could have one long procedure for many glyphs, each of
 * which would get its own copy.
 */
const maxGrowth = 4;
const alwaysAllowed = 100_000;

/** The em has at least so many steps: finer than any viewer draws, and much finer than the units of most fonts. */
const leastSteps = 8192;

interface Conversion {
  /** Undefined for a procedure that is not an outline. */
  readonly glyph: OutlineGlyph | undefined;
  /** The length of the procedure. */
  readonly readBytes: number;
}

/**
 * Conversions are kept across files: Chromium writes a glyph of a font in the same bytes in each document, and the
 * conversion of an invoice's glyphs takes a third of the time in which it is compacted.
 */
const conversions = new LRUMap<string, Conversion>(8 * 1024 * 1024);
/** Size of a procedure as it is in the file. Latin letters have 100 to 500 bytes. */
const maxKeptBytes = 4096;
/** Memory that an entry takes beside its bytes. */
const entryBytes = 400;

export class GlyphProcedures {
  readonly #known = new Map<PdfStream, Map<number, OutlineGlyph | undefined>>();
  #readBytes = 0;
  #usedBytes = 0;

  /** Undefined for a glyph that is not an outline. Throws `malformed`, `too_large`. */
  read(file: PdfReader, procedure: PdfStream, unitsPerEm: number): OutlineGlyph | undefined {
    const fractionBits = Math.max(0, Math.ceil(Math.log2(leastSteps / unitsPerEm)));
    const known = this.#known.get(procedure) ?? new Map<number, OutlineGlyph | undefined>();
    this.#known.set(procedure, known);
    if (!known.has(fractionBits)) known.set(fractionBits, this.#convert(file, procedure, fractionBits));
    const glyph = known.get(fractionBits);
    this.#usedBytes += glyph?.charstring.length ?? 0;
    return this.#usedBytes <= maxGrowth * this.#readBytes + alwaysAllowed ? glyph : undefined;
  }

  #convert(file: PdfReader, procedure: PdfStream, fractionBits: number): OutlineGlyph | undefined {
    if (!hasUndoableFilter(file, procedure)) return undefined;
    const key = keyOf(file, procedure, fractionBits);
    let conversion = key === undefined ? undefined : conversions.get(key);
    if (!conversion) {
      conversion = convert(file.decode(procedure), fractionBits);
      const { charstring = [] } = conversion.glyph ?? {};
      if (key !== undefined) conversions.set(key, conversion, key.length + charstring.length + entryBytes);
    }
    this.#readBytes += conversion.readBytes;
    return conversion.glyph;
  }
}

/** Undefined for a procedure whose bytes alone do not tell what it draws, or that is too long to be kept. */
function keyOf(file: PdfReader, { dict, data }: PdfStream, fractionBits: number): string | undefined {
  if (data.length > maxKeptBytes || dict.has('DecodeParms')) return undefined;
  const isPlain = file.get(dict, 'Filter') === null;
  const bytes = Buffer.from(data.buffer, data.byteOffset, data.length).toString('latin1');
  return `${fractionBits} ${isPlain ? 'plain' : 'compressed'} ${bytes}`;
}

function convert(procedure: Uint8Array, fractionBits: number): Conversion {
  const outline = readGlyphProcedure(Buffer.from(procedure).toString('latin1'));
  const charstring = outline && writeCharstring(outline, fractionBits);
  const glyph = charstring && { charstring, width: outline.width, box: boxAround(outline.contours) };
  return { glyph, readBytes: procedure.length };
}

function boxAround(contours: readonly Contour[]): FontBox | undefined {
  if (contours.length === 0) return undefined;
  let [left, bottom, right, top] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { start, segments } of contours) {
    for (const points of [start, ...segments]) {
      for (let i = 0; i + 1 < points.length; i += 2) {
        const [x = 0, y = 0] = [points[i], points[i + 1]];
        left = Math.min(left, x);
        bottom = Math.min(bottom, y);
        right = Math.max(right, x);
        top = Math.max(top, y);
      }
    }
  }
  return [Math.floor(left), Math.floor(bottom), Math.ceil(right), Math.ceil(top)];
}

export function uniteBoxes(a: FontBox | undefined, b: FontBox | undefined): FontBox | undefined {
  if (!a || !b) return a ?? b;
  return [Math.min(a[0], b[0]), Math.min(a[1], b[1]), Math.max(a[2], b[2]), Math.max(a[3], b[3])];
}
