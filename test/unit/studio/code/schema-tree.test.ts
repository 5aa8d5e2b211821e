/** What is known of the data, from its sample, its schema and the template. */
import { expect, it } from 'vitest';
import {
  describeType,
  joinSchemas,
  schemaAt,
  schemaOfText,
  withoutReferences,
} from '../../../../src/studio/code/schema-tree.ts';

it('joins what several schemas say, the first type first', () => {
  const joined = joinSchemas([
    undefined,
    { type: 'object', properties: { a: { type: 'number' } } },
    {
      type: 'object',
      properties: {
        a: { type: 'string', description: 'A sum' },
        list: { type: 'array', items: { type: 'object', properties: { b: { type: 'boolean' } } } },
      },
    },
  ]);
  expect(schemaAt(joined, ['a'])).toEqual({ type: 'number', description: 'A sum' });
  expect(describeType(schemaAt(joined, ['list', '[]', 'b']))).toBe('true or false');
  expect(describeType(schemaAt(joined, ['list']))).toBe('list of objects');
});

it('follows references within a schema, and ends where they go in a circle', () => {
  const schema = withoutReferences({
    properties: { to: { $ref: '#/$defs/person' }, other: { $ref: 'https://example.com/x' } },
    $defs: { person: { type: 'object', properties: { boss: { $ref: '#/$defs/person' } } } },
  });
  expect(describeType(schemaAt(schema, ['to', 'boss', 'boss']))).toBe('object');
  expect(describeType(schemaAt(schema, ['other']))).toBe('');
});

it('keeps a schema small in which every property leads back to all of them', () => {
  const names = Array.from({ length: 12 }, (_, i) => `relative${i}`);
  const properties = Object.fromEntries(names.map((name) => [name, { $ref: '#/$defs/person' }]));
  const schema = withoutReferences({
    properties,
    $defs: { person: { type: 'object', properties } },
  });
  expect(JSON.stringify(schema).length).toBeLessThan(2_000_000);
  for (const name of names) expect(describeType(schemaAt(schema, [name, name]))).toBe('object');
});

it('ends where a reference leads to itself', () => {
  expect(withoutReferences({ properties: { a: { $ref: '#/properties/a' } } })).toEqual({
    properties: { a: {} },
  });
});

it.each(['', '{', '[1', 'null', '3', '"a"'])('never fails for data such as %j', (text) => {
  expect(schemaAt(schemaOfText(text), ['a', '[]'])).toBeUndefined();
});

it('knows no names that every object has', () => {
  expect(schemaAt(schemaOfText('{}'), ['constructor'])).toBeUndefined();
  expect(schemaAt(schemaOfText('{ "a": 1 }'), ['__proto__', 'x'])).toBeUndefined();
});
