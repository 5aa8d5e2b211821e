/** Parses JSON that is written by hand, and reports the position of an error. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { JsonSyntaxError, parseJson } from '../../../src/contract/parse-json.ts';

const faultOf = (text: string) => {
  try {
    parseJson(text);
  } catch (error) {
    if (error instanceof JsonSyntaxError) return error;
    throw error;
  }
  throw new Error('it was not refused');
};

it('accepts and rejects the same texts as JSON.parse, with a position within the text', () => {
  fc.assert(
    fc.property(fc.oneof(fc.json(), fc.string({ unit: 'binary' }), mangled()), (text) => {
      let expected: unknown;
      try {
        expected = JSON.parse(text);
      } catch {
        const { line, column } = faultOf(text);
        const lines = text.split('\n');
        expect(line).toBeLessThanOrEqual(lines.length);
        expect(column).toBeGreaterThanOrEqual(1);
        expect(column).toBeLessThanOrEqual((lines[line - 1]?.length ?? 0) + 1);
        return;
      }
      expect(parseJson(text)).toEqual(expected);
    }),
    { numRuns: 500 },
  );
});

it('shows a whole character, not half of a surrogate pair', () => {
  expect(faultOf('{𐀀').message).toContain('found "𐀀"');
});

it('accepts 64 levels and no more, without counting brackets in strings', () => {
  const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
  expect(parseJson(nested(64))).toBeDefined();
  expect(faultOf(nested(65)).message).toBe('Nested deeper than 64 levels (line 1, column 65)');
  expect(parseJson(JSON.stringify('['.repeat(100)))).toBe('['.repeat(100));
  expect(faultOf('['.repeat(1_000_000)).message).toContain('Nested deeper than 64 levels');
  // Brackets in strings do not count, wherever the string ends.
  const brackets = '['.repeat(100);
  for (const text of [brackets, `"${brackets}`, `\\"${brackets}\\`, `\\\\"${brackets}`, '\\']) {
    expect(parseJson(JSON.stringify([text, [text]]))).toEqual([text, [text]]);
  }
});

/** Generates valid JSON with one character removed, inserted or changed: typical typing mistakes. */
function mangled(): fc.Arbitrary<string> {
  return fc
    .tuple(fc.json({ maxDepth: 4 }), fc.nat(), fc.constantFrom('', ',', '"', '}', ']', "'", '\\', '\n', '1'))
    .map(([json, at, piece]) => {
      const place = at % (json.length + 1);
      return json.slice(0, place) + piece + json.slice(place + 1);
    });
}
