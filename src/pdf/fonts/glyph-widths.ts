/** The `/W` array of a CID font (ISO 32000-2, 9.7.4.3): `first [w w w]` or `first last w`, in thousandths of the em. */
import type { PdfValue } from '../object.ts';
import type { PdfReader } from '../reading/reader.ts';

const greatestGlyph = 65_535;

/** Reads glyph → width. Undefined if the array holds anything else. */
export function readGlyphWidths(file: PdfReader, value: PdfValue): Map<number, number> | undefined {
  const widths = new Map<number, number>();
  if (value === null) return widths;
  if (!Array.isArray(value)) return undefined;
  // Overlapping ranges could give a short array an unbounded cost.
  let left = 4 * greatestGlyph;
  for (let i = 0; i < value.length; ) {
    const first = file.resolve(value[i]);
    const second = file.resolve(value[i + 1]);
    if (!isGlyph(first)) return undefined;
    if (Array.isArray(second)) {
      for (const [offset, item] of second.entries()) {
        const width = file.resolve(item);
        if (typeof width !== 'number' || first + offset > greatestGlyph) return undefined;
        widths.set(first + offset, width);
      }
      i += 2;
    } else {
      const width = file.resolve(value[i + 2]);
      if (!isGlyph(second) || typeof width !== 'number') return undefined;
      left -= second - first;
      file.spend(second - first);
      if (left < 0) return undefined;
      for (let glyph = first; glyph <= second; glyph++) widths.set(glyph, width);
      i += 3;
    }
  }
  return widths;
}

/** Consecutive glyphs share a list. */
export function writeGlyphWidths(widths: ReadonlyMap<number, number>): PdfValue[] {
  const array: PdfValue[] = [];
  let run: PdfValue[] = [];
  let next = -1;
  for (const [glyph, width] of [...widths].sort(([a], [b]) => a - b)) {
    if (glyph !== next) {
      run = [];
      array.push(glyph, run);
    }
    run.push(width);
    next = glyph + 1;
  }
  return array;
}

function isGlyph(value: PdfValue): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= greatestGlyph;
}
