/** Data of the example template `e-invoice`: each kind of invoice that a sender in Germany writes, by name. */
import type { JsonObject } from '../../../src/contract/json.ts';

const address = { street: 'Lindenhof 3', postcode: '04109', city: 'Leipzig', country: 'DE' };
const seller = {
  ...address,
  name: 'Werkstatt Lindenhof GmbH',
  register: 'HRB 00000, Amtsgericht Leipzig',
  vat_id: 'DE123456789',
  contact: { name: 'Mara Lindner', phone: '+49 341 5550 1200', email: 'rechnung@lindenhof.example' },
};
/** Neither in a register, nor with a VAT identifier. */
const freelancer = { ...address, name: 'Jonas Ahrens', tax_number: '079/200/00000' };
const smallBusiness = { ...freelancer, small_business: true };
const buyer = {
  name: 'Buchhandlung Seitenweise & Töchter OHG',
  street: 'Marktstraße 21',
  postcode: '99084',
  city: 'Erfurt',
  country: 'DE',
};
const abroad = {
  name: 'Boekhandel De Vuurtoren B.V.',
  street: 'Havenkade 12',
  postcode: '1011 AB',
  city: 'Amsterdam',
  country: 'NL',
  vat_id: 'NL123456789B01',
};
const overseas = {
  name: 'Harbor Books Inc.',
  street: '1 Pier Rd',
  postcode: '02101',
  city: 'Boston',
  country: 'US',
};
const library = { ...buyer, name: 'Stadtbibliothek', leitweg_id: '991-01234-38' };
const payment = { days: 14, iban: 'DE89 3704 0044 0532 0130 00', bic: 'COBADEFFXXX', holder: 'Werkstatt' };

const shelf = { name: 'Regal', quantity: 4, unit: 'Stück', price: 389.9, vat: 19 };
const book = { name: 'Bildband', quantity: 25, unit: 'Stück', price: 18.69, vat: 7 };
const hours = { name: 'Montage', quantity: 5.5, unit: 'Std.', price: 62, vat: 19 };
const seminar = { name: 'Seminar', quantity: 1, unit: 'pauschal', price: 450, vat_category: 'E' };
const seminarIsExempt = {
  exemptions: { E: { reason: 'Steuerfrei nach § 4 Nr. 21 UStG', code: 'VATEX-EU-132-1I' } },
};
/** Products that end in half a cent, which binary fractions miss. */
const halves = Array.from({ length: 30 }, (_, index) => ({
  name: `Schrauben ${index}`,
  quantity: 1.5 + index / 10,
  unit: 'kg',
  price: 1.005 + index * 0.11,
  vat: index % 3 === 0 ? 7 : 19,
}));

const of = (number: string, ...parts: readonly JsonObject[]): JsonObject =>
  Object.assign(
    { number, date: '2026-11-02', delivered: '2026-10-29', seller, buyer, items: [shelf], payment },
    ...parts,
  );

