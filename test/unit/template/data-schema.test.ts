import { describe, expect, it } from 'vitest';
import { groupFaults } from '../../../src/contract/group-faults.ts';
import type { JsonObject } from '../../../src/contract/json.ts';
import { readDataSchema } from '../../../src/template/data/data-schema.ts';
import { memoryTree } from '../../../src/template/load/memory-tree.ts';

const schema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  required: ['number', 'items'],
  additionalProperties: false,
  properties: {
    number: { type: 'string', pattern: '^[0-9-]+$' },
    currency: { enum: ['EUR', 'USD'] },
    due: { type: 'string', format: 'date' },
    items: { type: 'array', minItems: 1, items: { $ref: '#/$defs/item' } },
  },
  $defs: {
    item: {
      type: 'object',
      required: ['price'],
      properties: { price: { type: 'number', minimum: 0 }, name: { type: ['string', 'null'] } },
    },
  },
};

const treeOf = (text: unknown) =>
  memoryTree(new Map([['schema.json', Buffer.from(typeof text === 'string' ? text : JSON.stringify(text))]]));

const validate = async (data: JsonObject, text: unknown = schema) =>
  (await readDataSchema(treeOf(text)))?.validate(data);

describe('schema.json', () => {
  it('accepts valid data, and any data if there is no schema', async () => {
    await validate({ number: '1', currency: 'EUR', due: '2026-01-31', items: [{ price: 0, name: null }] });
    expect(await readDataSchema(memoryTree(new Map()))).toBeUndefined();
  });

  it('counts each fault of a long list, of which a server reports the first hundred', async () => {
    const data = { number: '1', items: Array.from({ length: 240 }, () => ({})) };
    const { errors, message } = await validate(data).catch((error) => error);
    expect(message).toBe('The data does not match schema.json: 240 values are invalid.');
    expect(groupFaults(Object.entries(errors))).toEqual([
      { field: 'items.*.price', message: 'is missing', count: 240 },
    ]);
    const found = (await readDataSchema(treeOf(schema)))?.faults(data);
    expect([Object.keys(found?.errors ?? {}).length, found?.more]).toEqual([100, 140]);
  });

  it('names each path and the valid value', async () => {
    const data = {
      number: 'abc',
      curency: 'EUR',
      currency: 'GBP',
      due: 'soon',
      items: [{ price: '12' }, { price: -1, name: 3 }, {}],
    };
    await expect(validate(data)).rejects.toMatchObject({
      code: 'invalid_data',
      exitCode: 5,
      errors: {
        number: ['must match ^[0-9-]+$, but "abc" does not'],
        curency: ['is unknown. Did you mean "currency"?'],
        currency: ['must be one of: "EUR", "USD"'],
        due: ['must be a valid date such as 2026-11-30, but "soon" is not'],
        'items.0.price': ['must be a number, not "12"'],
        'items.1.price': ['must be at least 0, not -1'],
        'items.1.name': ['must be text or null, not 3'],
        'items.2.price': ['is missing'],
      },
    });
  });

  it('names a bound that is itself excluded', async () => {
    const properties = { price: { exclusiveMinimum: 0 }, share: { exclusiveMaximum: 1 } };
    await expect(validate({ price: 0, share: 1 }, { type: 'object', properties })).rejects.toMatchObject({
      errors: { price: ['must be more than 0, not 0'], share: ['must be less than 1, not 1'] },
    });
  });

  it('names the alternatives of which one is enough, or which exclude each other', async () => {
    const either = [{ required: ['percent'] }, { required: ['amount'] }];
    const properties = {
      seller: { anyOf: [{ required: ['vat_id'] }, { required: ['name', 'tax_number'] }] },
    };
    const schema = { properties: { ...properties, allowance: { oneOf: either } } };
    await expect(validate({ seller: {}, allowance: {} }, schema)).rejects.toMatchObject({
      errors: {
        seller: ['needs vat_id or name and tax_number'],
        allowance: ['needs either percent or amount'],
      },
    });
    await expect(
      validate({ seller: { vat_id: '' }, allowance: { percent: 1, amount: 1 } }, schema),
    ).rejects.toMatchObject({ errors: { allowance: ['needs either percent or amount'] } });
  });

  it('shows an example of a pattern, if the schema has one', async () => {
    const properties = { country: { pattern: '^[A-Z]{2}$', examples: ['DE', 'FR'] } };
    await expect(validate({ country: 'Germany' }, { properties })).rejects.toMatchObject({
      errors: { country: ['must match ^[A-Z]{2}$, such as "DE", but "Germany" does not'] },
    });
  });

  it('reports faults of the data as a whole', async () => {
    await expect(validate({})).rejects.toMatchObject({
      errors: { number: ['is missing'], items: ['is missing'] },
    });
  });

  it('never treats a rejection as a pass', async () => {
    await expect(validate({ a: 1 }, { properties: { a: false } })).rejects.toMatchObject({
      code: 'invalid_data',
    });
    await expect(validate({ a: 1 }, { not: {} })).rejects.toMatchObject({ code: 'invalid_data' });
    await expect(
      validate({ a: 1 }, { anyOf: [{ required: ['b'] }, { required: ['c'] }] }),
    ).rejects.toMatchObject({
      code: 'invalid_data',
    });
  });

  it('treats a key __proto__ as data', async () => {
    await expect(
      validate(JSON.parse('{"number":"1","items":[{"price":1}],"__proto__":1}')),
    ).rejects.toMatchObject({
      code: 'invalid_data',
    });
  });

  it('does not hang on a catastrophic pattern or an unusable schema', async () => {
    await expect(validate({}, '[1')).rejects.toMatchObject({
      code: 'invalid_template',
      location: { line: 1 },
    });
    await expect(validate({}, '[]')).rejects.toMatchObject({ code: 'invalid_template' });
    await expect(
      validate({ a: 1 }, { properties: { a: { $ref: 'https://example.org/x' } } }),
    ).rejects.toMatchObject({
      code: 'invalid_template',
    });
  });
});

