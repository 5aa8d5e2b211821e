/** The example template `e-invoice` makes valid XML of every kind of invoice, and says what is wrong with the data. */
import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/contract/json.ts';
import { checkEInvoice } from '../../../src/e-invoice/index.ts';
import { readDataSchema } from '../../../src/template/data/data-schema.ts';
import { assertValidInvoice, invoiceWarnings } from '../../../src/template/embedded-invoice.ts';
import { folderTree } from '../../../src/template/load/folder-tree.ts';
import { readTemplate } from '../../../src/template/load/read-template.ts';
import { compile } from '../../../src/twig/index.ts';
import { templateInvoices } from '../../support/e-invoice/template-invoices.ts';

const folder = resolve(import.meta.dirname, '../../../templates-examples/e-invoice');
const tree = folderTree(folder);
const { template } = await readTemplate(tree);
const schema = await readDataSchema(tree);
const { partials, invoice = '' } = template;
const compiled = compile(invoice, { part: 'invoice', partials, strict: true });
const xmlOf = (data: JsonObject) => compiled.render(data);

describe('the XML', () => {
  it.each(Object.entries(templateInvoices))('is valid for %s', (_, data) => {
    expect(schema?.faults(data).errors).toEqual({});
    expect(checkEInvoice(xmlOf(data)).findings).toEqual([]);
  });

  it.each(readdirSync(`${folder}/cases`))('is valid for the case %s', (name) => {
    const data: JsonObject = JSON.parse(readFileSync(`${folder}/cases/${name}`, 'utf8'));
    expect(schema?.faults(data).errors).toEqual({});
    expect(checkEInvoice(xmlOf(data)).findings).toEqual([]);
  });
});

describe('the XML in UBL', () => {
  const ofNorm = Object.entries(templateInvoices).filter(
    ([, { profile }]) => profile !== 'basic' && profile !== 'extended',
  );
  it.each(ofNorm)('is valid for %s', (_, data) => {
    expect(checkEInvoice(xmlOf({ ...data, syntax: 'ubl' }))).toMatchObject({ syntax: 'UBL', findings: [] });
  });

  it('is that of Peppol if the profile says so', () => {
    const data: JsonObject = JSON.parse(readFileSync(`${folder}/data.json`, 'utf8'));
    const party = (name: string) => ({
      ...(data[name] as JsonObject),
      electronic_address: '0088:4012345000009',
    });
    const peppol = { ...data, profile: 'peppol', seller: party('seller'), buyer: party('buyer') };
    expect(schema?.faults(peppol).errors).toEqual({});
    expect(checkEInvoice(xmlOf(peppol))).toMatchObject({ syntax: 'UBL', profile: 'PEPPOL', findings: [] });
  });
});

const address = { street: 'Lindenhof 3', postcode: '04109', city: 'Leipzig', country: 'DE' };

/** The text of the first element with this name. */
const textOf = (xml: string, name: string) => new RegExp(`<ram:${name}[^>]*>([^<]*)<`).exec(xml)?.[1];

describe('the figures', () => {
  it('are exact where binary fractions are not', () => {
    const items = [
      { name: 'A', quantity: 1, price: 1.005, vat: 19 },
      { name: 'B', quantity: 3, price: 0.335, vat: 19 },
      ...Array.from({ length: 1_000 }, (_, index) => ({ name: `C${index}`, price: 0.1, vat: 7 })),
    ];
    const xml = xmlOf({ ...templateInvoices['obvious fields only'], items });
    expect(xml).toContain('<ram:LineTotalAmount>1.01</ram:LineTotalAmount>');
    expect(textOf(xml.slice(xml.indexOf('HeaderMonetarySummation')), 'LineTotalAmount')).toBe('102.02');
    expect(xml).toMatch(/<ram:CalculatedAmount>0\.38<.*<ram:CalculatedAmount>7\.00</s);
    expect(textOf(xml, 'GrandTotalAmount')).toBe('109.40');
  });

  it('share an allowance out among the rates, to the cent', () => {
    const xml = xmlOf(templateInvoices['an amount off all rates'] as JsonObject);
    const amounts = [...xml.matchAll(/<ram:ActualAmount>([^<]*)</g)].map(([, amount]) => amount);
    expect(amounts).toEqual(['7.69', '2.31']);
    expect(textOf(xml, 'AllowanceTotalAmount')).toBe('10.00');
  });

  it('have no exponent', () => {
    const xml = xmlOf({
      ...templateInvoices['obvious fields only'],
      items: [{ name: 'Strom', quantity: 1_500_000, unit: 'kWh', price: 0.000_03, vat: 19 }],
    });
    expect(textOf(xml, 'ChargeAmount')).toBe('0.00003');
    expect(xml).toContain('<ram:BilledQuantity unitCode="KWH">1500000<');
  });
});

