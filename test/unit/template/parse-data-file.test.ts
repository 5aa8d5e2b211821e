import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseDataFile } from '../../../src/template/data/parse-data-file.ts';

describe('reports the position of a fault in a data file', () => {
  it.each([
    ['{a: 1}', 'A name must be in double quotes', 1, 2],
    ['{"a": 1,}', 'Unexpected comma', 1, 8],
    ['{"a": [1, 2}', 'Expected a comma or the closing bracket, found }', 1, 12],
    ['{\n  "a": 1\n  "b": 2\n}', 'Expected a comma or the closing bracket, found "b"', 3, 3],
    ['{"a": 1', 'This "{" is never closed', 1, 1],
    ["{'a': 1}", 'JSON strings need double quotes, not single ones', 1, 2],
    ['{"a": "x\ny"}', 'This string has no closing quote, or contains a line break or an invalid "\\"', 1, 7],
    ['{"a": 01}', 'Expected a comma or the closing bracket, found 1', 1, 8],
    ['{"a": NaN}', 'Expected a value, found "N"', 1, 7],
    ['// note\n{}', 'JSON has no comments', 1, 1],
    ['', 'There is no JSON here', 1, 1],
    [`{"a":${'['.repeat(64)}`, 'Nested deeper than 64 levels', 1, 69],
  ])('%j', (text, detail, line, column) => {
    expect(() => parseDataFile('d.json', text)).toThrow(
      expect.objectContaining({
        code: 'invalid_data',
        message: `This is not valid JSON: ${detail}.`,
        location: { file: 'd.json', line, column, text },
      }),
    );
  });

  it.each(['[]', '1', 'null', '"x"'])('rejects %s, which is not an object', (text) => {
    expect(() => parseDataFile('d.json', text)).toThrow(/d\.json must hold a JSON object, not/);
  });

  it('otherwise agrees with JSON.parse', () => {
    fc.assert(
      fc.property(
        fc.json({ maxDepth: 10 }),
        fc.nat(),
        fc.constantFrom('', ',', '{', '"', ']', '\\', 'x'),
        (json, at, change) => {
          const place = at % (json.length + 1);
          const text = `{"a":${json.slice(0, place)}${change}${json.slice(place)}}`;
          let wanted: unknown;
          try {
            wanted = JSON.parse(text);
          } catch {
            expect(() => parseDataFile('d', text)).toThrow(/^This is not valid JSON: /);
            return;
          }
          expect(parseDataFile('d', text).plain).toEqual(wanted);
        },
      ),
    );
  });
});
