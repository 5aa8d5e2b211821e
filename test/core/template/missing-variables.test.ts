import { expect, it } from 'vitest';
import { missingVariables } from '../../../src/core/template/missing-variables.ts';

it('finds what sample data does not have', () => {
  const data = {
    customer: { name: 'Ada' },
    items: [{ price: 1 }, { price: 2, note: 'x' }],
    empty: [],
    text: 'x',
  };
  const paths = [
    'customer.name',
    'customer.nam',
    'items[].price',
    'items[].note',
    'items[].tax',
    'empty[].anything',
    'text.length',
    'total',
    'items',
  ];
  expect(missingVariables(paths, data)).toEqual(['customer.nam', 'items[].tax', 'total']);
});