it('takes the cells of CSV, which are text, and of which those that are not needed are empty', () => {
  const items = [
    {
      name: 'A',
      sku: '',
      quantity: '2',
      unit: '',
      price: '10.05',
      vat: '19.0',
      vat_category: '',
      discount: '',
    },
    { name: 'B', sku: '7', quantity: '', unit: 'h', price: '80', vat: '', vat_category: 'AE', discount: '5' },
    { name: 'C', price: 1, vat: 19 },
  ];
  const buyer = { ...Object(templateInvoices['two rates']?.buyer), vat_id: 'DE987654321', leitweg_id: '' };
  const data = {
    ...templateInvoices['two rates'],
    type: '380',
    buyer,
    items,
    payment: { days: '14', prepaid: '' },
  };
  expect(schema?.faults(data).errors).toEqual({});
  const xml = xmlOf(data);
  expect(checkEInvoice(xml).findings).toEqual([]);
  expect([...xml.matchAll(/<ram:BasisAmount>([^<]*)</g)].map(([, amount]) => amount)).toEqual([
    '80.00',
    '21.10',
    '76.00',
  ]);
});

it('has cash discounts as sentences, and in the form of XRechnung', () => {
  const xml = xmlOf(templateInvoices['cash discounts'] as JsonObject);
  expect(textOf(xml, 'Description')?.split('\n')).toEqual([
    '3 % cash discount if paid by Nov 9, 2026: €30.00 off, €2,325.88 to pay',
    '1.5 % cash discount if paid by Nov 16, 2026: €35.34 off, €2,320.54 to pay',
    'Payable without deduction by Nov 16, 2026',
    '#SKONTO#TAGE=7#PROZENT=3.00#BASISBETRAG=1000.00#',
    '#SKONTO#TAGE=14#PROZENT=1.50#',
    '',
  ]);
});

describe('the page', () => {
  const page = compile('html' in template ? template.html : '', {
    part: 'html',
    partials,
    strict: true,
  });
  const pageOf = (name: string, changes: JsonObject = {}) =>
    page
      .render({ ...templateInvoices[name], ...changes })
      .replace(/<[^>]*>/g, ' ')
      .replace(/\s+/g, ' ');

  it('credits nobody with what the buyer of a credit note has to pay', () => {
    const text = pageOf('a credit note', { items: [{ name: 'A', quantity: -2, price: 100, vat: 19 }] });
    expect(text).not.toContain('credit you');
    expect(text).not.toContain('Amount credited');
    expect(text).toContain('Amount due €238.00');
    expect(pageOf('a credit note')).toContain('We credit you €463.98.');
    expect(pageOf('a cancellation')).toContain('We credit you €');
  });

  it.each([
    ['JPY', 'Amount due ¥436', '436.00'],
    ['ISK', 'Amount due ISK 436', '436.00'],
    ['KWD', 'Amount due KWD 435.84', '435.84'],
  ])('prints the amounts of the XML in %s', (currency, printed, written) => {
    const changes = { currency, items: [{ name: 'A', price: 366.246, vat: 19 }] };
    expect(pageOf('two rates', changes).replaceAll('\u00a0', ' ')).toContain(`${printed} `);
    expect(textOf(xmlOf({ ...templateInvoices['two rates'], ...changes }), 'DuePayableAmount')).toBe(written);
  });

  it('asks for nothing that is paid', () => {
    const payment = { iban: 'DE89370400440532013000', days: 5, cash_discounts: [{ days: 2, percent: 2 }] };
    const items = [{ name: 'A', price: 100, vat: 19 }];
    const paid = { items, payment: { ...payment, prepaid: 119 } };
    const text = pageOf('two rates', paid);
    expect(text).toContain('This amount has been paid.');
    expect(text).not.toMatch(/Please transfer|cash discount|deduction/);
    const xml = xmlOf({ ...templateInvoices['two rates'], ...paid });
    expect(xml).not.toContain('SKONTO');
    expect(checkEInvoice(xml).findings).toEqual([]);
  });

  it('owes what was paid in excess, and calls an invoice no credit', () => {
    const text = pageOf('two rates', { payment: { prepaid: 9000 } });
    expect(text).toContain('Balance in your favour');
    expect(text).not.toContain('redit');
  });

  it('translates units that are words of the other language', () => {
    const items = [
      { name: 'A', quantity: 3, unit: 'Stück', price: 1, vat: 19 },
      { name: 'B', quantity: 2, unit: 'boxes', price: 1, vat: 19 },
      { name: 'C', quantity: 1, unit: 'piece', price: 1, vat: 19 },
    ];
    expect(pageOf('two rates', { items })).toMatch(/3 pcs\. .*2 boxes .*1 piece /);
  });

  it('has no zero with a minus', () => {
    const items = [
      { name: 'A', quantity: -1, price: 0.02, vat: 19 },
      { name: 'B', price: 100, vat: 7 },
    ];
    expect(pageOf('two rates', { items })).not.toMatch(/-€0\.00/);
    expect(xmlOf({ ...templateInvoices['two rates'], items })).not.toContain('-0.00');
  });
});

