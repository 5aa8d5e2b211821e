/**
 * Removes from a font what a text does not need: glyph numbers and layout stay, but only glyphs that the text may
 * show keep their outlines. Outlines are most of a font.
 */
import { readCharacterMap, writeCharacterMap } from './character-map.ts';
import { readComponents, readOutlines } from './outlines.ts';
import { readTables, writeTables } from './sfnt.ts';
import { addSubstitutes } from './substitutions.ts';

/** Tables that do not depend on the removed outlines, or that are rewritten. */
const understood = new Set(
  'BASE DSIG FFTM GDEF GPOS GSUB HVAR LTSH MATH MVAR OS/2 PCLT STAT TTFA VDMX VVAR avar cmap cvt fpgm fvar gasp glyf gvar hdmx head hhea hmtx kern loca maxp meta name post prep vhea vmtx'.split(
    ' ',
  ),
);

/** `post` without glyph names, which take up to a fifth of a font. */
const namelessPost = 0x00030000;
const postHeader = 32;

/**
 * Keeps the glyphs of these characters and all their possible substitutes; the `cmap` lists no others. Undefined for
 * unsupported fonts: outlines other than TrueType, colours, compressed or damaged fonts. (A compressed font is as
 * small as it would be decompressed and slimmed.)
 */
export function subsetFont(bytes: Uint8Array, characters: ReadonlySet<number>): Buffer | undefined {
  try {
    return slim(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length), characters);
  } catch (error) {
    // The font is truncated. The browser reports what is wrong with it.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function slim(bytes: Buffer, characters: ReadonlySet<number>): Buffer | undefined {
  const tables = readTables(bytes);
  if (!tables || [...tables.keys()].some((name) => !understood.has(name.trimEnd()))) return undefined;
  const [head, maxp, cmap, loca, glyf] = ['head', 'maxp', 'cmap', 'loca', 'glyf'].map((name) =>
    tables.get(name),
  );
  if (!head || head.length < 54 || !maxp || !cmap || !loca || !glyf) return undefined;
  const map = readCharacterMap(cmap);
  const glyphCount = maxp.readUInt16BE(4);
  const long = head.readInt16BE(50) !== 0;
  const outlines = readOutlines(loca, glyf, glyphCount, long);
  if (!map || !outlines) return undefined;

  const glyphs = new Set([0]);
  for (const character of characters) {
    const glyph = map.get(character);
    if (glyph !== undefined) glyphs.add(glyph);
  }
  const gsub = tables.get('GSUB');
  if (gsub) addSubstitutes(gsub, glyphs);
  // Iteration includes glyphs that are added to the set meanwhile.
  for (const glyph of glyphs) {
    const outline = outlines.get(glyph);
    if (outline) for (const component of readComponents(outline)) glyphs.add(component);
  }

  tables.delete('DSIG');
  // All characters of a kept glyph stay, so that the character a PDF records for it does not change.
  tables.set('cmap', writeCharacterMap(new Map([...map].filter(([, glyph]) => glyphs.has(glyph)))));
  const kept = pack(glyphCount, long, (glyph) => (glyphs.has(glyph) ? outlines.get(glyph) : undefined));
  tables.set('loca', kept.offsets).set('glyf', kept.data);
  const post = tables.get('post');
  if (post && post.length > postHeader) {
    const nameless = Buffer.from(post.subarray(0, postHeader));
    nameless.writeUInt32BE(namelessPost, 0);
    tables.set('post', nameless);
  }
  const gvar = tables.get('gvar');
  if (gvar) tables.set('gvar', slimVariations(gvar, glyphs));
  return writeTables(tables);
}

/** Concatenates the data of glyphs and lists the start of each and the end of the last. Short offsets are halved. */
function pack(count: number, long: boolean, getContent: (glyph: number) => Buffer | undefined) {
  const offsets = Buffer.alloc((count + 1) * (long ? 4 : 2));
  const parts: Buffer[] = [];
  let position = 0;
  for (let glyph = 0; glyph <= count; glyph++) {
    if (long) offsets.writeUInt32BE(position, glyph * 4);
    else offsets.writeUInt16BE(position / 2, glyph * 2);
    const content = glyph < count ? getContent(glyph) : undefined;
    if (!content) continue;
    parts.push(content);
    position += content.length;
  }
  return { offsets, data: Buffer.concat(parts) };
}

/** `gvar`: how outlines change along the axes of a variable font (7.3.4). */
function slimVariations(gvar: Buffer, glyphs: ReadonlySet<number>): Buffer {
  const header = 20;
  const sharedLength = gvar.readUInt16BE(6) * gvar.readUInt16BE(4) * 2;
  const sharedAt = gvar.readUInt32BE(8);
  const count = gvar.readUInt16BE(12);
  const long = (gvar.readUInt16BE(14) & 1) !== 0;
  const data = gvar.subarray(gvar.readUInt32BE(16));
  const place = (glyph: number) =>
    long ? gvar.readUInt32BE(header + glyph * 4) : gvar.readUInt16BE(header + glyph * 2) * 2;
  let end = 0;
  const kept = pack(count, long, (glyph) => {
    if (!glyphs.has(glyph)) return undefined;
    const [start, before] = [place(glyph), end];
    end = place(glyph + 1);
    // Glyphs that share data would each take its full length.
    if (start < before || end < start) throw new RangeError('The variations of the font overlap.');
    return data.subarray(start, end);
  });
  const shared = gvar.subarray(sharedAt, sharedAt + sharedLength);
  const start = Buffer.from(gvar.subarray(0, header));
  start.writeUInt32BE(header + kept.offsets.length, 8);
  start.writeUInt32BE(header + kept.offsets.length + shared.length, 16);
  return Buffer.concat([start, kept.offsets, shared, kept.data]);
}
