import { describe, expect, it } from 'vitest';
import { readGlyphProcedure } from '../../../../src/pdf/fonts/glyph-procedure.ts';

const header = '500 0 0 -700 400 0 d1\n';

describe('an outline', () => {
  it('is read with y upwards', () => {
    const path = '0 0 m\n400 -700 l\n1.5 -2 .5 -4. +5 6 c\nh\n10 20 30 40 re\nf\n';
    expect(readGlyphProcedure(header + path)).toMatchObject({
      width: 500,
      contours: [
        {
          start: [0, -0],
          segments: [
            [400, 700],
            [1.5, 2, 0.5, 4, 5, -6],
          ],
        },
        {
          start: [10, -20],
          segments: [
            [40, -20],
            [40, -60],
            [10, -60],
          ],
        },
      ],
    });
  });

  it('may leave out a control point that is a point', () => {
    expect(readGlyphProcedure(`${header}1 2 m 3 4 l 5 6 7 8 v 9 10 11 12 y h f`)?.contours).toEqual([
      {
        start: [1, -2],
        segments: [
          [3, -4],
          [3, -4, 5, -6, 7, -8],
          [9, -10, 11, -12, 11, -12],
        ],
        isClosed: true,
      },
    ]);
    const atStart = readGlyphProcedure(`${header}1 2 m 5 6 7 8 v h f`);
    expect(atStart?.contours[0]?.segments).toEqual([[1, -2, 5, -6, 7, -8]]);
  });

  it('may be blank', () => {
    expect(readGlyphProcedure('278 0 0 0 0 0 d1\n')).toEqual({ width: 278, contours: [] });
  });
});

describe('no outline is', () => {
  it.each([
    ['a colour glyph', '2555.3027 0 d0\n2560 0 0 -2432 0 512 cm\n/Xg373 Do\n'],
    ['a glyph without a beginning', '0 0 m 1 1 l h f'],
    ['a vertical advance', '500 1 0 -700 400 0 d1 0 0 m 1 1 l h f'],
    ['the even-odd rule', `${header}0 0 m 1 1 l h f*`],
    ['a stroke', `${header}0 0 m 1 1 l h S`],
    ['a fill and a stroke', `${header}0 0 m 1 1 l h B`],
    ['a path that is not filled', `${header}0 0 m 1 1 l h`],
    ['a path that is cut off', `${header}0 0 m 1 1 l h 5 f`],
    ['two fills', `${header}0 0 m 1 1 l h f 0 0 m 1 1 l h f`],
    ['a colour', `${header}1 0 0 rg 0 0 m 1 1 l h f`],
    ['a matrix', `${header}1 0 0 1 0 0 cm 0 0 m 1 1 l h f`],
    ['an image', `${header}/X Do`],
    ['a line from nowhere', `${header}1 1 l h f`],
    ['a line after the path was closed', `${header}0 0 m 1 1 l h 2 2 l h f`],
    ['too few numbers', `${header}0 0 m 1 l h f`],
    ['too many numbers', `${header}0 0 m 1 1 1 1 1 1 1 c h f`],
    ['a number of another language', `${header}0 0 m 0x10 1 l h f`],
    ['an exponent', `${header}0 0 m 1e5 1 l h f`],
    ['the name of a property', `${header}constructor f`],
    ['nothing', ''],
  ])('%s', (_, procedure) => {
    expect(readGlyphProcedure(procedure)).toBe(undefined);
  });
});
