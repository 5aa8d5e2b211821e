import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Json } from '../../../src/contract/json.ts';
import { type Printed, printJson, toPrinted, toUnchanged } from '../../../src/studio/json-text.ts';
import { readJsonNodes } from '../../../src/template/json/json-nodes.ts';

const json = fc.jsonValue({ maxDepth: 4 }) as fc.Arbitrary<Json>;

it('a text with two spaces of indentation is printed byte for byte unchanged', () => {
  fc.assert(
    fc.property(json, (value) => {
      const text = `${JSON.stringify(value, null, 2)}\n`;
      expect(printJson(toUnchanged(readJsonNodes(text)))).toBe(text);
      expect(printJson(toPrinted(value))).toBe(text);
    }),
  );
});

it('any other layout keeps its content, and its text is stable from then on', () => {
  fc.assert(
    fc.property(json, fc.constantFrom<string | number>('\t', 4, 0, 1), (value, space) => {
      const once = printJson(toUnchanged(readJsonNodes(JSON.stringify(value, null, space))));
      expect(JSON.parse(once)).toEqual(JSON.parse(JSON.stringify(value)));
      expect(printJson(toUnchanged(readJsonNodes(once)))).toBe(once);
    }),
  );
});

it('unchanged values keep their characters, and changed ones are printed in place', () => {
  const text = '{\n  "kept": [1, 2.50, "\\u0041"],\n  "changed": 1,\n  "same": 1e3\n}\n';
  const { members } = readJsonNodes(text);
  const printed: Printed = {
    members: [...(members ?? [])].map(([key, node]) => [
      key,
      key === 'changed' ? toPrinted(2) : toUnchanged(node),
    ]),
  };
  expect(printJson(printed)).toBe(text.replace('"changed": 1', '"changed": 2'));
});

it('reads Windows line endings and a byte order mark', () => {
  const text = '\ufeff{\r\n  "a": [\r\n    1\r\n  ]\r\n}\r\n';
  expect(printJson(toUnchanged(readJsonNodes(text)))).toBe('{\n  "a": [\n    1\n  ]\n}\n');
});

it('treats keys that are special in JavaScript as keys', () => {
  const text = '{\n  "__proto__": 1,\n  "constructor": {\n    "toString": 2\n  }\n}\n';
  expect(printJson(toUnchanged(readJsonNodes(text)))).toBe(text);
});
