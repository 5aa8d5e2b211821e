/** Old filters: the examples of the specification, and edge cases. */
import { deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { PdfStream } from '../../../../../src/pdf/object.ts';
import { PdfReader } from '../../../../../src/pdf/reading/reader.ts';
import { buildPdf, minimalObjects, streamObject } from '../../../../support/pdf/build-pdf.ts';

function decoded(dict: string, data: string): string {
  const file = new PdfReader(buildPdf({ ...minimalObjects, 4: streamObject(dict, data) }));
  return Buffer.from(file.decode(file.resolve(file.ref(4, 0)) as PdfStream)).toString('latin1');
}

const bytes = (...values: number[]) => String.fromCharCode(...values);

describe('decodes a stream with', () => {
  it.each([
    ['hexadecimal digits, the last one alone', '/Filter/ASCIIHexDecode', '68 65\n6C6c6 >zz', 'hell`'],
    ['their short name', '/Filter[/AHx]', '6869', 'hi'],
    ['digits of base 85', '/Filter/ASCII85Decode', ";e^JuAS#a%\n@X3',F\"AFn2'D~>junk", 'Sixteen bytes, 85!'],
    ['an end in the middle of a group', '/Filter/A85', '<~9jqo^~>', 'Man '],
    ['groups of zeros', '/Filter/A85', 'z9jn~>', `${bytes(0, 0, 0, 0)}Ma`],
    ['runs', '/Filter/RunLengthDecode', `${bytes(2)}abc${bytes(254)}x${bytes(128)}junk`, 'abcxxx'],
    ['a run that is cut off', '/Filter/RL', `${bytes(9)}abc`, 'abc'],
    ['LZW', '/Filter/LZWDecode', bytes(0x80, 0x0b, 0x60, 0x50, 0x22, 0x0c, 0x0c, 0x85, 0x01), '-----A---B'],
  ])('%s', (_, dict, data, expected) => {
    expect(decoded(dict, data)).toBe(expected);
  });

  it('two nested filters', () => {
    const packed = deflateSync(Buffer.from('hello')).toString('hex');
    expect(decoded('/Filter[/ASCIIHexDecode/Fl]', `${packed}>`)).toBe('hello');
  });

  it.each([0, 1])('LZW codes that grow longer: early change %d', (early) => {
    const text = Array.from({ length: 9000 }, (_, i) => String.fromCharCode((i * i * 7 + i) % 251)).join('');
    expect(decoded(`/Filter/LZW/DecodeParms<</EarlyChange ${early}>>`, lzw(text, early))).toBe(text);
  });
});

it.each([
  ['LZWDecode', packedCodes([256, 97, ...range(258, 4093), 256, 97, ...range(258, 4093)], 1)],
  ['RunLengthDecode', bytes(129, 97).repeat(300_000)],
])('rejects data that decompresses to too much: %s', (filter, data) => {
  expect(() => decoded(`/Filter/${filter}`, data)).toThrow(expect.objectContaining({ code: 'too_large' }));
});

function range(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, i) => first + i);
}

/** Encodes text as the specification describes LZW (ISO 32000-1, 7.4.4). */
function lzw(text: string, early: number): string {
  const codes = [256];
  let table = new Map<string, number>();
  const codeOf = (part: string) => (part.length === 1 ? part.charCodeAt(0) : (table.get(part) ?? -1));
  let part = '';
  for (const character of text) {
    if (part === '' || codeOf(part + character) >= 0) {
      part += character;
      continue;
    }
    codes.push(codeOf(part));
    table.set(part + character, 258 + table.size);
    part = character;
    if (table.size < 3800) continue;
    codes.push(256);
    table = new Map();
  }
  return packedCodes([...codes, codeOf(part), 257], early);
}

/** Writes each code with the width that a reader expects, which adds an entry for every code but the first. */
function packedCodes(codes: readonly number[], early: number): string {
  const out: number[] = [];
  let [bits, held, next, isFirst] = [0, 0, 258, false];
  for (const code of codes) {
    const limit = next + early;
    const width = limit >= 2048 ? 12 : limit >= 1024 ? 11 : limit >= 512 ? 10 : 9;
    bits = (bits << width) | code;
    for (held += width; held >= 8; held -= 8) out.push((bits >> (held - 8)) & 255);
    bits &= (1 << held) - 1;
    if (code !== 256 && !isFirst) next++;
    isFirst = code === 256;
    if (isFirst) next = 258;
  }
  if (held > 0) out.push((bits << (8 - held)) & 255);
  return Buffer.from(out).toString('latin1');
}
