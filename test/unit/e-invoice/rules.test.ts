/** A fault in a valid invoice is found by the rule of the norm that forbids it, at its place. */
import { describe, expect, it } from 'vitest';
import { type CiiProfile, checkEInvoice, type EInvoiceFinding } from '../../../src/e-invoice/index.ts';
import { type SampleCategory, sampleInvoice } from '../../support/e-invoice/sample-invoice.ts';

type Replacement = readonly [search: string | RegExp, by: string];

function findingsOf(
  profile: CiiProfile,
  category: SampleCategory,
  replacements: readonly Replacement[],
): readonly EInvoiceFinding[] {
  let xml = sampleInvoice(profile, category);
  for (const [search, by] of replacements) {
    const changed = xml.replace(search, by);
    expect(changed, `${search} is in the invoice`).not.toBe(xml);
    xml = changed;
  }
  return checkEInvoice(xml).findings;
}

const rulesOf = (...args: Parameters<typeof findingsOf>) =>
  [...new Set(findingsOf(...args).map(({ rule }) => rule))].sort();

/** Rules, profile, category, and what is changed. */
const faults: readonly (readonly [rules: string, CiiProfile, SampleCategory, ...Replacement[]])[] = [
  ['BR-02', 'EN 16931', 'S', ['<ram:ID>R-2026-17</ram:ID>', '<ram:ID> </ram:ID>']],
  [
    'BR-03 CII-DT-097',
    'EN 16931',
    'S',
    ['>20260131</udt:DateTimeString></ram:IssueDateTime>', '></udt:DateTimeString></ram:IssueDateTime>'],
  ],
  ['BR-06', 'EN 16931', 'S', ['Muster &amp; Söhne GmbH', '']],
  ['BR-CL-14 BR-11', 'EN 16931', 'S', [/(<ram:BuyerTradeParty>.*?<ram:CountryID>)FR/s, '$1']],
  ['BR-17', 'EN 16931', 'S', ['Factoring AG', 'Muster &amp; Söhne GmbH']],
  ['BR-21', 'BASIC', 'S', ['<ram:LineID>1</ram:LineID>', '<ram:LineID></ram:LineID>']],
  ['BR-25', 'BASIC', 'S', ['Pencils', '']],
  ['BR-27', 'BASIC', 'S', ['<ram:ChargeAmount>20.00', '<ram:ChargeAmount>-20.00']],
  [
    'BR-29',
    'EN 16931',
    'S',
    ['>20260131</udt:DateTimeString></ram:EndDateTime>', '>20251231</udt:DateTimeString></ram:EndDateTime>'],
  ],
  ['BR-33 BR-CO-21', 'EN 16931', 'S', [/<ram:ReasonCode>95<.*?<\/ram:Reason>/s, '']],
  [
    'BR-44 BR-CO-24',
    'BASIC',
    'S',
    [/(true<\/udt:Indicator>(?:(?!Reason).)*)<ram:Reason>[^<]*<\/ram:Reason>/s, '$1'],
  ],
  ['BR-50 BR-DE-19 PEPPOL-EN16931-R008', 'XRECHNUNG', 'S', ['>DE89370400440532013000<', '> <']],
  [
    'BR-53 BR-DEC-15',
    'EN 16931',
    'S',
    ['<ram:InvoiceCurrencyCode>', '<ram:TaxCurrencyCode>CHF</ram:TaxCurrencyCode><ram:InvoiceCurrencyCode>'],
  ],
  ['BR-62 BR-CL-25', 'BASIC WL', 'S', [' schemeID="EM">seller', ' schemeID="">seller']],
  [
    'BR-AE-02 BR-AE-03 BR-AE-04',
    'BASIC',
    'AE',
    [/(<ram:SellerTradeParty>.*?)<ram:SpecifiedTaxRegistration>.*?<\/ram:SpecifiedTaxRegistration>/s, '$1'],
  ],
  ['BR-AE-05', 'EN 16931', 'AE', ['<ram:RateApplicablePercent>0.00', '<ram:RateApplicablePercent>19']],
  [
    'BR-CL-04 BR-CO-15 schema',
    'EN 16931',
    'S',
    ['<ram:InvoiceCurrencyCode>EUR', '<ram:InvoiceCurrencyCode>DEM'],
  ],
  [
    'BR-CL-10',
    'EN 16931',
    'S',
    ['<ram:Name>Factoring', '<ram:GlobalID schemeID="9999">1</ram:GlobalID><ram:Name>Factoring'],
  ],
  ['BR-CL-16', 'EN 16931', 'S', ['<ram:TypeCode>58', '<ram:TypeCode>158']],
  [
    'BR-CL-22',
    'EN 16931',
    'E',
    [
      '<ram:BasisAmount>146.50</ram:BasisAmount>\n        <ram:CategoryCode>E</ram:CategoryCode>',
      '<ram:BasisAmount>146.50</ram:BasisAmount>\n        <ram:CategoryCode>E</ram:CategoryCode><ram:ExemptionReasonCode>VATEX-1</ram:ExemptionReasonCode>',
    ],
  ],
  ['BR-CL-23', 'EN 16931', 'S', [/(<ram:BilledQuantity unitCode=")H87/, '$1pieces']],
  ['BR-CL-24', 'EN 16931', 'S', ['text/csv', 'text/html']],
  [
    'BR-CO-03',
    'EN 16931',
    'S',
    [
      /(<ram:BasisAmount>40.00<.*?<\/ram:CategoryCode>)/s,
      '$1<ram:TaxPointDate><udt:DateString format="102">20260131</udt:DateString></ram:TaxPointDate><ram:DueDateTypeCode>5</ram:DueDateTypeCode>',
    ],
  ],
  ['BR-CO-09', 'MINIMUM', 'S', ['DE123456789', '123456789']],
  ['BR-CO-10 BR-CO-13', 'EN 16931', 'S', ['<ram:LineTotalAmount>141.50', '<ram:LineTotalAmount>141.49']],
  [
    'BR-CO-11 BR-CO-13',
    'BASIC WL',
    'S',
    ['<ram:AllowanceTotalAmount>5.00', '<ram:AllowanceTotalAmount>6.00'],
  ],
  [
    'BR-CO-12 BR-CO-13',
    'EN 16931',
    'S',
    ['<ram:ChargeTotalAmount>10.00', '<ram:ChargeTotalAmount>10'] as const,
    ['<ram:ChargeTotalAmount>10', '<ram:ChargeTotalAmount>11'],
  ],
  ['BR-CO-14 BR-CO-15', 'EN 16931', 'S', ['currencyID="EUR">25.30', 'currencyID="EUR">25.31']],
  ['BR-CO-16', 'EN 16931', 'S', ['<ram:TotalPrepaidAmount>20.00', '<ram:TotalPrepaidAmount>21.00']],
  [
    'BR-CO-17 BR-S-09 BR-CO-14',
    'EN 16931',
    'S',
    ['<ram:CalculatedAmount>21.30', '<ram:CalculatedAmount>23.30'],
  ],
  [
    'BR-CO-18 BR-CO-14 schema',
    'BASIC',
    'S',
    [/<ram:ApplicableTradeTax>\s*<ram:CalculatedAmount>.*<\/ram:ApplicableTradeTax>/s, ''],
  ],
  ['BR-CO-26', 'BASIC', 'O', [/<ram:SpecifiedLegalOrganization>.*?<\/ram:SpecifiedLegalOrganization>/s, '']],
  ['BR-CO-27', 'BASIC', 'S', ['</ram:IBANID>', '</ram:IBANID><ram:ProprietaryID>1</ram:ProprietaryID>']],
  ['BR-DE-15', 'XRECHNUNG', 'S', [/<ram:BuyerReference>.*?<\/ram:BuyerReference>/, '']],
  ['BR-DE-18', 'XRECHNUNG', 'S', ['Within 30 days.', '#SKONTO#TAGE=14#PROZENT=2#\n']],
  ['BR-DE-19', 'XRECHNUNG', 'S', ['DE89370400440532013000', 'DE88370400440532013000']],
  ['BR-DE-2', 'XRECHNUNG', 'S', [/<ram:DefinedTradeContact>.*?<\/ram:DefinedTradeContact>/s, '']],
  ['BR-DE-21', 'XRECHNUNG', 'S', ['xrechnung_3.0', 'xrechnung_2.3']],
  [
    'BR-DEC-01 BR-FXEXT-CO-11 BR-FXEXT-CO-13 BR-FXEXT-S08b',
    'EXTENDED',
    'S',
    ['<ram:ActualAmount>5.00', '<ram:ActualAmount>5.509'],
  ],
  [
    'BR-DEC-12 BR-CO-13',
    'BASIC WL',
    'S',
    ['<ram:TaxBasisTotalAmount>146.50', '<ram:TaxBasisTotalAmount>146.501'],
  ],
  ['BR-FXEXT-CO-10', 'EXTENDED', 'S', ['<ram:LineTotalAmount>141.50', '<ram:LineTotalAmount>141.53']],
  ['BR-FXEXT-CO-16', 'EXTENDED', 'S', ['<ram:DuePayableAmount>151.80', '<ram:DuePayableAmount>151.81']],
  ['BR-G-10', 'EN 16931', 'G', [/<ram:ExemptionReason>.*?<\/ram:ExemptionReason>/, '']],
  [
    'BR-IC-11',
    'EN 16931',
    'K',
    [/<ram:ActualDelivery.*?<\/ram:ActualDeliverySupplyChainEvent>/s, ''],
    [
      /(<\/ram:ApplicableTradeTax>\s*)<ram:BillingSpecifiedPeriod>(?:(?!<ram:BillingSpecifiedPeriod>).)*?<\/ram:BillingSpecifiedPeriod>(?=\s*<ram:SpecifiedTradeAllowanceCharge>\s*<ram:ChargeIndicator><udt:Indicator>false<\/udt:Indicator><\/ram:ChargeIndicator>\s*<ram:ActualAmount>5.00)/s,
      '$1',
    ],
  ],
  [
    'BR-O-02 BR-O-03 BR-O-04',
    'BASIC',
    'O',
    [
      '</ram:SellerTradeParty>',
      '<ram:SpecifiedTaxRegistration><ram:ID schemeID="VA">DE1</ram:ID></ram:SpecifiedTaxRegistration></ram:SellerTradeParty>',
    ],
  ],
  ['BR-Z-01 BR-Z-08 BR-Z-09', 'EN 16931', 'S', [/(<ram:BasisAmount>40.00<.*?<ram:CategoryCode>)S/s, '$1Z']],
  ['BR-S-05 BR-S-08', 'EN 16931', 'S', ['<ram:RateApplicablePercent>20.00', '<ram:RateApplicablePercent>0']],
  [
    'BR-S-10',
    'BASIC',
    'S',
    ['<ram:BasisAmount>40.00', '<ram:ExemptionReason>None</ram:ExemptionReason><ram:BasisAmount>40.00'],
  ],
  [
    'CII-DT-018 schema',
    'EN 16931',
    'S',
    [
      '<ram:IssuerAssignedID>PO 7</ram:IssuerAssignedID>',
      '<ram:IssuerAssignedID>PO 7</ram:IssuerAssignedID><ram:TypeCode>916</ram:TypeCode>',
    ],
  ],
  [
    'CII-DT-031 schema',
    'EN 16931',
    'S',
    ['<ram:GrandTotalAmount>', '<ram:GrandTotalAmount currencyID="EUR">'],
  ],
  ['CII-DT-097', 'BASIC', 'S', ['>20260302<', '>20261302<']],
  [
    'PEPPOL-EN16931-R008 BR-21',
    'XRECHNUNG',
    'S',
    ['<ram:LineID>1</ram:LineID>', '<ram:LineID></ram:LineID>'],
  ],
  [
    'PEPPOL-EN16931-R130',
    'XRECHNUNG',
    'S',
    ['<ram:BasisQuantity unitCode="H87">', '<ram:BasisQuantity unitCode="C62">'],
  ],
  [
    'schema',
    'MINIMUM',
    'S',
    ['<ram:TaxTotalAmount currencyID="EUR">', '<ram:TaxTotalAmount currencyID="USD">'],
  ],
  [
    'schema',
    'BASIC WL',
    'S',
    ['<ram:PaymentReference>R-2026-17</ram:PaymentReference>\n', ''],
    [
      '</ram:InvoiceCurrencyCode>',
      '</ram:InvoiceCurrencyCode><ram:PaymentReference>R</ram:PaymentReference>',
    ],
  ],
];

describe('a fault is found by its rule', () => {
  for (const [rules, profile, category, ...replacements] of faults) {
    it(`${rules} in ${profile} ${category}`, () => {
      expect(rulesOf(profile, category, replacements)).toEqual(rules.split(' ').sort());
    });
  }
});

describe('a finding says what disagrees, and where', () => {
  it('for a sum', () => {
    const [finding] = findingsOf('EN 16931', 'S', [
      ['<ram:LineTotalAmount>141.50', '<ram:LineTotalAmount>100'],
    ]);
    expect(finding).toEqual({
      rule: 'BR-CO-10',
      path: '/rsm:CrossIndustryInvoice/rsm:SupplyChainTradeTransaction/ram:ApplicableHeaderTradeSettlement/ram:SpecifiedTradeSettlementHeaderMonetarySummation',
      line: expect.any(Number),
      message: 'BT-106 is 100.00, but its lines add up to 141.50 (BR-CO-10).',
      severity: 'error',
    });
  });

  it.each<[CiiProfile, Replacement, string, string]>([
    [
      'EN 16931',
      ['<ram:DuePayableAmount>151.80', '<ram:DuePayableAmount>171.80'],
      'ram:SpecifiedTradeSettlementHeaderMonetarySummation',
      'BT-115 is 171.80, but BT-112 171.80 - BT-113 20.00 + BT-114 0.00 is 151.80 (BR-CO-16).',
    ],
    [
      'EN 16931',
      ['<ram:BasisAmount>106.50', '<ram:BasisAmount>106.00'],
      'ram:ApplicableTradeTax[1]',
      'BT-116 of the VAT category S at 20.00 % is 106.00, but its lines, less allowances, plus charges, are 106.50 (BR-S-08).',
    ],
    [
      'BASIC',
      ['<ram:ChargeAmount>20.00', '<ram:ChargeAmount>twenty'],
      'ram:ChargeAmount',
      'ChargeAmount must be a number such as 1234.50; it is "twenty".',
    ],
    [
      'EN 16931',
      ['<ram:BilledQuantity unitCode="H87">2<', '<ram:BilledQuantity>2<'],
      'ram:IncludedSupplyChainTradeLineItem[2]',
      'Invoice line 2 has no unit of its quantity (BT-130), such as unitCode="C62" for pieces.',
    ],
    [
      'BASIC',
      [
        '</ram:SpecifiedTradeProduct>',
        '<ram:OriginTradeCountry><ram:ID>DE</ram:ID></ram:OriginTradeCountry></ram:SpecifiedTradeProduct>',
      ],
      'ram:OriginTradeCountry',
      'OriginTradeCountry is not allowed in SpecifiedTradeProduct with the profile BASIC; EN 16931, EXTENDED, XRECHNUNG use it, though not everywhere.',
    ],
    [
      'MINIMUM',
      ['<ram:InvoiceCurrencyCode>EUR</ram:InvoiceCurrencyCode>', ''],
      'ram:ApplicableHeaderTradeSettlement',
      'ApplicableHeaderTradeSettlement lacks InvoiceCurrencyCode, which MINIMUM requires.',
    ],
  ])('%s %s', (profile, replacement, place, message) => {
    const findings = findingsOf(profile, 'S', [replacement]);
    expect(findings.map((finding) => finding.message)).toContain(message);
    const found = findings.find((finding) => finding.message === message);
    expect(found?.path.endsWith(`/${place}`)).toBe(true);
  });

  it('with the line of the file', () => {
    const xml = sampleInvoice('EN 16931').replace('>20260302<', '>2026-03-02<');
    const line = xml.split('\n').findIndex((each) => each.includes('2026-03-02')) + 1;
    expect(checkEInvoice(xml).findings).toMatchObject([{ rule: 'CII-DT-097', line }]);
  });
});
