import { expect, it } from 'vitest';
import { charstringWidth, type1Width } from '../../../src/conformance/fonts/charstring-width.ts';
import { cidOfCode, readCMap, readCodesByRanges, textOfCode } from '../../../src/conformance/fonts/cmap.ts';
import { collectionOfCMap, isPredefinedCMap } from '../../../src/conformance/fonts/predefined-cmaps.ts';
import { macintoshCode, namedEncoding } from '../../../src/pdf/encodings/encodings.ts';
import { glyphNameToText } from '../../../src/pdf/encodings/glyph-list.ts';
import { readCffDict, readCffIndex } from '../../../src/pdf/fonts/cff-data.ts';

it.each([
  ['A', 'A'],
  ['Adieresis', 'Ä'],
  ['afii10017', 'А'],
  ['dalethatafpatah', '\u05d3\u05b2'],
  ['Delta', '\u2206'],
  ['zukatakana', 'ズ'],
  ['nothing', undefined],
])('the glyph %s is %j', (name, text) => {
  expect(glyphNameToText(name)).toBe(text);
});

it.each([
  [
    'WinAnsiEncoding',
    { 65: 'A', 39: 'quotesingle', 128: 'Euro', 129: 'bullet', 160: 'space', 173: 'hyphen', 181: 'mu' },
  ],
  [
    'MacRomanEncoding',
    {
      65: 'A',
      128: 'Adieresis',
      173: '.notdef',
      189: '.notdef',
      202: 'space',
      219: 'currency',
      245: 'dotlessi',
      255: 'caron',
    },
  ],
  [
    'StandardEncoding',
    {
      39: 'quoteright',
      96: 'quoteleft',
      161: 'exclamdown',
      174: 'fi',
      225: 'AE',
      251: 'germandbls',
      128: '.notdef',
    },
  ],
])('%s has its names', (encoding, expected) => {
  const names = namedEncoding(encoding) ?? [];
  expect(names).toHaveLength(256);
  for (const [code, name] of Object.entries(expected)) expect(names[Number(code)]).toBe(name);
});

it('knows the codes of Macintosh fonts', () => {
  expect([macintoshCode('Adieresis'), macintoshCode('notequal'), macintoshCode('alpha')]).toEqual([
    0x80,
    0xad,
    undefined,
  ]);
});

it('knows the CMaps that need not be embedded', () => {
  expect(isPredefinedCMap('Identity-V')).toBe(true);
  expect(isPredefinedCMap('UniJIS-UTF16-H')).toBe(true);
  expect(isPredefinedCMap('UniJIS2004-UTF16-H')).toBe(false);
  expect(collectionOfCMap('90ms-RKSJ-H')).toEqual({ registry: 'Adobe', ordering: 'Japan1', supplement: 2 });
});

const map = readCMap(
  Buffer.from(`%!PS
/CIDSystemInfo << /Registry (Adobe) /Ordering (begincidrange) >> def /WMode 1 def
2 begincodespacerange <00> <7f> <8140> <9ffc> endcodespacerange
2 begincidrange <20> <7e> 1 <8140> <817e> 633 endcidrange
1 begincidchar <41> 999 endcidchar
1 beginnotdefrange <00> <1f> 7 endnotdefrange
2 beginbfchar <01> <0041> <02> <D83DDE00> endbfchar
2 beginbfrange <10> <12> <0061> <20> <21> [<0078> <00790079>] endbfrange`),
);

it('reads a CMap', () => {
  expect(map.writingMode).toBe(1);
  expect([0x20, 0x41, 0x8141, 0x05, 0x9000].map((code) => cidOfCode(map, code))).toEqual([
    1,
    999,
    634,
    7,
    undefined,
  ]);
  expect([1, 2, 0x11, 0x20, 0x21, 0x30].map((code) => textOfCode(map, code))).toEqual([
    'A',
    '😀',
    'b',
    'x',
    'yy',
    undefined,
  ]);
});

it('tells the codes of a string apart by the ranges of the CMap', () => {
  const codes = (shown: string) => [...readCodesByRanges(shown, map.codeRanges)];
  expect(codes('A\x81\x40B')).toEqual([0x41, 0x8140, 0x42]);
  // The second byte is outside its range.
  expect(codes('\x81\x20')).toEqual([0, 0x20]);
  expect(codes('\xff')).toEqual([0]);
});

it('reads the containers of CFF', () => {
  const index = readCffIndex(Buffer.from([0, 2, 1, 1, 3, 4, 65, 66, 67, 0]), 0);
  expect([index.length, String(index.at(0)), String(index.at(1)), index.at(2), index.end]).toEqual([
    2,
    'AB',
    'C',
    undefined,
    9,
  ]);
  const dict = readCffDict(
    Buffer.from([139, 28, 1, 0, 15, 30, 0x0a, 0x00, 0x1f, 12, 7, 29, 0, 1, 0, 0, 247, 0, 20]),
  );
  expect([...dict]).toEqual([
    [15, [0, 256]],
    [0x0c07, [0.001]],
    [20, [65_536, 108]],
  ]);
});

const host = { locals: [Buffer.from([149, 11])], globals: [] };

it.each([
  ['no width before hmoveto', [139, 22, 14], undefined],
  ['a width before hmoveto', [149, 139, 22, 14], 10],
  ['no width before rmoveto', [139, 139, 21, 14], undefined],
  ['a width before hints', [149, 139, 139, 1, 14], 10],
  ['a width before endchar', [149, 14], 10],
  ['a width from a subroutine', [32, 10, 139, 22, 14], 10],
])('reads %s of a Type 2 charstring', (_, bytes, width) => {
  expect(charstringWidth(Buffer.from(bytes), host)).toBe(width);
});

it('ends at a subroutine that calls itself', () => {
  expect(
    charstringWidth(Buffer.from([32, 10, 14]), { locals: [Buffer.from([32, 10])], globals: [] }),
  ).toBeUndefined();
});

it('ends at subroutines that call others again and again', () => {
  const calls = Buffer.from(Array.from({ length: 200 }, () => [32, 10]).flat());
  expect(charstringWidth(calls, { locals: [calls], globals: [] })).toBeUndefined();
});

it('reads the width of a Type 1 charstring', () => {
  expect(type1Width(Buffer.from([139, 248, 136, 13]))).toBe(500);
  expect(type1Width(Buffer.from([139, 139, 248, 136, 139, 12, 7]))).toBe(500);
  expect(type1Width(Buffer.from([139, 251, 0]))).toBeUndefined();
});
