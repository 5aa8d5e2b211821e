/** CFF font programs (Adobe Technical Note 5176), as far as rules look into them: glyphs, their names and widths. */

import { cffStandardStrings } from '#pdf/encodings/cff-standard-strings';
import { namedEncoding } from '#pdf/encodings/encodings';
import { type CffDict, type CffItems, readCffDict, readCffIndex } from '#pdf/fonts/cff-data';
import { type CharstringHost, charstringWidth } from './charstring-width.ts';
import type { NamedProgram } from './embedded-program.ts';

export interface CffProgram extends NamedProgram {
  readonly kind: 'cff';
  /** For a font with CIDs: glyph by CID. Undefined for one with names. */
  readonly glyphsByCid: ReadonlyMap<number, number> | undefined;
}

/** Operators of dictionaries; those above 0x0c00 have two bytes. */
const operator = {
  charset: 15,
  encoding: 16,
  charStrings: 17,
  private: 18,
  subroutines: 19,
  defaultWidth: 20,
  nominalWidth: 21,
  fontMatrix: 0x0c07,
  ros: 0x0c1e,
  fontDicts: 0x0c24,
  fontDictSelect: 0x0c25,
} as const;

/** Undefined if the program is damaged. */
export function readCff(bytes: Buffer): CffProgram | undefined {
  try {
    return read(bytes);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function read(bytes: Buffer): CffProgram | undefined {
  const names = readCffIndex(bytes, bytes.readUInt8(2));
  const tops = readCffIndex(bytes, names.end);
  const strings = readCffIndex(bytes, tops.end);
  const globals = readCffIndex(bytes, strings.end);
  const topBytes = tops.at(0);
  if (!topBytes) return undefined;
  const top = readCffDict(topBytes);
  const charstrings = readCffIndex(bytes, top.get(operator.charStrings)?.[0] ?? bytes.length);
  const isCid = top.has(operator.ros);
  const charset = readCharset(bytes, top.get(operator.charset)?.[0] ?? 0, charstrings.length, isCid);
  const fonts = readFontDicts(bytes, top, isCid, globals);
  const select = isCid
    ? readSelect(bytes, top.get(operator.fontDictSelect)?.[0], charstrings.length)
    : undefined;
  const text = (id: number) => {
    return cffStandardStrings[id] ?? strings.at(id - cffStandardStrings.length)?.toString('latin1') ?? '';
  };
  const glyphNames = isCid ? [] : charset.map(text);
  const byName = new Map(glyphNames.map((name, glyph) => [name, glyph] as const));
  const codes = isCid ? undefined : readCodes(bytes, top.get(operator.encoding)?.[0] ?? 0, charset);
  const widths = new Map<number, number | undefined>();
  return {
    kind: 'cff',
    glyphCount: charstrings.length,
    glyphsByCid: isCid ? new Map(charset.map((cid, glyph) => [cid, glyph] as const)) : undefined,
    glyphOfName: (name) => byName.get(name),
    nameOfCode: (code) => {
      const glyph = codes?.get(code);
      return codes
        ? glyph === undefined
          ? undefined
          : glyphNames[glyph]
        : namedEncoding('StandardEncoding')?.[code];
    },
    names: new Set(glyphNames),
    widthOf: (glyph) => {
      const charstring = charstrings.at(glyph);
      const font = fonts[select?.[glyph] ?? 0];
      if (!charstring || !font) return undefined;
      if (!widths.has(glyph)) {
        const own = charstringWidth(charstring, font);
        const width = own === undefined ? font.defaultWidth : font.nominalWidth + own;
        widths.set(glyph, width * font.scale);
      }
      return widths.get(glyph);
    },
  };
}

/** String numbers or CIDs by glyph. */
function readCharset(bytes: Buffer, offset: number, count: number, isCid: boolean): number[] {
  // Predefined: the standard strings in sequence. The two expert sets are left out; no PDF of today has them.
  if (offset <= 2) return Array.from({ length: count }, (_, glyph) => glyph);
  const charset = [0];
  const format = bytes.readUInt8(offset);
  let at = offset + 1;
  while (charset.length < count) {
    const first = bytes.readUInt16BE(at);
    at += 2;
    let left = 0;
    if (format === 1) left = bytes.readUInt8(at++);
    else if (format === 2) {
      left = bytes.readUInt16BE(at);
      at += 2;
    } else if (format !== 0)
      throw new RangeError(`A charset has the format ${format}${isCid ? ' with CIDs' : ''}.`);
    for (let i = 0; i <= left && charset.length < count; i++) charset.push(first + i);
  }
  return charset;
}

/** Glyphs by code. Undefined for the standard encoding. */
function readCodes(
  bytes: Buffer,
  offset: number,
  charset: readonly number[],
): Map<number, number> | undefined {
  if (offset <= 1) return undefined;
  const codes = new Map<number, number>();
  const format = bytes.readUInt8(offset);
  const count = bytes.readUInt8(offset + 1);
  let at = offset + 2;
  let glyph = 1;
  for (let i = 0; i < count; i++) {
    const first = bytes.readUInt8(at++);
    const left = (format & 0x7f) === 1 ? bytes.readUInt8(at++) : 0;
    for (let j = 0; j <= left; j++) codes.set(first + j, glyph++);
  }
  if (format & 0x80) {
    const extra = bytes.readUInt8(at++);
    for (let i = 0; i < extra; i++, at += 3) {
      codes.set(bytes.readUInt8(at), charset.indexOf(bytes.readUInt16BE(at + 1)));
    }
  }
  return codes;
}

interface FontDict extends CharstringHost {
  readonly defaultWidth: number;
  readonly nominalWidth: number;
  /** Thousandths of the font size in a unit of the charstrings. */
  readonly scale: number;
}

const defaultScale = 0.001;

/** Glyphs select one by a byte. */
const maxFontDicts = 256;

const noItems: CffItems = { length: 0, at: () => undefined };

function readFontDicts(bytes: Buffer, top: CffDict, isCid: boolean, globals: CffItems): FontDict[] {
  const scaleOf = (dict: CffDict) => dict.get(operator.fontMatrix)?.[0];
  if (!isCid) return [readPrivate(bytes, top, (scaleOf(top) ?? defaultScale) * 1000, globals)];
  const dicts = readCffIndex(bytes, top.get(operator.fontDicts)?.[0] ?? bytes.length);
  return Array.from({ length: Math.min(dicts.length, maxFontDicts) }, (_, i) => {
    const dict = readCffDict(dicts.at(i) ?? Buffer.alloc(0));
    const [outer, inner] = [scaleOf(top), scaleOf(dict)];
    const scale =
      outer !== undefined && inner !== undefined ? outer * inner : (outer ?? inner ?? defaultScale);
    return readPrivate(bytes, dict, scale * 1000, globals);
  });
}

function readPrivate(bytes: Buffer, dict: CffDict, scale: number, globals: CffItems): FontDict {
  const [size = 0, offset = 0] = dict.get(operator.private) ?? [];
  const values = readCffDict(bytes.subarray(offset, offset + size));
  const subroutines = values.get(operator.subroutines)?.[0];
  return {
    defaultWidth: values.get(operator.defaultWidth)?.[0] ?? 0,
    nominalWidth: values.get(operator.nominalWidth)?.[0] ?? 0,
    scale: Math.abs(scale - 1) < 1e-9 ? 1 : scale,
    locals: subroutines === undefined ? noItems : readCffIndex(bytes, offset + subroutines),
    globals,
  };
}

/** The number of the font dictionary of each glyph. */
function readSelect(bytes: Buffer, offset: number | undefined, count: number): Uint8Array {
  const select = new Uint8Array(count);
  if (offset === undefined) return select;
  if (bytes.readUInt8(offset) === 0) {
    for (let glyph = 0; glyph < count; glyph++) select[glyph] = bytes.readUInt8(offset + 1 + glyph);
    return select;
  }
  const ranges = bytes.readUInt16BE(offset + 1);
  for (let i = 0; i < ranges; i++) {
    const at = offset + 3 + 3 * i;
    select.fill(bytes.readUInt8(at + 2), bytes.readUInt16BE(at), bytes.readUInt16BE(at + 3));
  }
  return select;
}
