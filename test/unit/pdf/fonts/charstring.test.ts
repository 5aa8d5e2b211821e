import { describe, expect, it } from 'vitest';
import { type Contour, writeCharstring } from '../../../../src/pdf/fonts/program/charstring.ts';
import { drawCharstring } from '../../../support/pdf/fonts/draw-charstring.ts';
import { Dice } from '../../../support/twig/generator/dice.ts';

const write = (contours: readonly Contour[], width = 500, fractionBits = 2) =>
  writeCharstring({ width, contours }, fractionBits) ?? Buffer.alloc(0);

describe('a charstring', () => {
  it('has one operator for the sides of a rectangle, and none for the last side', () => {
    const segments = [
      [110, 20],
      [110, 120],
      [10, 120],
      [10, 20],
    ];
    // 500 10 20 rmoveto 100 100 -100 hlineto endchar
    const expected = 'f888959f15efef27060e';
    expect(write([{ start: [10, 20], segments }]).toString('hex')).toBe(expected);
    expect(write([{ start: [10, 20], segments: segments.slice(0, 3) }]).toString('hex')).toBe(expected);
  });

  it('of a blank is its width', () => {
    expect(drawCharstring(write([]))).toEqual({ width: 500, contours: [] });
    expect(drawCharstring(write([{ start: [7, 7], segments: [] }], -0.5))).toEqual({
      width: -0.5,
      contours: [],
    });
  });

  it('rounds coordinates and not the steps between them, so that errors do not add up', () => {
    const segments = Array.from({ length: 100 }, (_, i) => [i * 0.3, 50 + (i % 2) * 0.3]);
    const [contour = []] = drawCharstring(write([{ start: [0, 0], segments }])).contours;
    for (const [i, [x = 0, y = 0]] of segments.entries()) {
      expect(contour[i + 1]).toEqual([Math.round(x * 4) / 4, Math.round(y * 4) / 4]);
    }
  });

  it.each([32_768, -32_768, 1e9])('cannot hold a step of %d', (far) => {
    expect(writeCharstring({ width: 0, contours: [{ start: [far, 0], segments: [[0, 1]] }] }, 2)).toBe(
      undefined,
    );
    expect(writeCharstring({ width: far, contours: [] }, 2)).toBe(undefined);
  });

  it('draws any outline, whatever its operators are', () => {
    const dice = new Dice(22);
    // Many are horizontal or vertical, as in letters, and some numbers need each of the encodings.
    const number = () =>
      0 + dice.pick([0, 0, 0, 0.25, 1, 50, 107, 108, 1131, 1132, 2000]) * dice.pick([1, -1]);
    for (let round = 0; round < 500; round++) {
      const expected: number[][][] = [];
      const contours = dice.several(0, 4, (): Contour => {
        let at: [number, number] = [number(), number()];
        const start = at;
        const step = () => {
          at = [at[0] + number(), at[1] + number()];
          return at;
        };
        const points: number[][] = [[...at]];
        const segments = dice.several(1, 60, () => {
          const segment = dice.chance(0.5) ? [step()] : [step(), step(), step()];
          points.push(...segment.map((point) => [...point]));
          return segment.flat();
        });
        const end = segments.at(-1);
        const isClosed = end?.length === 2 && end[0] === start[0] && end[1] === start[1];
        if (isClosed) points.pop();
        if (points.length > 1) expected.push(points);
        return { start, segments };
      });
      const charstring = writeCharstring({ width: round / 4, contours }, 2);
      // Positions far from the start need steps that are too large.
      if (charstring) expect(drawCharstring(charstring)).toEqual({ width: round / 4, contours: expected });
      else expect(contours.length).toBeGreaterThan(1);
    }
  });
});
