/**
 * A TrueType font program (ISO/IEC 14496-22), parsed as far as the union of subsets needs it: the outline and the
 * metrics of every glyph present.
 */
import { readOutlines } from './outlines.ts';
import { readTables } from './sfnt.ts';

export interface GlyphMetrics {
  /** Font units. */
  readonly advance: number;
  readonly bearing: number;
}

export interface FontProgram {
  readonly tables: ReadonlyMap<string, Buffer>;
  readonly glyphCount: number;
  readonly unitsPerEm: number;
  /** Outlines by glyph, for glyphs that have one. */
  readonly outlines: ReadonlyMap<number, Buffer>;
  /** Metrics by glyph, unless both values are 0: a subset keeps the number of an unused glyph and empties it. */
  readonly metrics: ReadonlyMap<number, GlyphMetrics>;
}

/** Undefined for anything but a complete TrueType font with its own outlines: variable, CFF or damaged fonts. */
export function parseFontProgram(bytes: Buffer): FontProgram | undefined {
  const tables = readTables(bytes);
  const head = tables?.get('head');
  const maxp = tables?.get('maxp');
  const hhea = tables?.get('hhea');
  const hmtx = tables?.get('hmtx');
  const loca = tables?.get('loca');
  const glyf = tables?.get('glyf');
  if (!tables || !head || !maxp || !hhea || !hmtx || !loca || !glyf) return undefined;
  if (head.length < 54 || maxp.length < 6 || hhea.length < 36) return undefined;
  if (tables.has('fvar') || tables.has('CFF ') || tables.has('CFF2')) return undefined;
  const glyphCount = maxp.readUInt16BE(4);
  const outlines = readOutlines(loca, glyf, glyphCount, head.readInt16BE(50) !== 0);
  const metrics = readMetrics(hmtx, glyphCount, hhea.readUInt16BE(34));
  const unitsPerEm = head.readUInt16BE(18);
  if (!outlines || !metrics || unitsPerEm === 0) return undefined;
  return { tables, glyphCount, unitsPerEm, outlines, metrics };
}

/** After the last full row only bearings follow. Their glyphs have the advance of the last row. */
function readMetrics(
  hmtx: Buffer,
  glyphCount: number,
  fullRows: number,
): Map<number, GlyphMetrics> | undefined {
  if (fullRows < 1 || fullRows > glyphCount) return undefined;
  if (hmtx.length < fullRows * 4 + (glyphCount - fullRows) * 2) return undefined;
  const metrics = new Map<number, GlyphMetrics>();
  for (let glyph = 0, row = 0; glyph < fullRows; glyph++, row += 4) {
    if (hmtx[row] === 0 && hmtx[row + 1] === 0 && hmtx[row + 2] === 0 && hmtx[row + 3] === 0) continue;
    metrics.set(glyph, { advance: hmtx.readUInt16BE(row), bearing: hmtx.readInt16BE(row + 2) });
  }
  const advance = hmtx.readUInt16BE((fullRows - 1) * 4);
  for (let glyph = fullRows; glyph < glyphCount; glyph++) {
    const bearing = hmtx.readInt16BE(fullRows * 4 + (glyph - fullRows) * 2);
    if (advance !== 0 || bearing !== 0) metrics.set(glyph, { advance, bearing });
  }
  return metrics;
}
