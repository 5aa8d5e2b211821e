/** The tables `loca` and `glyf` (ISO/IEC 14496-22, 5.3.3 and 5.3.4): the outlines of glyphs. */

/**
 * Returns the outlines of glyphs that have one. Undefined if the tables are damaged. A face has thousands of glyphs,
 * a subset some dozens, so empty ones are skipped fast.
 */
export function readOutlines(
  loca: Buffer,
  glyf: Buffer,
  glyphCount: number,
  long: boolean,
): Map<number, Buffer> | undefined {
  const width = long ? 4 : 2;
  if (loca.length < (glyphCount + 1) * width) return undefined;
  const place = (glyph: number) => (long ? loca.readUInt32BE(glyph * 4) : loca.readUInt16BE(glyph * 2) * 2);
  const outlines = new Map<number, Buffer>();
  let start = place(0);
  if (start > glyf.length) return undefined;
  for (let glyph = 0; glyph < glyphCount; glyph++) {
    if (repeats(loca, (glyph + 1) * width, width)) continue;
    const end = place(glyph + 1);
    if (end < start || end > glyf.length) return undefined;
    outlines.set(glyph, glyf.subarray(start, end));
    start = end;
  }
  return outlines;
}

/** Whether the number equals the previous one. The last byte distinguishes most of them. */
function repeats(table: Buffer, position: number, width: number): boolean {
  for (let at = position + width - 1; at >= position; at--) if (table[at] !== table[at - width]) return false;
  return true;
}

const wordArguments = 1 << 0;
const oneScale = 1 << 3;
const moreComponents = 1 << 5;
const twoScales = 1 << 6;
const matrix = 1 << 7;

/** The components of a composite glyph; none for a simple one. Throws `RangeError` if the outline is truncated. */
export function readComponents(outline: Buffer): number[] {
  const components: number[] = [];
  if (outline.length < 10 || outline.readInt16BE(0) >= 0) return components;
  for (let at = 10; ; ) {
    const flags = outline.readUInt16BE(at);
    components.push(outline.readUInt16BE(at + 2));
    if (!(flags & moreComponents)) return components;
    const scales = flags & oneScale ? 2 : flags & twoScales ? 4 : flags & matrix ? 8 : 0;
    at += 4 + (flags & wordArguments ? 4 : 2) + scales;
  }
}
