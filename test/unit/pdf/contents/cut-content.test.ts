import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cutContent } from '../../../../src/pdf/contents/cut-content.ts';

/** A long drawing, as Chromium writes it. */
const drawing = (seed: number, lines = 60) =>
  Array.from({ length: lines }, (_, i) => `${seed + i} ${i}.25 m\n${i} ${seed}.5 30 1 re\nf\n`).join('');

function pieces(content: string): string[] {
  const cuts = cutContent(content) ?? [];
  return cuts.map((end, i) => content.slice(cuts[i - 1] ?? 0, end));
}

it('cuts equal content the same way after different beginnings', () => {
  const shared = drawing(1000, 400);
  const [one, two] = [
    pieces(`q\n${drawing(5)}${shared}Q\n`),
    pieces(`q\n${drawing(70_000, 90)}${shared}Q\n`),
  ];
  const common = one.filter((piece) => two.includes(piece));
  expect(common.join('').length).toBeGreaterThan(shared.length * 0.8);
  expect(common.length).toBeGreaterThan(3);
});

it('cuts nothing right before the end of marked content', () => {
  const marked = Array.from({ length: 400 }, (_, i) => `/Artifact BMC\n${drawing(i, 20)}EMC\n`).join('');
  expect(pieces(marked).length).toBeGreaterThan(10);
  expect(pieces(marked).filter((piece) => piece.startsWith('EMC'))).toEqual([]);
});

it('cuts after an operator at a line end and loses nothing', () => {
  const part = fc.constantFrom(
    ...[
      'Q\n',
      'f\n',
      'f*\n',
      ' S\n',
      'ET\n',
      'EMC\n',
      'W n\n',
      '1 0 0 rg\n',
      'BT\n',
      '<00f0> Tj\n',
      '<<',
      '>>',
      '/F4',
    ],
    ...['<00\nf\n0f>', '[ 1\n2 ]', '\n', ' ', '0 0 m\n', '% f\n', 'nQ\n', '/f\n'],
  );
  fc.assert(
    fc.property(fc.array(part, { minLength: 100, maxLength: 900 }), (parts) => {
      const content = parts.join('');
      const cut = pieces(content);
      expect(cut.join('')).toBe(content);
      for (const piece of cut.slice(0, -1)) {
        expect(piece).toMatch(/[ \n](?:ET|EMC|Q|f\*?|S|n)\n$/);
        expect(piece.length).toBeGreaterThanOrEqual(256);
      }
    }),
  );
});

describe('cuts nothing if operators cannot be identified reliably', () => {
  it.each([
    ['texts', `(\nQ\n) Tj\n${drawing(1)}`],
    ['pictures in the content', `BI /W 1 /H 1 ID xxx\nQ\nEI\n${drawing(1)}`],
    ['a picture at the start', `${drawing(1)}Q\nBI\n/W 1 ID`],
  ])('%s', (_, content) => expect(cutContent(content)).toBeUndefined());

  it('inside brackets', () => {
    const glyphs = '00f0\nf\n'.repeat(2000);
    expect(cutContent(`BT\n<${glyphs}> Tj\nET\n`)).toHaveLength(1);
    expect(cutContent(`BT\n<00> Tj\nET\n${drawing(1)}`)?.length).toBeGreaterThan(3);
  });
});
