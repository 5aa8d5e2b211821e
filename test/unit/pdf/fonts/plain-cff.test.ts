import { describe, expect, it } from 'vitest';
import { readCff } from '../../../../src/conformance/fonts/cff-font.ts';
import { writeCharstring } from '../../../../src/pdf/fonts/program/charstring.ts';
import { type PlainCff, readPlainCff, writePlainCff } from '../../../../src/pdf/fonts/program/plain-cff.ts';

const glyph = (width: number) =>
  writeCharstring({ width, contours: [{ start: [0, 0], segments: [[width, 9]] }] }, 2) ?? Buffer.alloc(0);

const font: PlainCff = {
  name: 'AAAAAA+Face',
  unitsPerEm: 2048,
  box: [-100, -200, 1500, 2000],
  charstrings: new Map([
    ['g0', glyph(1024)],
    ['g2', glyph(512.25)],
    ['gFFFF', glyph(0)],
  ]),
};

describe('a font', () => {
  it('has its glyphs, with names and widths in thousandths of the em', () => {
    const read = readCff(writePlainCff(font));
    expect([...(read?.names ?? [])]).toEqual(['.notdef', 'g0', 'g2', 'gFFFF']);
    const widths = [0, 1, 2, 3].map((each) => read?.widthOf(each));
    expect(widths).toEqual([0, 500, 512.25 / 2.048, 0]);
    expect(read?.nameOfCode(2)).toBe('g2');
  });

  it.each([1000, 2048, 1024, 1, 16_384, 1100])('of %d units has their scale', (unitsPerEm) => {
    const bytes = writePlainCff({ ...font, unitsPerEm });
    expect(readCff(bytes)?.widthOf(1)).toBeCloseTo((1024 * 1000) / unitsPerEm, 6);
    expect(readPlainCff(bytes)).toEqual({ ...font, unitsPerEm });
  });

  it.each([0, 1, 255, 256, 3000])('can have %d glyphs', (count) => {
    const charstrings = new Map(
      Array.from({ length: count }, (_, i) => [`g${i.toString(16).toUpperCase()}`, glyph(i)]),
    );
    const bytes = writePlainCff({ ...font, charstrings });
    expect(readPlainCff(bytes)).toEqual({ ...font, charstrings });
    expect(readCff(bytes)?.glyphCount).toBe(count + 1);
  });

  it('cannot have more glyphs than numbers', () => {
    const charstrings = new Map(Array.from({ length: 65_145 }, (_, i) => [String(i), Buffer.alloc(1)]));
    expect(() => writePlainCff({ ...font, charstrings })).toThrow('65,144');
  });
});

describe('only a font of this writer is read', () => {
  const bytes = writePlainCff(font);

  it('not one that is cut off', () => {
    for (let length = 0; length < bytes.length; length++) {
      expect(readPlainCff(bytes.subarray(0, length))).toBe(undefined);
    }
  });

  it('nor one with another header, with subroutines, or with something behind it', () => {
    const changed = Buffer.from(bytes);
    changed[3] = 3;
    expect(readPlainCff(changed)).toBe(undefined);
    const withSubroutines = Buffer.from(bytes);
    withSubroutines[bytes.length - 1] = 19;
    expect(readPlainCff(withSubroutines)).toBe(undefined);
    expect(readPlainCff(Buffer.concat([bytes, Buffer.alloc(1)]))).toBe(undefined);
  });
});
