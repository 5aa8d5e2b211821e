/** Invoices and credit notes in UBL: valid ones, and what is said of faults. */
import { describe, expect, it } from 'vitest';
import { checkEInvoice } from '../../../src/e-invoice/index.ts';
import { countVisits } from '../../support/count-visits.ts';
import { sampleCategories } from '../../support/e-invoice/sample-invoice.ts';
import { sampleUbl, ublProfiles } from '../../support/e-invoice/sample-ubl.ts';

describe('a valid invoice in UBL has no finding', () => {
  it.each(
    ublProfiles.flatMap((profile) =>
      sampleCategories.flatMap((category) =>
        (['Invoice', 'CreditNote'] as const).map((root) => [profile, category, root] as const),
      ),
    ),
  )('%s with the VAT category %s as %s', (profile, category, root) => {
    for (const country of ['DE', 'BE'] as const) {
      expect(checkEInvoice(sampleUbl(profile, category, root, country))).toEqual({
        syntax: 'UBL',
        profile,
        number: 'R-2026-17',
        findings: [],
      });
    }
  });

  it('with prefixes of its own', () => {
    const xml = sampleUbl('PEPPOL').replaceAll('cbc:', 'b:').replace('xmlns:cbc=', 'xmlns:b=');
    expect(checkEInvoice(xml)).toMatchObject({ profile: 'PEPPOL', findings: [] });
  });
});

describe('a fault is found', () => {
  const errors = (xml: string) =>
    checkEInvoice(xml)
      .findings.filter(({ severity }) => severity === 'error')
      .map(({ rule, path, message }) => ({ rule, path, message }));
  const sample = (...changes: readonly (readonly [string | RegExp, string])[]) => {
    let xml = sampleUbl('PEPPOL');
    for (const [from, to] of changes) {
      const changed = xml.replace(from, to);
      expect(changed, `${from} is in the invoice`).not.toBe(xml);
      xml = changed;
    }
    return xml;
  };

  it('with the path and the line of the UBL', () => {
    const xml = sample(['>141.50<', '>140.50<']);
    const { findings } = checkEInvoice(xml);
    expect(findings[0]).toEqual({
      rule: 'BR-CO-10',
      path: '/ubl:Invoice/cac:LegalMonetaryTotal',
      line: xml.split('\n').findIndex((line) => line.includes('<cac:LegalMonetaryTotal>')) + 1,
      message: 'BT-106 is 140.50, but its lines add up to 141.50 (BR-CO-10).',
      severity: 'error',
    });
  });

  it.each([
    [
      'an element out of its place',
      /(<cbc:ID>R-2026-17<\/cbc:ID>)\s*(<cbc:IssueDate>[^<]*<\/cbc:IssueDate>)/,
      '$2$1',
      'schema',
      'ID must come before IssueDate in Invoice.',
    ],
    [
      'an unknown element',
      '<cbc:Note>Thank you.</cbc:Note>',
      '<cbc:Remark>x</cbc:Remark>',
      'schema',
      'Remark is not an element of Invoice.',
    ],
    [
      'a date that is none',
      '2026-03-02',
      '2.3.2026',
      'schema',
      'DueDate must be a date such as 2026-01-31; it is "2.3.2026".',
    ],
    [
      'an amount that is none',
      '>171.80<',
      '>171,80<',
      'schema',
      'TaxInclusiveAmount must be a number such as 1234.50; it is "171,80".',
    ],
    [
      'an amount without a currency',
      'PayableAmount currencyID="EUR"',
      'PayableAmount',
      'schema',
      'PayableAmount needs the attribute currencyID.',
    ],
    [
      'an element in the wrong namespace',
      /cbc:BuyerReference/g,
      'cac:BuyerReference',
      'schema',
      'BuyerReference is in the namespace of cac; it belongs to cbc.',
    ],
    [
      'a type that is a credit note',
      '>380<',
      '>381<',
      'BR-CL-01',
      '"381" is not a code for the type of an Invoice',
    ],
    [
      'a unit that is none',
      'InvoicedQuantity unitCode="H87"',
      'InvoicedQuantity unitCode="pieces"',
      'BR-CL-23',
      '"pieces" is not a code for the unit',
    ],
    [
      'a seller without a name',
      /<cbc:RegistrationName>Muster[^<]*<\/cbc:RegistrationName>/,
      '',
      'BR-06',
      'The seller has no name (BT-27).',
    ],
    [
      'a second period',
      /(<cac:InvoicePeriod>.*<\/cac:InvoicePeriod>)/,
      '$1$1',
      'UBL-SR-08',
      'InvoicePeriod may occur once',
    ],
    [
      'a wrong line',
      '>101.50<',
      '>101.60<',
      'PEPPOL-EN16931-R120',
      'BT-131 is 101.60, which is not quantity 10.00 × price 10.15 / 1.00',
    ],
    [
      'an address by email',
      'schemeID="0208">0123456749',
      'schemeID="EM">a@b.example',
      'PEPPOL-EN16931-CL008',
      'Peppol has no addresses of the scheme "EM".',
    ],
    [
      'a Belgian number with other check digits',
      'schemeID="0208">0123456749',
      'schemeID="0208">0123456748',
      'PEPPOL-COMMON-R043',
      'is not a Belgian enterprise number',
    ],
  ] as const)('%s', (_, from, to, rule, message) => {
    const found = errors(sample([from, to]));
    expect(found).toContainEqual(
      expect.objectContaining({ rule, message: expect.stringContaining(message) }),
    );
  });

  it('and the known identifiers are named', () => {
    const [first] = errors(sample([/urn:cen[^<]*/, 'urn:example']));
    expect(first).toMatchObject({ rule: 'BR-01', path: '/ubl:Invoice/cbc:CustomizationID' });
    expect(first?.message).toContain('billing:3.0 (PEPPOL)');
  });

  it('of Germany in Peppol under its name there', () => {
    const xml = sampleUbl('PEPPOL', 'S', 'Invoice', 'DE').replace(/<cac:Contact>.*?<\/cac:Contact>/s, '');
    expect(errors(xml).map(({ rule }) => rule)).toEqual(['DE-R-002']);
  });
});

it.each([
  ['lines', 'cac:InvoiceLine'],
  ['taxes', 'cac:TaxSubtotal'],
  ['charges', 'cac:AllowanceCharge'],
  ['payment means', 'cac:PaymentMeans'],
  ['parties', 'cac:PartyIdentification'],
])('checks UBL in linear time with many %s', (_, name) => {
  const sample = sampleUbl('PEPPOL');
  const [whole = ''] = new RegExp(`<${name}>.*?</${name}>`, 's').exec(sample) ?? [];
  expect(whole).not.toBe('');
  checkEInvoice(sample);
  const work = (times: number) => {
    const xml = sample.replace(whole, whole.repeat(times));
    return countVisits(() => checkEInvoice(xml));
  };
  expect(work(1040) / work(520)).toBeLessThan(2.2);
});
