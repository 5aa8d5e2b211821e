import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Json } from '../../src/contract/json.ts';
import {
  type Printed,
  printedAnew,
  printedAsBefore,
  printJson,
  readJson,
} from '../../src/studio/json-text.ts';

const json = fc.jsonValue({ maxDepth: 4 }) as fc.Arbitrary<Json>;

it('a text of two spaces is printed as it was, byte by byte', () => {
  fc.assert(
    fc.property(json, (value) => {
      const text = `${JSON.stringify(value, null, 2)}\n`;
      expect(printJson(printedAsBefore(readJson(text)))).toBe(text);
      expect(printJson(printedAnew(value))).toBe(text);
    }),
  );
});

it('any other layout says the same, and is the same text from then on', () => {
  fc.assert(
    fc.property(json, fc.constantFrom<string | number>('\t', 4, 0, 1), (value, space) => {
      const once = printJson(printedAsBefore(readJson(JSON.stringify(value, null, space))));
      expect(JSON.parse(once)).toEqual(JSON.parse(JSON.stringify(value)));
      expect(printJson(printedAsBefore(readJson(once)))).toBe(once);
    }),
  );
});

it('what stays keeps its characters, and what changes is printed where it stands', () => {
  const text = '{\n  "kept": [1, 2.50, "\\u0041"],\n  "changed": 1,\n  "same": 1e3\n}\n';
  const { members } = readJson(text);
  const printed: Printed = {
    members: [...(members ?? [])].map(([key, node]) => [
      key,
      key === 'changed' ? printedAnew(2) : printedAsBefore(node),
    ]),
  };
  expect(printJson(printed)).toBe(text.replace('"changed": 1', '"changed": 2'));
});

it('line ends of Windows and a byte order mark are read', () => {
  const text = '\ufeff{\r\n  "a": [\r\n    1\r\n  ]\r\n}\r\n';
  expect(printJson(printedAsBefore(readJson(text)))).toBe('{\n  "a": [\n    1\n  ]\n}\n');
});

it('keys that mean something to the language are keys', () => {
  const text = '{\n  "__proto__": 1,\n  "constructor": {\n    "toString": 2\n  }\n}\n';
  expect(printJson(printedAsBefore(readJson(text)))).toBe(text);
});
