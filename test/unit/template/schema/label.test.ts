import { expect, it } from 'vitest';
import { labelFor } from '../../../../src/template/schema/label.ts';

it.each([
  ['unit_price', 'Unit price'],
  ['unitPrice', 'Unit price'],
  ['order-no', 'Order no'],
  ['VATRate', 'VATRate'],
  ['vat_ID', 'Vat ID'],
  ['größe', 'Größe'],
  ['_', '_'],
])('%s is labelled %s', (name, label) => expect(labelFor(name)).toBe(label));
