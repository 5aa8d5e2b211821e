/** The descriptions of a schema say which field holds a term of an e-invoice, and errors name it. */
import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import type { JsonObject } from '../../../src/contract/json.ts';
import { checkEInvoice } from '../../../src/e-invoice/index.ts';
import { fieldsByTerm } from '../../../src/template/data/fields-by-term.ts';
import { toEmbeddedInvoice } from '../../../src/template/embedded-invoice.ts';
import { folderTree } from '../../../src/template/load/folder-tree.ts';
import { readTemplate } from '../../../src/template/load/read-template.ts';
import { compile } from '../../../src/twig/index.ts';
import { sampleInvoice } from '../../support/e-invoice/sample-invoice.ts';
import { templateInvoices } from '../../support/e-invoice/template-invoices.ts';

const schema = JSON.stringify({
  description: 'An invoice (BT-1)',
  properties: {
    number: { description: 'Invoice number (BT-1)' },
    buyer: {
      description: 'Who pays (BG-7)',
      properties: {
        reference: { description: 'BT-10' },
        leitweg_id: { description: 'Or a Leitweg-ID, BT-10' },
      },
    },
    items: { items: { properties: { unit: { description: 'Unit (BT-130)' } } } },
  },
});

it('finds the fields of each term, also in lists', () => {
  expect(Object.fromEntries(fieldsByTerm(schema))).toEqual({
    'BT-1': ['number'],
    'BG-7': ['buyer'],
    'BT-10': ['buyer.reference', 'buyer.leitweg_id'],
    'BT-130': ['items.*.unit'],
  });
});

it('finds none in what is no schema, and ends in one that is deep or long', () => {
  const deep = `${'{"properties":{"a":'.repeat(3_000)}{"description":"BT-1"}${'}}'.repeat(3_000)}`;
  const long = `${schema}${' '.repeat(200_000)}`;
  for (const text of ['', '[', '7', '{"properties": []}', deep, long]) {
    expect(fieldsByTerm(text).size).toBe(0);
  }
});

/** Of an invoice whose second line has a wrong unit, and that has no number. */
function errorsOf(known: string | undefined): string {
  const xml = sampleInvoice('EN 16931')
    .replace('<ram:ID>R-2026-17</ram:ID>', '<ram:ID></ram:ID>')
    .replace(/(.*)<ram:BilledQuantity unitCode="H87">/s, '$1<ram:BilledQuantity unitCode="BO">');
  try {
    toEmbeddedInvoice(xml, checkEInvoice(xml), { field: 'invoice.xml', schema: known });
    return '';
  } catch (error) {
    return (error as { errors: Record<string, string[]> }).errors['invoice.xml']?.join('\n') ?? '';
  }
}

it('names the field in errors of the invoice, with the number of its line', () => {
  expect(errorsOf(schema)).toContain('The invoice has no invoice number (BT-1)');
  expect(errorsOf(schema)).toContain('In the data: number.');
  expect(errorsOf(schema)).toContain('Did you mean "XBO"? In the data: items.1.unit. (/rsm:');
  expect(errorsOf(undefined)).not.toContain('In the data');
});

it('names the field for each kind of mistake in the data of the example', async () => {
  const tree = folderTree(resolve(import.meta.dirname, '../../../templates-examples/e-invoice'));
  const { template } = await readTemplate(tree);
  const { invoice = '', partials, invoiceSchema } = template;
  const fieldsOf = (name: string, changes: JsonObject): string[] => {
    const xml = compile(invoice, { partials }).render({ ...templateInvoices[name], ...changes });
    try {
      toEmbeddedInvoice(xml, checkEInvoice(xml), { field: 'invoice.xml', schema: invoiceSchema });
      return [];
    } catch (error) {
      const texts = Object.values((error as { errors: Record<string, string[]> }).errors).flat();
      return texts.flatMap((text) => /In the data: (.*?)\.( |$)/.exec(text)?.[1] ?? []);
    }
  };
  const items = [{ name: 'A', price: 1, vat: 19 }];
  const mixed = [...items, { name: 'B', price: 1, vat_category: 'O' }];
  const taxed = [...items, { name: 'B', price: 1, vat: 7, vat_category: 'AE' }];
  const { seller } = templateInvoices['two rates'] ?? {};
  expect(fieldsOf('two rates', { deliver_to: { country: 'XX' } })).toEqual(['deliver_to.country']);
  expect(fieldsOf('two rates', { currency: 'EURO' })).toContain('currency');
  expect(fieldsOf('two rates', { seller: { ...Object(seller), vat_id: 'QQ1' } })).toEqual(['seller.vat_id']);
  expect(fieldsOf('XRechnung with a Leitweg-ID', { deliver_to: { country: 'DE' } })).toEqual([
    'deliver_to.city',
    'deliver_to.postcode',
  ]);
  expect(fieldsOf('two rates', { items: taxed })).toContain('items.1.vat');
  expect(fieldsOf('two rates', { items: mixed })).toContain('items.*.vat_category');
  expect(fieldsOf('an exemption beside taxed items', { exemptions: {} })).toEqual(['exemptions']);
});
