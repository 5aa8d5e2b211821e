/** Long lists of findings are cut, and neither the cut nor the length of an invoice changes whether it is valid. */
import { expect, it } from 'vitest';
import { checkEInvoice } from '../../../src/e-invoice/index.ts';
import { sampleInvoice } from '../../support/e-invoice/sample-invoice.ts';

const severitiesOf = (xml: string) => {
  const { error = [], warning = [] } = Object.groupBy(checkEInvoice(xml).findings, (each) => each.severity);
  return { errors: error.map(({ rule }) => rule), warnings: warning.length };
};

/** Each payment means with a wrong IBAN is a warning (BR-DE-19). */
const withWrongIbans = (times: number) =>
  sampleInvoice('XRECHNUNG')
    .replace('DE89370400440532013000', 'DE00370400440532013000')
    .replace(
      /<ram:SpecifiedTradeSettlementPaymentMeans>.*?<\/ram:SpecifiedTradeSettlementPaymentMeans>/s,
      (means) => means.repeat(times),
    );

it('reports an error that comes after 600 warnings', () => {
  // PEPPOL-EN16931-R008 is checked after the payment.
  const xml = withWrongIbans(600).replace(
    '<ram:Name>Pencils</ram:Name>',
    '<ram:Name>Pencils</ram:Name><ram:Description></ram:Description>',
  );
  expect(severitiesOf(withWrongIbans(600))).toEqual({ errors: [], warnings: 500 });
  expect(severitiesOf(xml)).toEqual({ errors: ['PEPPOL-EN16931-R008'], warnings: 500 });
});

it('reports no more than 500 errors', () => {
  const xml = sampleInvoice('EN 16931').replace(
    '</ram:SellerTradeParty>',
    `${'<ram:Nickname/>'.repeat(600)}$&`,
  );
  expect(severitiesOf(xml).errors).toHaveLength(500);
});

it('finds nothing in a valid invoice with 10,000 lines', () => {
  const xml = sampleInvoice('BASIC').replace(
    /(.*)(<ram:IncludedSupplyChainTradeLineItem>.*?<\/ram:IncludedSupplyChainTradeLineItem>)/s,
    (_, before: string, last: string) => {
      const free = last
        .replace(/>\s+</g, '><')
        .replace(/<ram:BillingSpecifiedPeriod>.*<\/ram:SpecifiedTradeAllowanceCharge>/, '')
        .replace(/(<ram:ChargeAmount>|<ram:LineTotalAmount>)[\d.]+/g, '$10.00');
      return before + last + free.repeat(9_998);
    },
  );
  expect(xml.match(/<ram:LineID>/g)).toHaveLength(10_000);
  expect(checkEInvoice(xml)).toMatchObject({ profile: 'BASIC', findings: [] });
});