describe('data with very many faults', () => {
  it.each([101, 200_000])('reports some of %i faults', async (length) => {
    const data = { items: Array.from({ length }, () => 'x') };
    const wrong = validate(data, { properties: { items: { items: { type: 'number' } } } });
    await expect(wrong).rejects.toMatchObject({
      code: 'invalid_data',
      errors: { 'items.0': ['must be a number, not "x"'] },
    });
    const { errors } = await wrong.catch((error) => error);
    expect(Object.keys(errors).length).toBeLessThanOrEqual(1_000);
  });
});

describe('an invalid schema', () => {
  it.each<[string, string, number, number]>([
    [
      '{\n  "properties": {\n    "a": { "type": "strng" }\n  }\n}',
      '"type" must be one of array, boolean, integer, null, number, object, string, not "strng". Did you mean "string"?',
      3,
      12,
    ],
    ['{"type": ["text", "null"]}', 'not "text".', 1, 2],
    [
      '{"$defs":{"item":{}},\n "items": {"$ref": "#/$defs/itme"}}',
      'there is no #/$defs/itme in it. Did you mean "#/$defs/item"?',
      2,
      12,
    ],
    ['{"$ref": "https://example.org/x"}', '"$ref" can refer to places in this file only', 1, 2],
    ['{"properties": {"a": {"pattern": "("}}}', '"pattern" must be a regular expression', 1, 23],
    ['{"patternProperties": {"(": {}}}', '"(" must be a regular expression', 1, 24],
    ['{"properties": {"a": "string"}}', '"a" must be a schema', 1, 17],
    ['{"properties": []}', '"properties" must be an object of schemas', 1, 2],
    ['{"required": "a"}', '"required" must be an array of names', 1, 2],
    ['{"anyOf": {}}', '"anyOf" must be an array of schemas', 1, 2],
  ])('%s', async (text, detail, line, column) => {
    await expect(validate({ a: 1 }, text)).rejects.toMatchObject({
      code: 'invalid_template',
      message: expect.stringContaining(detail),
      location: { file: 'schema.json', line, column },
    });
  });

  it('is not reported for properties named like keywords', async () => {
    await validate(
      { type: 'x', items: 1 },
      { properties: { type: { enum: ['x'] }, items: { type: 'integer' } } },
    );
    await validate({}, { default: { type: 'strng' }, examples: [{ $ref: 'x' }] });
  });

  it('includes one with endless self-references, but not one whose references end', async () => {
    await expect(validate({ a: 1 }, { $ref: '#' })).rejects.toMatchObject({
      code: 'invalid_template',
      message: 'schema.json is not a usable JSON Schema: it refers to itself endlessly.',
    });
    await validate({ a: { a: {} } }, { properties: { a: { $ref: '#' } } });
  });

  it('is given up if references lead to references endlessly', async () => {
    const $defs = Object.fromEntries(
      Array.from({ length: 40 }, (_, index) => {
        const $ref = `#/$defs/d${index + 1}`;
        return [`d${index}`, { allOf: [{ $ref }, { $ref }] }];
      }),
    );
    await expect(validate({}, { $ref: '#/$defs/d0', $defs: { ...$defs, d40: {} } })).rejects.toMatchObject({
      code: 'invalid_template',
      message: expect.stringContaining('would follow too many of its references'),
    });
  });

  it('never exposes the messages of its library', async () => {
    await expect(validate({ a: 1 }, { $ref: 'other.json' })).rejects.toMatchObject({
      message: expect.not.stringMatching(/cfworker|Known schemas|github/),
    });
  });
});

it('validates any number of documents with a schema that was read once', async () => {
  const read = await readDataSchema(treeOf(schema));
  read?.validate({ number: '1', items: [{ price: 1 }] });
  expect(() => read?.validate({ number: 'x', items: [{ price: 1 }] })).toThrow(/1 value is invalid/);
  read?.validate({ number: '2', items: [{ price: 1 }] });
});
