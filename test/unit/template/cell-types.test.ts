/** What the schema of the data says of the cells of CSV. */
import { expect, it } from 'vitest';
import type { Failure } from '../../../src/contract/errors.ts';
import type { Json } from '../../../src/contract/json.ts';
import { cellTypesOf } from '../../../src/template/data/cell-types.ts';
import { splitPath } from '../../../src/template/rows/column-path.ts';
import { groupedTypes, parseGrouping } from '../../../src/template/rows/grouping.ts';
import { type CsvOptions, readCsvRows } from '../../../src/template/rows/read-csv-rows.ts';

const typesAt = (schema: Json, path: string) => {
  const found = cellTypesOf(schema)(splitPath(path));
  return found && [...found].sort();
};

const rules = {
  type: 'object',
  properties: {
    price: { type: 'number', minimum: 0 },
    vat: { type: ['number', 'string'] },
    count: { $ref: '#/$defs/count' },
    zip: { allOf: [{ type: ['string', 'number'] }, { type: 'string' }] },
    paid: { anyOf: [{ const: true }, { enum: [false, null] }] },
    size: { enum: ['S', 'M'] },
    any: {},
    customer: { type: 'object', properties: { zip: { type: 'string' } }, additionalProperties: false },
    items: { type: 'array', items: { properties: { price: { type: 'integer' } } } },
    self: { $ref: '#/properties/self' },
    far: { $ref: 'other.json#/a' },
    either: { oneOf: [{ type: 'string' }, { type: 'object', properties: { a: { type: 'number' } } }] },
  },
  additionalProperties: { type: 'boolean' },
  $defs: { count: { type: 'integer' } },
} as const;

it.each<[string, readonly string[] | undefined]>([
  ['price', ['number']],
  ['vat', ['number', 'string']],
  ['count', ['number']],
  ['zip', ['string']],
  ['paid', ['boolean', 'null']],
  ['size', ['string']],
  ['any', undefined],
  ['customer.zip', ['string']],
  ['customer.name', undefined],
  ['items.0.price', ['number']],
  ['items.*.price', ['number']],
  ['price.a', undefined],
  ['self', undefined],
  ['far', undefined],
  ['either.a', ['number']],
  ['other', ['boolean']],
  ['__proto__', ['boolean']],
])('knows the types of %s', (path, types) => {
  expect(typesAt(rules as unknown as Json, path)).toEqual(types);
});

it('ends for a schema that refers to itself twice', () => {
  expect(typesAt({ $defs: { a: { allOf: [{ $ref: '#' }, { $ref: '#' }] } }, $ref: '#/$defs/a' }, 'a')).toBe(
    undefined,
  );
});

const warned: string[] = [];
const read = async (text: string, options: CsvOptions & { schema?: Json } = {}) => {
  warned.length = 0;
  const onWarning = ({ message, hint }: Failure) => void warned.push(message, hint ?? '');
  const { schema = rules as unknown as Json, ...rest } = options;
  const found = [];
  const chunks = (async function* () {
    yield text;
  })();
  for await (const row of readCsvRows('a.csv', chunks, { onWarning, types: cellTypesOf(schema), ...rest })) {
    found.push('data' in row ? row.data : row.failure);
  }
  return found;
};

it.each([{}, { typed: true }, { decimal: ',' }, { decimal: ',', typed: true }])(
  'reads cells as the schema wants them, with %j',
  async (options) => {
    const price = options.decimal ? '12,50' : '12.50';
    expect(await read(`price;customer.zip;paid;size;count\n${price};79100;true;1;2`, options)).toEqual([
      { price: 12.5, customer: { zip: '79100' }, paid: true, size: '1', count: 2 },
    ]);
    expect(warned).toEqual([]);
  },
);

it('leaves out an empty cell where the schema allows no text, and keeps what is no number', async () => {
  expect(await read('price;paid;size;items.0.price\n;;;\nx;ja;;7 %')).toEqual([
    { price: 'x', paid: 'ja', size: '', items: [{ price: '7 %' }] },
  ]);
  expect(await read('price;paid;size\n;;S')).toEqual([{ paid: null, size: 'S' }]);
});

it('reads numbers with decimal commas where the schema wants them, named or not', async () => {
  const text = 'price;count;artnr\n1.000;1.234;4.711';
  expect(await read(text, { decimal: ',' })).toEqual([{ price: 1000, count: 1234, artnr: '4.711' }]);
  expect(warned[0]).toContain('"4.711" in column "artnr" stays as it is');
  expect(await read(text, { decimal: ',:price' })).toEqual([{ price: 1000, count: 1234, artnr: '4.711' }]);
  expect(warned).toEqual([]);
});

it('asks what 1.000 is between semicolons, unless it is said', async () => {
  expect(await read('price;any\n1.000;1.000\n2.000;1')).toMatchObject([{ price: 1 }, { price: 2 }]);
  expect(warned).toEqual([
    '"1.000" in column "price" is read as 1, and may be 1000.',
    'Say what is before decimals: with --decimal , it is 1000, with --decimal . it is 1.',
  ]);
  for (const options of [{ decimal: '.' }, { typed: true }, { delimiter: ',' }]) {
    const text = 'price;any\n1.000;1.000'.replaceAll(';', options.delimiter ?? ';');
    expect(await read(text, options)).toMatchObject([{ price: 1 }]);
    expect(warned).toEqual([]);
  }
});

it('names all columns that have decimal commas in its advice', async () => {
  await read('price;qty;nr;sum\n1,5;2;x;1\n1.000;1.000;y;3,5', { decimal: ',', schema: {} });
  expect(warned).toEqual([
    '"1.000" in column "price" stays as it is, because it may be the number 1000 or no number.',
    'Name all columns with numbers after the decimal comma, with a colon: ,:price,sum',
    '"1.000" in column "qty" stays as it is, because it may be the number 1000 or no number.',
    'Name all columns with numbers after the decimal comma, with a colon: ,:price,qty,sum',
  ]);
});

it('finds the columns of groups in the items of their list', () => {
  const types = cellTypesOf({
    properties: {
      number: { type: 'string' },
      items: { items: { properties: { price: { type: 'number' }, number: { type: ['string', 'number'] } } } },
    },
  });
  const at = (items: string, path: string) => [
    ...(groupedTypes(types, parseGrouping('number', items))([path]) ?? ['?']),
  ];
  expect(at('items:price', 'price')).toEqual(['number']);
  expect(at('items:price', 'number')).toEqual(['string']);
  expect(at('items', 'price')).toEqual(['number']);
  expect(at('items', 'number')).toEqual(['string']);
  expect(at('items:name', 'price')).toEqual(['?']);
});
