import fc from 'fast-check';
import { expect, it } from 'vitest';
import { packData, parseData, unpackData, writeData } from '../../../../src/twig/index.ts';

const cross = (value: unknown) => {
  const { data, changed } = packData(value);
  const copy = structuredClone(data);
  return changed ? unpackData(copy) : copy;
};

it('data from parseData survives a structured clone', () => {
  fc.assert(
    fc.property(fc.json(), (text) => {
      const data = parseData(text);
      expect(cross(data)).toEqual(data);
    }),
  );
  const exact = parseData('{"10": [{"2": 9007199254740993}], "9": -0.0, "__proto__": {"a": 1}}');
  expect(cross(exact)).toEqual(exact);
  expect(cross(exact)?.constructor).toBe(exact?.constructor);
});

it('data from JSON.parse is not copied', () => {
  const data = { a: [1, { b: 'x' }], n: null };
  expect(packData(data)).toMatchObject({ data, changed: false });
  expect(packData(data).data).toBe(data);
});

it('packData measures the size of data', () => {
  const size = (value: unknown) => packData(value).size;
  expect(size('x'.repeat(1_000))).toBeGreaterThan(1_000);
  expect(size([[], [], []])).toBeGreaterThan(size([[]]));
  expect(size(parseData('{"1": {"2": 3}}'))).toBeGreaterThan(size({ a: { b: 3 } }));
});

it('data from parseData is written as it was read', () => {
  fc.assert(
    fc.property(fc.json(), (text) => {
      expect(parseData(writeData(parseData(text)))).toEqual(parseData(text));
    }),
  );
  const exact = '{"10":[{"2":9007199254740993}],"9":-1.5,"__proto__":{"a":null}}';
  expect(writeData(parseData(exact))).toBe(exact);
  expect(writeData({ a: undefined, b: [undefined, 'ü"'] })).toBe('{"b":[null,"ü\\""]}');
});
