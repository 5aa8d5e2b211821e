/**
 * CFF fonts of the plainest kind (Adobe Technical Note 5176): glyphs with names of their own, and no subroutines or
 * hints. A PDF that draws the outlines of a font needs no more.
 */
import { readCffDict, readCffIndex } from '../cff-data.ts';

export type FontBox = readonly [left: number, bottom: number, right: number, top: number];

export interface PlainCff {
  readonly name: string;
  readonly unitsPerEm: number;
  /** Integers, in font units. */
  readonly box: FontBox;
  /** Charstrings by the name of their glyph, each with its width. The font gets an empty `.notdef` besides. */
  readonly charstrings: ReadonlyMap<string, Buffer>;
}

const operator = {
  box: 5,
  charset: 15,
  encoding: 16,
  charstrings: 17,
  private: 18,
  matrix: 0x0c07,
} as const;

/** Numbers of strings begin with those that every font has. */
const firstOwnString = 391;
/** The numbers of strings and glyphs have two bytes. */
export const maxPlainCffGlyphs = 0xffff - firstOwnString;

const usualUnits = 1000;
const maxCode = 255;

/** Major and minor version, own length, bytes of the longest offset. */
const header = Buffer.from([1, 0, 4, 4]);
const noSubroutines = Buffer.from([0, 0]);
/** A width of 0 and the operator `endchar`. */
const emptyGlyph = Buffer.from([139, 14]);
/** The default and the nominal width are 0. */
const privateDict = Buffer.from([139, 20, 139, 21]);

/** Throws `RangeError` for more than `maxPlainCffGlyphs`. */
export function writePlainCff({ name, unitsPerEm, box, charstrings }: PlainCff): Buffer {
  if (charstrings.size > maxPlainCffGlyphs) throw new RangeError('A CFF font has at most 65,144 glyphs.');
  const names = writeIndex([Buffer.from(name, 'latin1')]);
  const strings = writeIndex([...charstrings.keys()].map((each) => Buffer.from(each, 'latin1')));
  const glyphs = writeIndex([emptyGlyph, ...charstrings.values()]);
  const charset = writeCharset(charstrings.size);
  const encoding = writeEncoding(charstrings.size);
  const top = (start: number) => {
    const charsetAt = start + glyphs.length;
    const encodingAt = charsetAt + charset.length;
    return Buffer.concat([
      ...(unitsPerEm === usualUnits ? [] : [writeMatrix(unitsPerEm)]),
      writeEntry(operator.box, box),
      writeEntry(operator.charset, [charsetAt]),
      writeEntry(operator.encoding, [encodingAt]),
      writeEntry(operator.charstrings, [start]),
      writeEntry(operator.private, [privateDict.length, encodingAt + encoding.length]),
    ]);
  };
  const before = (start: number) =>
    Buffer.concat([header, names, writeIndex([top(start)]), strings, noSubroutines]);
  // Numbers have a fixed length, whatever their value.
  return Buffer.concat([before(before(0).length), glyphs, charset, encoding, privateDict]);
}

/** Undefined for anything that `writePlainCff` did not write. */
export function readPlainCff(bytes: Buffer): PlainCff | undefined {
  try {
    const font = read(bytes);
    return font && writePlainCff(font).equals(bytes) ? font : undefined;
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function read(bytes: Buffer): PlainCff | undefined {
  const names = readCffIndex(bytes, header.length);
  const tops = readCffIndex(bytes, names.end);
  const strings = readCffIndex(bytes, tops.end);
  const top = readCffDict(tops.at(0) ?? Buffer.alloc(0));
  const glyphs = readCffIndex(bytes, top.get(operator.charstrings)?.[0] ?? bytes.length);
  const [left, bottom, right, highest] = top.get(operator.box) ?? [];
  if (left === undefined || bottom === undefined || right === undefined || highest === undefined)
    return undefined;
  const charstrings = new Map<string, Buffer>();
  for (let i = 0; i < strings.length; i++) {
    charstrings.set(strings.at(i)?.toString('latin1') ?? '', glyphs.at(i + 1) ?? Buffer.alloc(0));
  }
  return {
    name: names.at(0)?.toString('latin1') ?? '',
    unitsPerEm: Math.round(1 / (top.get(operator.matrix)?.[0] ?? 1 / usualUnits)),
    box: [left, bottom, right, highest],
    charstrings,
  };
}

function writeIndex(items: readonly Buffer[]): Buffer {
  const total = items.reduce((sum, item) => sum + item.length, 0);
  const size = total < 0xff ? 1 : total < 0xffff ? 2 : total < 0xffffff ? 3 : 4;
  const offsets = Buffer.alloc(3 + (items.length + 1) * size);
  offsets.writeUInt16BE(items.length, 0);
  if (items.length === 0) return offsets.subarray(0, 2);
  offsets.writeUInt8(size, 2);
  let position = 1;
  for (let i = 0; i <= items.length; i++) {
    offsets.writeUIntBE(position, 3 + i * size, size);
    position += items[i]?.length ?? 0;
  }
  return Buffer.concat([offsets, ...items]);
}

/** Glyph `i` has own string `i - 1` as its name. `.notdef`, the first, needs no entry. */
function writeCharset(named: number): Buffer {
  if (named === 0) return Buffer.from([0]);
  const charset = Buffer.from([2, 0, 0, 0, 0]);
  charset.writeUInt16BE(firstOwnString, 1);
  charset.writeUInt16BE(named - 1, 3);
  return charset;
}

/** Numbers the first glyphs. The encoding of the PDF applies instead, but programs complain of a font without any. */
function writeEncoding(named: number): Buffer {
  return named === 0 ? Buffer.from([0, 0]) : Buffer.from([1, 1, 1, Math.min(named, maxCode) - 1]);
}

function writeEntry(code: number, operands: readonly number[]): Buffer {
  const entry = Buffer.alloc(operands.length * 5 + 1);
  for (const [i, operand] of operands.entries()) {
    entry.writeUInt8(29, i * 5);
    entry.writeInt32BE(operand, i * 5 + 1);
  }
  entry.writeUInt8(code, operands.length * 5);
  return entry;
}

/** From font units to the em. */
function writeMatrix(unitsPerEm: number): Buffer {
  const scale = writeReal(1 / unitsPerEm);
  const zero = Buffer.from([139]);
  const code = Buffer.from([operator.matrix >> 8, operator.matrix & 0xff]);
  return Buffer.concat([scale, zero, zero, scale, zero, zero, code]);
}

/** Digits of four bits; `a` is the point, `c` an exponent's `E-`, and `f` the end. */
function writeReal(value: number): Buffer {
  const digits = `${String(value).replace('.', 'a').replace('e-', 'c')}f`;
  return Buffer.from(`1e${digits}${digits.length % 2 === 1 ? 'f' : ''}`, 'hex');
}
