/** The table `cmap` (ISO/IEC 14496-22, 5.3.1), which maps characters to glyphs. */

/** Character → glyph. */
export type CharacterMap = ReadonlyMap<number, number>;

const unicode = 0;
const windows = 3;
/** Unicode encodings of the Windows platform. */
const basic = 1;
const full = 10;
/** Variants of characters. Their base glyphs are in the other tables. */
const variants = 14;

/**
 * Reads the best Unicode table, which is the one that programs use. Undefined if no table has a supported format or
 * if there are variants. Throws `RangeError` for a truncated table.
 */
export function readCharacterMap(cmap: Buffer): CharacterMap | undefined {
  let best: { rank: number; offset: number } | undefined;
  for (let row = 4; row < 4 + cmap.readUInt16BE(2) * 8; row += 8) {
    const platform = cmap.readUInt16BE(row);
    const encoding = cmap.readUInt16BE(row + 2);
    const offset = cmap.readUInt32BE(row + 4);
    const format = cmap.readUInt16BE(offset);
    if (format === variants) return undefined;
    const isUnicode =
      platform === unicode || (platform === windows && (encoding === basic || encoding === full));
    if (!isUnicode || (format !== 4 && format !== 12)) continue;
    const rank = format * 2 + (platform === windows ? 1 : 0);
    if (!best || rank > best.rank) best = { rank, offset };
  }
  if (!best) return undefined;
  const table = cmap.subarray(best.offset);
  let characters = 0;
  const step = () => {
    if (++characters > maxCharacters) throw new RangeError('The font maps characters more than once.');
  };
  return table.readUInt16BE(0) === 4 ? readSegments(table, step) : readGroups(table, step);
}

/** The size of Unicode. The ranges of an untrusted font may overlap without limit. */
const maxCharacters = 0x110000;

function readSegments(table: Buffer, step: () => void): CharacterMap {
  const map = new Map<number, number>();
  const length = table.readUInt16BE(6);
  for (let segment = 0; segment < length; segment += 2) {
    const last = table.readUInt16BE(14 + segment);
    const first = table.readUInt16BE(16 + length + segment);
    const delta = table.readUInt16BE(16 + 2 * length + segment);
    const rangeAt = 16 + 3 * length + segment;
    const range = table.readUInt16BE(rangeAt);
    for (let character = first; character <= last && character < 0xffff; character++) {
      step();
      let glyph = character;
      if (range !== 0) {
        const at = rangeAt + range + (character - first) * 2;
        // Some fonts end within their last segment, which means no glyph.
        glyph = at + 2 <= table.length ? table.readUInt16BE(at) : 0;
        if (glyph === 0) continue;
      }
      glyph = (glyph + delta) & 0xffff;
      if (glyph !== 0) map.set(character, glyph);
    }
  }
  return map;
}

function readGroups(table: Buffer, step: () => void): CharacterMap {
  const map = new Map<number, number>();
  const end = 16 + table.readUInt32BE(12) * 12;
  for (let row = 16; row < end; row += 12) {
    const first = table.readUInt32BE(row);
    const last = table.readUInt32BE(row + 4);
    const glyph = table.readUInt32BE(row + 8);
    for (let character = first; character <= last; character++) {
      step();
      const its = glyph + character - first;
      if (its > 0xffff) break;
      if (its !== 0) map.set(character, its);
    }
  }
  return map;
}
