import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { schemaOfData } from '../../../../src/template/schema/data-schema-json.ts';
import { sampleDataOfSchema } from '../../../../src/template/schema/sample-data.ts';
import { textOfPattern } from '../../../../src/template/schema/text-of-pattern.ts';
import { rounds } from '../../../support/rounds.ts';

/** Another implementation judges. */
function isValid(schema: object, data: unknown): boolean {
  // Otherwise every object has what all inherit, such as a property `constructor`.
  const ajv = new Ajv2020({ strict: false, ownProperties: true });
  addFormats.default(ajv);
  return ajv.compile(schema)(data);
}

const sampleOf = (properties: object, rest: object = {}) =>
  sampleDataOfSchema('schema.json', JSON.stringify({ type: 'object', properties, ...rest }));

describe('sample data', () => {
  it.each([
    [{ type: 'string' }, 'Unit price'],
    [{ const: 7 }, 7],
    [{ type: 'string', examples: ['a', 'b'] }, 'a'],
    [{ type: 'string', default: 'd' }, 'd'],
    [{ enum: ['x', 'y'] }, 'x'],
    [{ type: ['null', 'string'] }, 'Unit price'],
    [{ type: 'string', format: 'date' }, '2026-01-31'],
    [{ type: 'string', pattern: '^[A-Z]{3}-\\d{2,}$' }, 'AAA-00'],
    [{ type: 'string', maxLength: 4 }, 'Unit'],
    [{ type: 'string', minLength: 14 }, 'Unit price x x'],
    [{ type: 'number', exclusiveMinimum: 0, multipleOf: 0.25 }, 0.25],
    [{ type: 'integer', minimum: 2.5 }, 3],
    [{ type: 'number', maximum: -3 }, -3],
    [{ type: 'boolean' }, true],
    [{ type: 'null' }, null],
    [{ type: 'array', items: { type: 'number' }, minItems: 3, uniqueItems: true }, [1, 2, 3]],
    [{ type: 'array', items: { type: 'string' } }, ['Unit price', 'Unit price']],
    [{ oneOf: [{ type: 'number', minimum: 5 }, { type: 'string' }] }, 5],
    [
      {
        properties: { percent: { const: 1 }, amount: { const: 2 }, code: { const: 3 } },
        oneOf: [{ required: ['percent'] }, { required: ['amount'] }],
      },
      { percent: 1, code: 3 },
    ],
    [{ allOf: [{ type: 'integer' }, { minimum: 4 }] }, 4],
    [{ $ref: '#/$defs/one' }, { a: 1 }],
  ])('for %j is %j', async (schema, expected) => {
    const $defs = { one: { type: 'object', properties: { a: { type: 'number' } } } };
    expect(await sampleOf({ unit_price: schema }, { $defs })).toEqual({ unit_price: expected });
  });

  it('ends for a schema that refers to itself', async () => {
    const node = { type: 'object', properties: { name: { type: 'string' }, next: { $ref: '#/$defs/node' } } };
    const schema = { type: 'object', properties: { first: { $ref: '#/$defs/node' } }, $defs: { node } };
    expect(isValid(schema, await sampleDataOfSchema('schema.json', JSON.stringify(schema)))).toBe(true);
  });

  it.each([
    [{ required: ['a'], properties: { a: { $ref: '#' } } }, /would be endless/],
    [
      { properties: { a: { type: 'string', minLength: 5, pattern: '^x$' } } },
      /No sample can be made .* that it allows/,
    ],
    [{ type: 'string' }, /describes no object/],
  ])('cannot be made from %j', async (schema, message) => {
    await expect(sampleDataOfSchema('schema.json', JSON.stringify(schema))).rejects.toThrow(message);
  });

  const examples = new URL('../../../../templates-examples/', import.meta.url);
  it.each(readdirSync(examples).filter((name) => existsSync(new URL(`${name}/schema.json`, examples))))(
    'fits the schema of the example %s',
    async (name) => {
      const text = readFileSync(new URL(`${name}/schema.json`, examples), 'utf8');
      const sample = await sampleDataOfSchema('schema.json', text).catch((error) => error.errors ?? error);
      expect(isValid(JSON.parse(text), sample), JSON.stringify(sample)).toBe(true);
    },
  );

  it('fits the schema of any data, which also fits it', async () => {
    await fc.assert(
      fc.asyncProperty(fc.dictionary(fc.string({ minLength: 1 }), fc.jsonValue()), async (given) => {
        const data = JSON.parse(JSON.stringify(given));
        const schema = schemaOfData(data);
        expect(isValid(schema, data)).toBe(true);
        expect(isValid(schema, await sampleDataOfSchema('schema.json', JSON.stringify(schema)))).toBe(true);
      }),
      { numRuns: rounds(30, 200) },
    );
  });
});

describe('the text of a pattern', () => {
  it.each([
    '^a$',
    'a|b',
    '(ab){2,3}c?',
    '[^a-z]',
    '\\p{Lu}\\d\\s\\w',
    '^(\\d)\\1$',
    '[\\w-]+@x\\.y',
    '.{3}',
    '[A-Fa-f0-9]{8}',
  ])('matches %s', (pattern) => {
    expect(textOfPattern(pattern)).toMatch(new RegExp(pattern, 'u'));
  });
});
