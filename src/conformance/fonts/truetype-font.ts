/** TrueType font programs, as far as rules look into them (ISO/IEC 14496-22). */
import type { EmbeddedProgram } from './embedded-program.ts';

export interface TrueTypeProgram extends EmbeddedProgram {
  readonly kind: 'truetype';
  /** The number of widths; the last one is that of all further glyphs. */
  readonly widthCount: number;
  readonly mapCount: number;
  /** Undefined if the font has no such character map. Codes without a glyph are left out. */
  readonly characterMap: (platform: number, encoding: number) => ReadonlyMap<number, number> | undefined;
  /** The glyph of a name in the table `post`. */
  readonly glyphOfName: (name: string) => number | undefined;
}

/** Undefined if the font lacks tables or is damaged. */
export function readTrueType(bytes: Buffer): TrueTypeProgram | undefined {
  try {
    return read(bytes);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** The tables of a font of any kind, by their names. Throws `RangeError` if the font is cut off. */
export function readFontTables(bytes: Buffer): Map<string, Buffer> {
  const tables = new Map<string, Buffer>();
  const count = bytes.readUInt16BE(4);
  for (let row = 12; row < 12 + count * 16; row += 16) {
    const start = bytes.readUInt32BE(row + 8);
    const table = bytes.subarray(start, start + bytes.readUInt32BE(row + 12));
    tables.set(bytes.toString('latin1', row, row + 4), table);
  }
  return tables;
}

function read(bytes: Buffer): TrueTypeProgram | undefined {
  const tables = readFontTables(bytes);
  const [head, hhea, hmtx, maxp] = ['head', 'hhea', 'hmtx', 'maxp'].map((name) => tables.get(name));
  if (!head || !hhea || !hmtx || !maxp) return undefined;
  const scale = 1000 / head.readUInt16BE(18);
  const widthCount = hhea.readUInt16BE(34);
  const glyphCount = maxp.readUInt16BE(4);
  const widthAt = (glyph: number) => hmtx.readUInt16BE(glyph * 4) * scale;
  // The table must hold all widths.
  if (widthCount > 0) widthAt(widthCount - 1);
  const maps = readMapTable(tables.get('cmap'));
  let names: ReadonlyMap<string, number> | undefined;
  return {
    kind: 'truetype',
    glyphCount,
    widthCount,
    widthOf: (glyph) => {
      if (widthCount === 0) return 0;
      if (glyph < widthCount) return widthAt(glyph);
      return widthAt(glyph < glyphCount ? widthCount - 1 : 0);
    },
    mapCount: maps.length,
    characterMap: (platform, encoding) => {
      return maps.find((map) => map.platform === platform && map.encoding === encoding)?.glyphs();
    },
    glyphOfName: (name) => {
      names ??= readPostNames(tables.get('post'));
      return names.get(name);
    },
  };
}

interface MapEntry {
  readonly platform: number;
  readonly encoding: number;
  readonly glyphs: () => ReadonlyMap<number, number>;
}

function readMapTable(cmap: Buffer | undefined): MapEntry[] {
  if (!cmap) return [];
  const entries: MapEntry[] = [];
  for (let row = 4; row < 4 + cmap.readUInt16BE(2) * 8; row += 8) {
    const table = cmap.subarray(cmap.readUInt32BE(row + 4));
    let glyphs: ReadonlyMap<number, number> | undefined;
    entries.push({
      platform: cmap.readUInt16BE(row),
      encoding: cmap.readUInt16BE(row + 2),
      glyphs: () => {
        glyphs ??= readGlyphs(table);
        return glyphs;
      },
    });
  }
  return entries;
}

function readGlyphs(table: Buffer): Map<number, number> {
  const map = new Map<number, number>();
  const add = (code: number, glyph: number) => {
    if (glyph !== 0) map.set(code, glyph);
  };
  try {
    const format = table.readUInt16BE(0);
    if (format === 0) for (let code = 0; code < 256; code++) add(code, table.readUInt8(6 + code));
    else if (format === 4) readSegments(table, add);
    else if (format === 6) {
      const first = table.readUInt16BE(6);
      const count = table.readUInt16BE(8);
      for (let i = 0; i < count; i++) add(first + i, table.readUInt16BE(10 + 2 * i));
    } else if (format === 12) readGroups(table, add);
  } catch (error) {
    // A table may be cut off. The codes that were read before its end still count.
    if (!(error instanceof RangeError)) throw error;
  }
  return map;
}

/** Segments of hostile fonts may overlap. */
const maxCodes = 0x110000;

function readSegments(table: Buffer, add: (code: number, glyph: number) => void): void {
  const length = table.readUInt16BE(6);
  let left = maxCodes;
  for (let segment = 0; segment < length; segment += 2) {
    const last = table.readUInt16BE(14 + segment);
    const first = table.readUInt16BE(16 + length + segment);
    const delta = table.readUInt16BE(16 + 2 * length + segment);
    const rangeAt = 16 + 3 * length + segment;
    const range = table.readUInt16BE(rangeAt);
    for (let code = first; code <= last && code < 0xffff && left-- > 0; code++) {
      if (range === 0) {
        add(code, (code + delta) & 0xffff);
        continue;
      }
      const at = rangeAt + range + (code - first) * 2;
      const glyph = at + 2 <= table.length ? table.readUInt16BE(at) : 0;
      if (glyph !== 0) add(code, (glyph + delta) & 0xffff);
    }
  }
}

function readGroups(table: Buffer, add: (code: number, glyph: number) => void): void {
  let left = maxCodes;
  for (let row = 16; row < 16 + table.readUInt32BE(12) * 12; row += 12) {
    const first = table.readUInt32BE(row);
    const last = table.readUInt32BE(row + 4);
    const glyph = table.readUInt32BE(row + 8);
    for (let code = first; code <= last && left-- > 0; code++) add(code, glyph + code - first);
  }
}

/** Names that the table gives itself. The standard Macintosh ones are found by their character maps. */
function readPostNames(post: Buffer | undefined): Map<string, number> {
  const names = new Map<string, number>();
  const standardNames = 258;
  try {
    if (post?.readUInt32BE(0) !== 0x00020000) return names;
    const count = post.readUInt16BE(32);
    const own: string[] = [];
    for (let at = 34 + count * 2; at < post.length; at += 1 + post.readUInt8(at)) {
      own.push(post.toString('latin1', at + 1, at + 1 + post.readUInt8(at)));
    }
    for (let glyph = 0; glyph < count; glyph++) {
      const name = own[post.readUInt16BE(34 + glyph * 2) - standardNames];
      if (name !== undefined && !names.has(name)) names.set(name, glyph);
    }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
  return names;
}
