/** The work of a check grows with the length of the invoice and not with its square, whatever a stranger repeats in it. */
import { expect, it } from 'vitest';
import { type CiiProfile, checkEInvoice } from '../../../src/e-invoice/index.ts';
import { countVisits } from '../../support/count-visits.ts';
import { type SampleCategory, sampleInvoice } from '../../support/e-invoice/sample-invoice.ts';

/** More than the errors that are reported, each of which costs a search for its place among its siblings. */
const count = 520;

/** Repeats the last element that starts so, with its texts: of taxes and charges, that of the whole document. */
const many =
  (...starts: readonly string[]) =>
  (xml: string, times: number): string => {
    let repeated = xml;
    for (const start of starts) {
      const from = repeated.lastIndexOf(`<ram:${start}`);
      const closing = `</ram:${/^\w+/.exec(start)?.[0]}>`;
      const to = repeated.indexOf(closing, from) + closing.length;
      expect(from, start).toBeGreaterThan(0);
      const element = repeated.slice(from, to);
      // Names of attachments have to differ; the same one twice ends the search.
      const copies = Array.from({ length: times }, (_, index) => element.replace('hours', `hours-${index}`));
      repeated = repeated.slice(0, to) + copies.join('') + repeated.slice(to);
    }
    return repeated;
  };

const summation = 'SpecifiedTradeSettlementHeaderMonetarySummation';

const longCurrency = (xml: string, times: number) =>
  many(summation)(xml, times).replace(
    '<ram:InvoiceCurrencyCode>',
    `<ram:TaxCurrencyCode>${' '.repeat(10 * times)}EUR</ram:TaxCurrencyCode>$&`,
  );

it.each<[string, CiiProfile, SampleCategory, (xml: string, times: number) => string]>([
  ['lines', 'EN 16931', 'S', many('IncludedSupplyChainTradeLineItem')],
  ['VAT registrations', 'XRECHNUNG', 'S', many('SpecifiedTaxRegistration')],
  ['attachments', 'XRECHNUNG', 'S', many('AdditionalReferencedDocument')],
  ['charges', 'EN 16931', 'S', many('SpecifiedTradeAllowanceCharge')],
  ['taxes', 'EXTENDED', 'S', many('ApplicableTradeTax')],
  ['taxes', 'EN 16931', 'O', many('ApplicableTradeTax')],
  ['payees and names of the seller', 'EN 16931', 'S', many('PayeeTradeParty', 'Name>Muster')],
  ['currencies and VAT totals', 'XRECHNUNG', 'S', many('InvoiceCurrencyCode', 'TaxTotalAmount')],
  ['VAT totals and taxes', 'XRECHNUNG', 'S', many('TaxTotalAmount', 'ApplicableTradeTax')],
  ['totals and charges', 'EN 16931', 'S', many(summation, 'SpecifiedTradeAllowanceCharge')],
  ['totals and charges', 'EXTENDED', 'S', many(summation, 'SpecifiedTradeAllowanceCharge')],
  ['totals and a long currency', 'EN 16931', 'S', longCurrency],
])('checks an invoice in linear time with many %s (%s, category %s)', (_, profile, category, repeat) => {
  const sample = sampleInvoice(profile, category);
  // The first check of a profile reads its tables, which are kept.
  checkEInvoice(sample);
  const work = (times: number) => {
    const xml = repeat(sample, times);
    return countVisits(() => checkEInvoice(xml));
  };
  // Twice where work grows with the length, and up to four times where with its square.
  expect(work(2 * count) / work(count)).toBeLessThan(2.2);
});
