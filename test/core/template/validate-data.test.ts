import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/contract/json.ts';
import { validateData } from '../../../src/core/template/validate-data.ts';
import { temporaryFolder } from '../../cli/temporary-folder.ts';

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

const validate = (data: JsonObject, text: unknown = schema) =>
  validateData(
    temporaryFolder({ 'schema.json': typeof text === 'string' ? text : JSON.stringify(text) }),
    data,
  );

describe('schema.json', () => {
  it('lets good data pass, and everything where there is none', async () => {
    await validate({ number: '1', currency: 'EUR', due: '2026-01-31', items: [{ price: 0, name: null }] });
    await validateData(temporaryFolder(), { anything: 1 });
  });

  it('names each path, and what would be right there', async () => {
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
        number: ['must match ^[0-9-]+$, and "abc" does not'],
        curency: ['is unknown. Did you mean "currency"?'],
        currency: ['must be one of: "EUR", "USD"'],
        due: ['must be a valid date, and "soon" is not'],
        'items.0.price': ['must be a number, not "12"'],
        'items.1.price': ['must be at least 0, not -1'],
        'items.1.name': ['must be text or null, not 3'],
        'items.2.price': ['is missing'],
      },
    });
  });

  it('says so for the data as a whole', async () => {
    await expect(validate({})).rejects.toMatchObject({
      errors: { number: ['is missing'], items: ['is missing'] },
    });
  });

  it('never takes a refusal for a pass', async () => {
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

  it('takes a key __proto__ as data', async () => {
    await expect(
      validate(JSON.parse('{"number":"1","items":[{"price":1}],"__proto__":1}')),
    ).rejects.toMatchObject({
      code: 'invalid_data',
    });
  });

  it('is not hung by a catastrophic pattern, nor by a schema that cannot be used', async () => {
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
