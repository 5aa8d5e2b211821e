/** Type 1 font programs: the names, widths and codes of their glyphs (Adobe Type 1 Font Format, 1990). */

import { namedEncoding } from '#pdf/encodings/encodings';
import { type1Width } from './charstring-width.ts';
import type { NamedProgram } from './embedded-program.ts';

export interface Type1Program extends NamedProgram {
  readonly kind: 'type1';
}

const privateKey = 55_665;
const charstringKey = 4330;

/** Undefined if the program has no glyphs that can be read. */
export function readType1(bytes: Buffer): Type1Program | undefined {
  const start = bytes.indexOf('eexec', 0, 'latin1');
  if (start < 0) return undefined;
  const clear = bytes.toString('latin1', 0, start);
  const secret = decrypt(readSecret(bytes, start + 'eexec'.length), privateKey, 4);
  const charstrings = readCharstrings(secret);
  if (charstrings.size === 0) return undefined;
  const glyphs = new Map([...charstrings.keys()].map((name, glyph) => [name, glyph] as const));
  const scale = Number(/\/FontMatrix\s*\[\s*([-\d.eE]+)/.exec(clear)?.[1] ?? 0.001) * 1000;
  const data = [...charstrings.values()];
  const codes = readCodes(clear);
  return {
    kind: 'type1',
    glyphCount: data.length,
    names: new Set(charstrings.keys()),
    glyphOfName: (name) => glyphs.get(name),
    nameOfCode: (code) => (codes ? codes.get(code) : namedEncoding('StandardEncoding')?.[code]),
    widthOf: (glyph) => {
      const charstring = data[glyph];
      const width = charstring && safeWidth(charstring);
      return width === undefined ? undefined : width * scale;
    },
  };
}

function safeWidth(charstring: Buffer): number | undefined {
  try {
    return type1Width(charstring);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** The encrypted part, which may be written as hexadecimal digits. */
function readSecret(bytes: Buffer, position: number): Buffer {
  let start = position;
  while ([0x20, 0x09, 0x0a, 0x0d].includes(bytes[start] ?? 0)) start++;
  const beginning = bytes.toString('latin1', start, start + 4);
  if (!/^[\da-fA-F]{4}$/.test(beginning)) return bytes.subarray(start);
  return Buffer.from(bytes.toString('latin1', start).replaceAll(/[^\da-fA-F]/g, ''), 'hex');
}

/** The first bytes are random. */
function decrypt(bytes: Buffer, key: number, random: number): Buffer {
  const plain = Buffer.alloc(bytes.length);
  let r = key;
  for (let i = 0; i < bytes.length; i++) {
    const cipher = bytes[i] ?? 0;
    plain[i] = cipher ^ (r >> 8);
    r = ((cipher + r) * 52_845 + 22_719) & 0xffff;
  }
  return plain.subarray(random);
}

/** `/name 123 RD …bytes… ND`. */
const charstringHead = /\/([^\s/[\](){}<>]+)\s+(\d+)\s+(?:RD|-\||\S{1,8})\s/g;

function readCharstrings(secret: Buffer): Map<string, Buffer> {
  const charstrings = new Map<string, Buffer>();
  const text = secret.toString('latin1');
  const random = Number(/\/lenIV\s+(-?\d+)/.exec(text)?.[1] ?? 4);
  charstringHead.lastIndex = Math.max(text.indexOf('/CharStrings'), 0) + 1;
  // The dictionary itself looks like an entry: `/CharStrings 123 dict dup begin`.
  const begin = text.indexOf('begin', charstringHead.lastIndex);
  if (begin >= 0) charstringHead.lastIndex = begin;
  for (let head = charstringHead.exec(text); head; head = charstringHead.exec(text)) {
    const [whole, name = '', length = '0'] = head;
    const start = head.index + whole.length;
    const data = secret.subarray(start, start + Number(length));
    charstrings.set(name, random < 0 ? data : decrypt(data, charstringKey, random));
    charstringHead.lastIndex = start + Number(length);
  }
  return charstrings;
}

/** Undefined for the standard encoding. */
function readCodes(clear: string): Map<number, string> | undefined {
  if (/\/Encoding\s+StandardEncoding\b/.test(clear)) return undefined;
  const entries = clear.matchAll(/\bdup\s+(\d+)\s*\/([^\s/[\](){}<>]+)\s+put\b/g);
  return new Map([...entries].map(([, code, name = '']) => [Number(code), name] as const));
}