export const templateInvoices: Readonly<Record<string, JsonObject>> = {
  'obvious fields only': {
    number: '1',
    date: '2026-11-02',
    delivered: '2026-11-02',
    seller: { ...address, name: 'Werkstatt', vat_id: 'DE123456789' },
    buyer,
    items: [{ name: 'Beratung', price: 100, vat: 19 }],
  },
  'two rates': of('2', { items: [shelf, hours, book] }),
  'an allowance on one rate': of('3', {
    items: [shelf, book],
    allowances: [{ reason: 'Mengenrabatt', code: '95', percent: 5, vat: 19 }],
  }),
  'a percentage off all rates': of('4', {
    items: [shelf, book, seminar],
    ...seminarIsExempt,
    allowances: [{ reason: 'Treuerabatt', percent: 3.33 }],
  }),
  'an amount off all rates': of('5', {
    items: [shelf, book],
    allowances: [{ reason: 'Gutschein', amount: 10 }],
  }),
  'a charge at a rate of its own': of('6', {
    items: [book],
    charges: [{ reason: 'Fracht', code: 'FC', amount: 49.9, vat: 19 }],
  }),
  'discounts on lines': of('7', { items: [{ ...shelf, discount: 12.5 }, book] }),
  'allowances and charges on lines': of('8', {
    items: [
      {
        ...shelf,
        allowances: [
          { reason: 'Kratzer', amount: 20.005 },
          { reason: 'Aktion', percent: 2 },
        ],
        charges: [{ reason: 'Verpackung', code: 'PC', amount: 4.5 }],
      },
    ],
  }),
  'a price for a hundred': of('9', { items: [{ ...shelf, quantity: 350, price: 4.85, price_per: 100 }] }),
  'half cents': of('10', { items: halves, allowances: [{ reason: 'Rabatt', percent: 1.5 }] }),
  'a small business': of('11', {
    seller: smallBusiness,
    items: [{ name: 'Plakat', quantity: 1, unit: 'pauschal', price: 280 }],
  }),
  'an exemption beside taxed items': of('12', { items: [hours, seminar], ...seminarIsExempt }),
  'reverse charge beside taxed items': of('13', {
    buyer: { ...buyer, vat_id: 'DE987654321' },
    items: [book, { name: 'Bauleistung', quantity: 8, unit: 'h', price: 71.5, vat_category: 'AE' }],
  }),
  'an intra-Community supply': of('14', { buyer: abroad, items: [{ ...shelf, vat: 0, vat_category: 'K' }] }),
  'goods and services to the EU': of('15', {
    buyer: abroad,
    deliver_to: { name: 'Magazijn', street: 'Dok 1', postcode: '3011', city: 'Rotterdam', country: 'NL' },
    items: [
      { name: 'Leuchte', quantity: 40, unit: 'H87', price: 74.5, vat_category: 'K' },
      { name: 'Beratung', quantity: 6, unit: 'HUR', price: 85, vat_category: 'AE' },
    ],
  }),
  'an export in dollars': of('16', {
    buyer: overseas,
    currency: 'USD',
    items: [{ name: 'Shelf', quantity: 3, unit: 'pcs', price: 420, vat_category: 'G' }],
  }),
  'outside the scope of VAT': of('17', {
    buyer: { ...abroad, country: 'CH' },
    items: [{ name: 'Schadenersatz', price: 900, vat_category: 'O' }],
    allowances: [{ reason: 'Vergleich', amount: 100 }],
  }),
  'a zero rate beside taxed items': of('18', {
    items: [
      hours,
      { name: 'Solarmodul', quantity: 12, unit: 'Stück', price: 139, vat: 0, vat_category: 'Z' },
    ],
  }),
  'every category that may be mixed': of('19', {
    buyer: { ...abroad, id: 'K-77' },
    items: [
      shelf,
      book,
      seminar,
      { name: 'Modul', price: 139, vat_category: 'Z' },
      { name: 'Leuchte', quantity: 4, unit: 'pcs', price: 74.5, vat_category: 'K' },
      { name: 'Beratung', quantity: 6, unit: 'h', price: 85, vat_category: 'AE' },
      { name: 'Muster', price: 19.99, vat_category: 'G' },
    ],
    ...seminarIsExempt,
    allowances: [
      { reason: 'Treuerabatt', percent: 2 },
      { reason: 'Kulanz', amount: 5, vat_category: 'AE' },
    ],
    charges: [{ reason: 'Fracht', amount: 17.77 }],
  }),
  'a tax number beside the VAT identifier': of('20', { seller: { ...seller, tax_number: '201/123/12345' } }),
  'a tax number alone': of('21', { seller: freelancer, items: [hours] }),
  'a credit note': of('22', {
    type: 381,
    preceding_invoices: [{ number: '2', date: '2026-11-02' }],
    items: [{ ...shelf, quantity: 1 }],
  }),
  'a credit note without an account': of('23', {
    type: 381,
    preceding_invoices: [{ number: '12' }],
    items: [hours, seminar],
    ...seminarIsExempt,
    payment: {},
  }),
  'a cancellation': of('24', {
    type: 384,
    title: 'Stornorechnung',
    preceding_invoices: [{ number: '2', date: '2026-11-02' }],
    items: [
      { ...shelf, quantity: -4 },
      { ...book, quantity: -25 },
    ],
    allowances: [{ reason: 'Rabatt', percent: 5 }],
  }),
  'a self-billed invoice': of('25', { type: 389 }),
  'a partial invoice': of('26', { type: 326 }),
  'a final invoice after two partial ones': of('27', {
    preceding_invoices: [
      { number: '25', date: '2026-09-01' },
      { number: '26', date: '2026-10-01' },
    ],
    payment: { ...payment, prepaid: 1200.5 },
  }),
  'a final construction invoice': of('28', { type: 877, period: { from: '2026-08-01', to: '2026-10-29' } }),
  'a direct debit': of('29', {
    payment: {
      means: 'direct_debit',
      due_date: '2026-11-20',
      mandate: 'M-17',
      creditor_id: 'DE98ZZZ09999999999',
      debtor_iban: 'DE02120300000000202051',
    },
  }),
  'a card': of('30', { payment: { means: 'card', card: '1234' } }),
  'cash that was paid': of('31', {
    items: [{ ...hours, quantity: 1 }],
    payment: { means: 'cash', prepaid: 73.78 },
  }),
  'a rounded amount in francs': of('32', { currency: 'CHF', payment: { ...payment, rounding: 0.02 } }),
  'two accounts': of('33', {
    payment: { ...payment, accounts: [{ iban: 'DE02 1203 0000 0000 2020 51', holder: 'Werkstatt' }] },
  }),
  'cash discounts': of('34', {
    items: [shelf, book],
    payment: {
      ...payment,
      cash_discounts: [
        { days: 7, percent: 3, base: 1000 },
        { days: 14, percent: 1.5 },
      ],
    },
  }),
  'EXTENDED with cash discounts': of('35', {
    profile: 'extended',
    items: [shelf, book, seminar],
    ...seminarIsExempt,
    payment: { ...payment, cash_discounts: [{ days: 10, percent: 2 }] },
  }),
  'BASIC with all that it has no place for': of('36', {
    profile: 'basic',
    note: 'Danke.',
    items: [
      { ...shelf, sku: 'RE-1', description: 'Eiche', discount: 5, note: 'geölt', gtin: '04012345678901' },
      book,
    ],
    allowances: [{ reason: 'Rabatt', percent: 5 }],
    payment: { ...payment, cash_discounts: [{ days: 10, percent: 2 }], prepaid: 100 },
  }),
  'BASIC of a small business': of('37', {
    profile: 'basic',
    seller: smallBusiness,
    items: [{ name: 'Plakat', price: 280 }],
  }),
  'XRechnung with a Leitweg-ID': of('38', {
    profile: 'xrechnung',
    buyer: { ...library, order: 'VG-88', contract: 'RV-12', contact: { name: 'Herr Buch' } },
    deliver_to: { ...buyer, name: 'Zweigstelle' },
    items: [
      { ...shelf, discount: 10, sku: 'RE-1' },
      book,
      { ...hours, period: { from: '2026-10-28', to: '2026-10-29' } },
    ],
    period: { from: '2026-10-01', to: '2026-10-31' },
    charges: [{ reason: 'Fracht', code: 'FC', amount: 89, vat: 19 }],
    payment: {
      ...payment,
      prepaid: 500,
      cash_discounts: [
        { days: 7, percent: 3 },
        { days: 10, percent: 1.25, base: 900 },
      ],
    },
  }),
  'XRechnung of a small business by direct debit': of('39', {
    profile: 'xrechnung',
    seller: { ...smallBusiness, contact: seller.contact },
    buyer: { ...buyer, reference: 'Abt. 3', email: 'rechnung@stadt.example' },
    items: [{ name: 'Plakat', price: 280 }],
    payment: {
      means: 'direct_debit',
      days: 7,
      mandate: 'M-18',
      creditor_id: 'DE98ZZZ09999999999',
      debtor_iban: 'DE02120300000000202051',
    },
  }),
  'XRechnung as a correction with reverse charge': of('40', {
    profile: 'xrechnung',
    type: 384,
    preceding_invoices: [{ number: '38', date: '2026-11-02' }],
    buyer: { ...library, vat_id: 'DE987654321', electronic_address: '0204:991-01234-38' },
    items: [{ name: 'Bauleistung', quantity: -2, unit: 'h', price: 71.5, vat_category: 'AE' }],
  }),
  'XRechnung outside the scope of VAT': of('41', {
    profile: 'xrechnung',
    buyer: library,
    items: [{ name: 'Zuschuss', price: 900, vat_category: 'O' }],
  }),
};
