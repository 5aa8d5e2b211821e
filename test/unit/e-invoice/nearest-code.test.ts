/** A value that is no code has the code beside it that was meant, where one is obvious. */
import { expect, it } from 'vitest';
import { checkEInvoice } from '../../../src/e-invoice/index.ts';
import { sampleInvoice } from '../../support/e-invoice/sample-invoice.ts';

const messagesOf = (search: string | RegExp, by: string) => {
  const xml = sampleInvoice('EN 16931').replace(search, by);
  return checkEInvoice(xml)
    .findings.filter(({ rule }) => rule.startsWith('BR-CL-'))
    .map(({ message }) => message);
};

it.each([
  ['BO', 'XBO'],
  ['SA', 'XSA'],
  ['PK', 'XPK'],
  ['Stk', 'H87'],
  ['pieces', 'H87'],
  ['h', 'HUR'],
  ['kg', 'KGM'],
  ['m²', 'MTK'],
  ['hur', 'HUR'],
])('names the unit that %s means', (written, code) => {
  expect(
    messagesOf('<ram:BilledQuantity unitCode="H87">', `<ram:BilledQuantity unitCode="${written}">`),
  ).toEqual([
    `"${written}" is not a code for the unit (BT-130, UN/ECE recommendation 20 or 21). Did you mean "${code}"?`,
  ]);
});

it.each([
  ['€', 'EUR'],
  ['Euro', 'EUR'],
  ['eur', 'EUR'],
  ['Schweizer Franken', 'CHF'],
])('names the currency that %s means', (written, code) => {
  expect(messagesOf('<ram:InvoiceCurrencyCode>EUR', `<ram:InvoiceCurrencyCode>${written}`)[0]).toBe(
    `"${written}" is not a code for the currency (BT-5, ISO 4217). Did you mean "${code}"?`,
  );
});

it.each([
  ['Germany', 'DE'],
  ['Deutschland', 'DE'],
  ['ÖSTERREICH', 'AT'],
  ['Pays-Bas', 'NL'],
  ['UK', 'GB'],
  ['FRA', 'FR'],
])('names the country that %s means, and whose it is', (written, code) => {
  const country = /(<ram:BuyerTradeParty>.*?<ram:CountryID>)FR/s;
  expect(messagesOf(country, `$1${written}`)).toEqual([
    `"${written}" is not a code for the country (BT-55, ISO 3166-1). Did you mean "${code}"?`,
  ]);
});

it('names no code if none is obvious', () => {
  expect(messagesOf('<ram:BilledQuantity unitCode="H87">', '<ram:BilledQuantity unitCode="foo">')).toEqual([
    '"foo" is not a code for the unit (BT-130, UN/ECE recommendation 20 or 21).',
  ]);
});

it('knows the words for VAT categories and means of payment', () => {
  expect(messagesOf('<ram:TypeCode>58<', '<ram:TypeCode>Lastschrift<')[0]).toContain('Did you mean "59"?');
  const category = /(<ram:SpecifiedLineTradeSettlement>\s*<ram:ApplicableTradeTax>.*?<ram:CategoryCode>)S/s;
  expect(messagesOf(category, '$1reverse charge')[0]).toMatch(
    /VAT category \(BT-151, .*Did you mean "AE"\?$/,
  );
});