it('states the type and what comes before', () => {
  const xml = xmlOf(templateInvoices['a credit note'] as JsonObject);
  expect(textOf(xml, 'TypeCode')).toBe('381');
  expect(xml).toMatch(/<ram:InvoiceReferencedDocument>\s*<ram:IssuerAssignedID>2<.*20261102/s);
});

it('has a reason for each category without VAT, which the data may replace', () => {
  const own = { AE: { reason: 'Steuerschuldnerschaft nach § 13b Abs. 2 Nr. 4 UStG' } };
  const xml = xmlOf({ ...templateInvoices['reverse charge beside taxed items'], exemptions: own });
  expect(textOf(xml, 'ExemptionReason')).toBe(own.AE.reason);
  expect(textOf(xml, 'ExemptionReasonCode')).toBe('VATEX-EU-AE');
});

it('knows a seller without VAT identifier by the tax number', () => {
  const xml = xmlOf(templateInvoices['a small business'] as JsonObject);
  expect(xml).toContain('<ram:ID schemeID="FC">079/200/00000</ram:ID>');
  expect(xml).toMatch(/<ram:SellerTradeParty>\s*<ram:ID>079\/200\/00000<\/ram:ID>/);
});

describe('warnings', () => {
  const warningsOf = (name: string, changes: JsonObject = {}, kind = 'cii') => {
    const checked = checkEInvoice(xmlOf({ ...templateInvoices[name], syntax: kind, ...changes }));
    const source = { field: 'invoice.xml', schema: template.invoiceSchema };
    assertValidInvoice(checked, source);
    return invoiceWarnings(checked, source).map((text) => text.replace(/\.? \(\/.*/, ''));
  };
  const wrong = 'DE89 3704 0044 0532 0130 01';

  it.each(['cii', 'ubl'])('name an IBAN whose check digits are wrong, in %s', (kind) => {
    const payment = { iban: wrong };
    expect(warningsOf('two rates', { payment }, kind)).toEqual([
      'invoice.xml: This is no valid IBAN (BT-84): "DE89370400440532013001". In the data: payment.iban, payment.accounts.*.iban',
    ]);
    expect(warningsOf('XRechnung with a Leitweg-ID', { payment }, kind)).toEqual([
      expect.stringContaining('BR-DE-19: This is no valid IBAN (BT-84)'),
    ]);
  });

  it.each(['cii', 'ubl'])('ask whether a rate below one is a fraction, in %s', (kind) => {
    const item = { name: 'Ink', quantity: 1, price: 10, vat: 0.19 };
    expect(warningsOf('two rates', { items: [item, { ...item, vat: 0.07 }] }, kind)).toEqual([
      'invoice.xml: The rate (BT-152) of this invoice line is 0.19 %: is 19 meant? In the data: items.0.vat, items.1.vat. The same is wrong in 1 more place',
    ]);
  });

  it.each<[string, JsonObject, string]>([
    ['a missing date of supply', { delivered: '' }, 'no date of supply (BT-72)'],
    ['a credit note of no invoice', { type: 381 }, 'A credit note (381) should name the invoice'],
    ['a correction of no invoice', { type: 384 }, 'A corrected invoice (384) should name'],
    ['a due date before the date', { payment: { due_date: '2026-01-01' } }, 'The due date (BT-9) is before'],
    [
      'an allowance that is larger than the items',
      { allowances: [{ reason: 'R', amount: 99_999, vat: 19 }] },
      'The allowances (BG-20) at 19 % are larger',
    ],
    [
      'an allowance on what no item has',
      { allowances: [{ reason: 'R', amount: 5, vat: 9 }] },
      'The allowances (BG-20) at 9 % are larger',
    ],
  ])('name %s', (_, changes, message) => {
    // The reader of UBL takes no due date.
    for (const kind of 'payment' in changes ? ['cii'] : ['cii', 'ubl']) {
      expect(warningsOf('two rates', changes, kind)).toEqual([expect.stringContaining(message)]);
    }
  });

  it.each(['cii', 'ubl'])('name a Leitweg-ID whose check digits are wrong, in %s', (kind) => {
    const buyer = { ...Object(templateInvoices['two rates']?.buyer), leitweg_id: '991-01234-44' };
    expect(warningsOf('XRechnung with a Leitweg-ID', { buyer }, kind)).toEqual([
      'invoice.xml: The check digits of the Leitweg-ID "991-01234-44" are wrong: there is no such Leitweg-ID (BT-10). In the data: buyer.reference, buyer.leitweg_id',
    ]);
  });
});

describe('the schema', () => {
  const faultsOf = (...changes: readonly JsonObject[]) =>
    schema?.faults(Object.assign({}, templateInvoices['obvious fields only'], ...changes)).errors;

  it.each<[string, JsonObject, Record<string, string[]>]>([
    [
      'a rate of 0 without a category',
      { items: [{ name: 'A', price: 1, vat: 0 }] },
      { 'items.0.vat': ['needs vat_category, which says why there is no VAT'] },
    ],
    [
      'a date in another form',
      { date: '30.11.2026' },
      { date: ['must be a valid date such as 2026-11-30, but "30.11.2026" is not'] },
    ],
    [
      'VAT of a small business',
      {
        seller: { ...address, name: 'J', tax_number: '1', small_business: true },
        items: [{ name: 'A', price: 1, vat: 19 }],
      },
      { 'items.0.vat': ['must be left out: seller.small_business charges no VAT'] },
    ],
    [
      'no rate and no category',
      { items: [{ name: 'A', price: 1 }] },
      { 'items.0.vat': ['is missing: the VAT rate in per cent, or vat_category if there is none'] },
    ],
    [
      'an allowance without an amount',
      { allowances: [{ reason: 'Rabatt' }] },
      { 'allowances.0': ['needs either percent or amount'] },
    ],
    [
      'a direct debit without a mandate',
      { payment: { means: 'direct_debit', creditor_id: 'DE98', debtor_iban: 'DE02120300000000202051' } },
      { 'payment.mandate': ['is missing'] },
    ],
    [
      'a credit note with negative quantities',
      {
        type: 381,
        items: [
          { name: 'A', quantity: -1, price: 1, vat: 19 },
          { name: 'B', quantity: '-2.5', price: 1, vat: 19 },
        ],
      },
      Object.fromEntries(
        [0, 1].map((index) => [
          `items.${index}.quantity`,
          ['must be positive: the amounts of a credit note (381) are; for negative quantities use type 384'],
        ]),
      ),
    ],
    [
      'a negative deposit',
      { payment: { prepaid: -5 } },
      { 'payment.prepaid': ['must be at least 0, not -5'] },
    ],
    [
      'a symbol as the currency',
      { currency: '€' },
      { currency: ['must match ^[A-Z]{3}$, such as "EUR", but "€" does not'] },
    ],
    [
      'XRechnung without contact and reference',
      { profile: 'xrechnung' },
      {
        'seller.contact': ['is missing'],
        'buyer.leitweg_id': ['is missing: XRechnung needs leitweg_id, or reference'],
      },
    ],
  ])('rejects %s by name', (_, changes, errors) => {
    expect(faultsOf(changes)).toEqual(errors);
  });

  it('wants a VAT identifier or a tax number of the seller', () => {
    const { vat_id: _, ...seller } = Object(templateInvoices['obvious fields only']?.seller);
    expect(faultsOf({ seller })).toEqual({ seller: ['needs vat_id or tax_number'] });
  });
});
