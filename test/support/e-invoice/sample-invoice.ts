/** Invoices of each profile, written for the tests: valid, so that each fault in them is that of a test. */
import type { CiiProfile } from '../../../src/e-invoice/index.ts';

const identifiers: Readonly<Record<CiiProfile, string>> = {
  MINIMUM: 'urn:factur-x.eu:1p0:minimum',
  'BASIC WL': 'urn:factur-x.eu:1p0:basicwl',
  BASIC: 'urn:cen.eu:en16931:2017#compliant#urn:factur-x.eu:1p0:basic',
  'EN 16931': 'urn:cen.eu:en16931:2017',
  EXTENDED: 'urn:cen.eu:en16931:2017#conformant#urn:factur-x.eu:1p0:extended',
  XRECHNUNG: 'urn:cen.eu:en16931:2017#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0',
};

/** The VAT category of the whole invoice. */
export type SampleCategory = (typeof sampleCategories)[number];

export const sampleCategories = ['S', 'Z', 'E', 'AE', 'K', 'G', 'O', 'L', 'M'] as const;

export const sampleProfiles = Object.keys(identifiers) as CiiProfile[];

/**
 * An invoice with two lines, an allowance and a charge. With the category S it has two rates: 101.50 at 20 % and 40.00 at
 * 10 %, less 5.00, plus 10.00 at 20 %.
 */
export function sampleInvoice(profile: CiiProfile, category: SampleCategory = 'S'): string {
  const amounts = amountsOf(category);
  const isRich = profile === 'EN 16931' || profile === 'EXTENDED' || profile === 'XRECHNUNG';
  return `<?xml version="1.0" encoding="UTF-8"?>
<rsm:CrossIndustryInvoice xmlns:rsm="urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100" xmlns:ram="urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100" xmlns:udt="urn:un:unece:uncefact:data:standard:UnqualifiedDataType:100">
  <rsm:ExchangedDocumentContext>
    <ram:BusinessProcessSpecifiedDocumentContextParameter>
      <ram:ID>urn:fdc:peppol.eu:2017:poacc:billing:01:1.0</ram:ID>
    </ram:BusinessProcessSpecifiedDocumentContextParameter>
    <ram:GuidelineSpecifiedDocumentContextParameter>
      <ram:ID>${identifiers[profile]}</ram:ID>
    </ram:GuidelineSpecifiedDocumentContextParameter>
  </rsm:ExchangedDocumentContext>
  <rsm:ExchangedDocument>
    <ram:ID>R-2026-17</ram:ID>
    <ram:TypeCode>380</ram:TypeCode>
    <ram:IssueDateTime><udt:DateTimeString format="102">20260131</udt:DateTimeString></ram:IssueDateTime>
    ${profile === 'MINIMUM' ? '' : '<ram:IncludedNote><ram:Content>Thank you.</ram:Content><ram:SubjectCode>AAI</ram:SubjectCode></ram:IncludedNote>'}
  </rsm:ExchangedDocument>
  <rsm:SupplyChainTradeTransaction>
    ${profile === 'MINIMUM' || profile === 'BASIC WL' ? '' : linesOf(category, amounts, isRich)}
    <ram:ApplicableHeaderTradeAgreement>
      <ram:BuyerReference>04011000-12345-03</ram:BuyerReference>
      ${sellerOf(profile, category, isRich)}
      ${buyerOf(profile, category)}
      <ram:BuyerOrderReferencedDocument><ram:IssuerAssignedID>PO 7</ram:IssuerAssignedID></ram:BuyerOrderReferencedDocument>
      ${isRich ? '<ram:AdditionalReferencedDocument><ram:IssuerAssignedID>Timesheet</ram:IssuerAssignedID><ram:TypeCode>916</ram:TypeCode><ram:Name>Hours</ram:Name><ram:AttachmentBinaryObject mimeCode="text/csv" filename="hours.csv">YSxiCjEsMgo=</ram:AttachmentBinaryObject></ram:AdditionalReferencedDocument>' : ''}
    </ram:ApplicableHeaderTradeAgreement>
    ${deliveryOf(profile)}
    ${profile === 'MINIMUM' ? minimumSettlement(amounts) : settlementOf(profile, category, amounts)}
  </rsm:SupplyChainTradeTransaction>
</rsm:CrossIndustryInvoice>
`;
}

interface Amounts {
  readonly rates: readonly { readonly rate: string; readonly base: string; readonly tax: string }[];
  readonly lineRates: readonly [string, string];
  readonly tax: string;
  readonly gross: string;
}

function amountsOf(category: SampleCategory): Amounts {
  if (category === 'S' || category === 'L' || category === 'M') {
    return {
      rates: [
        { rate: '20.00', base: '106.50', tax: '21.30' },
        { rate: '10.00', base: '40.00', tax: '4.00' },
      ],
      lineRates: ['20.00', '10.00'],
      tax: '25.30',
      gross: '171.80',
    };
  }
  return {
    rates: [{ rate: '0.00', base: '146.50', tax: '0.00' }],
    lineRates: ['0.00', '0.00'],
    tax: '0.00',
    gross: '146.50',
  };
}

const rateOf = (category: SampleCategory, rate: string) =>
  category === 'O' ? '' : `<ram:RateApplicablePercent>${rate}</ram:RateApplicablePercent>`;

function linesOf(category: SampleCategory, { lineRates }: Amounts, isRich: boolean): string {
  const line = (
    id: string,
    name: string,
    price: string,
    quantity: string,
    total: string,
    rate: string,
    extra: string,
  ) => `
    <ram:IncludedSupplyChainTradeLineItem>
      <ram:AssociatedDocumentLineDocument><ram:LineID>${id}</ram:LineID></ram:AssociatedDocumentLineDocument>
      <ram:SpecifiedTradeProduct>
        <ram:GlobalID schemeID="0160">04012345678901</ram:GlobalID>
        ${isRich ? `<ram:SellerAssignedID>A-${id}</ram:SellerAssignedID>` : ''}
        <ram:Name>${name}</ram:Name>
        ${isRich ? '<ram:ApplicableProductCharacteristic><ram:Description>Colour</ram:Description><ram:Value>Blue</ram:Value></ram:ApplicableProductCharacteristic><ram:DesignatedProductClassification><ram:ClassCode listID="STI">1234</ram:ClassCode></ram:DesignatedProductClassification><ram:OriginTradeCountry><ram:ID>DE</ram:ID></ram:OriginTradeCountry>' : ''}
      </ram:SpecifiedTradeProduct>
      <ram:SpecifiedLineTradeAgreement>
        <ram:NetPriceProductTradePrice>
          <ram:ChargeAmount>${price}</ram:ChargeAmount>
          <ram:BasisQuantity unitCode="H87">1</ram:BasisQuantity>
        </ram:NetPriceProductTradePrice>
      </ram:SpecifiedLineTradeAgreement>
      <ram:SpecifiedLineTradeDelivery><ram:BilledQuantity unitCode="H87">${quantity}</ram:BilledQuantity></ram:SpecifiedLineTradeDelivery>
      <ram:SpecifiedLineTradeSettlement>
        <ram:ApplicableTradeTax><ram:TypeCode>VAT</ram:TypeCode><ram:CategoryCode>${category}</ram:CategoryCode>${rateOf(category, rate)}</ram:ApplicableTradeTax>
        <ram:BillingSpecifiedPeriod>
          <ram:StartDateTime><udt:DateTimeString format="102">20260105</udt:DateTimeString></ram:StartDateTime>
          <ram:EndDateTime><udt:DateTimeString format="102">20260125</udt:DateTimeString></ram:EndDateTime>
        </ram:BillingSpecifiedPeriod>
        ${extra}
        <ram:SpecifiedTradeSettlementLineMonetarySummation><ram:LineTotalAmount>${total}</ram:LineTotalAmount></ram:SpecifiedTradeSettlementLineMonetarySummation>
      </ram:SpecifiedLineTradeSettlement>
    </ram:IncludedSupplyChainTradeLineItem>`;
  const allowance = (indicator: string, amount: string) =>
    `<ram:SpecifiedTradeAllowanceCharge><ram:ChargeIndicator><udt:Indicator>${indicator}</udt:Indicator></ram:ChargeIndicator><ram:ActualAmount>${amount}</ram:ActualAmount><ram:Reason>Rebate or fee</ram:Reason></ram:SpecifiedTradeAllowanceCharge>`;
  return (
    line('1', 'Pencils', '10.15', '10', '101.50', lineRates[0], '') +
    line(
      '2',
      'Paper',
      '20.00',
      '2',
      '40.00',
      lineRates[1],
      allowance('false', '3.00') + allowance('true', '3.00'),
    )
  );
}

function sellerOf(profile: CiiProfile, category: SampleCategory, isRich: boolean): string {
  const taxes =
    category === 'O'
      ? ''
      : '<ram:SpecifiedTaxRegistration><ram:ID schemeID="VA">DE123456789</ram:ID></ram:SpecifiedTaxRegistration>';
  return `<ram:SellerTradeParty>
        <ram:Name>Muster &amp; Söhne GmbH</ram:Name>
        <ram:SpecifiedLegalOrganization><ram:ID schemeID="0002">123456789</ram:ID></ram:SpecifiedLegalOrganization>
        ${isRich ? '<ram:DefinedTradeContact><ram:PersonName>Ada Muster</ram:PersonName><ram:TelephoneUniversalCommunication><ram:CompleteNumber>+49 30 123456</ram:CompleteNumber></ram:TelephoneUniversalCommunication><ram:EmailURIUniversalCommunication><ram:URIID>ada@muster.example</ram:URIID></ram:EmailURIUniversalCommunication></ram:DefinedTradeContact>' : ''}
        ${addressOf(profile, 'DE')}
        ${electronicAddress(profile, 'seller@muster.example')}
        ${taxes}
      </ram:SellerTradeParty>`;
}

function buyerOf(profile: CiiProfile, category: SampleCategory): string {
  return `<ram:BuyerTradeParty>
        <ram:Name>Käufer AG</ram:Name>
        <ram:SpecifiedLegalOrganization><ram:ID schemeID="0002">987654321</ram:ID></ram:SpecifiedLegalOrganization>
        ${profile === 'MINIMUM' ? '' : addressOf(profile, 'FR')}
        ${electronicAddress(profile, 'buyer@kaeufer.example')}
        ${profile === 'MINIMUM' || category === 'O' ? '' : '<ram:SpecifiedTaxRegistration><ram:ID schemeID="VA">FR12345678901</ram:ID></ram:SpecifiedTaxRegistration>'}
      </ram:BuyerTradeParty>`;
}

function addressOf(profile: CiiProfile, country: string): string {
  const place =
    profile === 'MINIMUM'
      ? ''
      : '<ram:PostcodeCode>10115</ram:PostcodeCode><ram:LineOne>Hauptstr. 1</ram:LineOne><ram:CityName>Berlin</ram:CityName>';
  return `<ram:PostalTradeAddress>${place}<ram:CountryID>${country}</ram:CountryID></ram:PostalTradeAddress>`;
}

function electronicAddress(profile: CiiProfile, address: string): string {
  if (profile === 'MINIMUM') return '';
  return `<ram:URIUniversalCommunication><ram:URIID schemeID="EM">${address}</ram:URIID></ram:URIUniversalCommunication>`;
}

function deliveryOf(profile: CiiProfile): string {
  if (profile === 'MINIMUM') return '<ram:ApplicableHeaderTradeDelivery/>';
  return `<ram:ApplicableHeaderTradeDelivery>
      <ram:ShipToTradeParty>
        <ram:GlobalID schemeID="0088">4012345000009</ram:GlobalID>
        <ram:Name>Lager</ram:Name>
        ${addressOf(profile, 'FR')}
      </ram:ShipToTradeParty>
      <ram:ActualDeliverySupplyChainEvent><ram:OccurrenceDateTime><udt:DateTimeString format="102">20260128</udt:DateTimeString></ram:OccurrenceDateTime></ram:ActualDeliverySupplyChainEvent>
    </ram:ApplicableHeaderTradeDelivery>`;
}

function minimumSettlement({ tax, gross }: Amounts): string {
  return `<ram:ApplicableHeaderTradeSettlement>
      <ram:InvoiceCurrencyCode>EUR</ram:InvoiceCurrencyCode>
      <ram:SpecifiedTradeSettlementHeaderMonetarySummation>
        <ram:TaxBasisTotalAmount>146.50</ram:TaxBasisTotalAmount>
        <ram:TaxTotalAmount currencyID="EUR">${tax}</ram:TaxTotalAmount>
        <ram:GrandTotalAmount>${gross}</ram:GrandTotalAmount>
        <ram:DuePayableAmount>${gross}</ram:DuePayableAmount>
      </ram:SpecifiedTradeSettlementHeaderMonetarySummation>
    </ram:ApplicableHeaderTradeSettlement>`;
}

function settlementOf(
  profile: CiiProfile,
  category: SampleCategory,
  { rates, tax, gross, lineRates }: Amounts,
): string {
  const needsReason = ['E', 'AE', 'K', 'G', 'O'].includes(category);
  const breakdown = rates
    .map(
      (each) => `<ram:ApplicableTradeTax>
        <ram:CalculatedAmount>${each.tax}</ram:CalculatedAmount>
        <ram:TypeCode>VAT</ram:TypeCode>
        ${needsReason ? '<ram:ExemptionReason>As the law says.</ram:ExemptionReason>' : ''}
        <ram:BasisAmount>${each.base}</ram:BasisAmount>
        <ram:CategoryCode>${category}</ram:CategoryCode>
        ${profile === 'XRECHNUNG' ? `<ram:RateApplicablePercent>${each.rate}</ram:RateApplicablePercent>` : rateOf(category, each.rate)}
      </ram:ApplicableTradeTax>`,
    )
    .join('\n      ');
  const allowance = (indicator: string, amount: string, code: string) => `<ram:SpecifiedTradeAllowanceCharge>
        <ram:ChargeIndicator><udt:Indicator>${indicator}</udt:Indicator></ram:ChargeIndicator>
        <ram:ActualAmount>${amount}</ram:ActualAmount>
        <ram:ReasonCode>${code}</ram:ReasonCode>
        <ram:Reason>Rebate or freight</ram:Reason>
        <ram:CategoryTradeTax><ram:TypeCode>VAT</ram:TypeCode><ram:CategoryCode>${category}</ram:CategoryCode>${rateOf(category, lineRates[0])}</ram:CategoryTradeTax>
      </ram:SpecifiedTradeAllowanceCharge>`;
  return `<ram:ApplicableHeaderTradeSettlement>
      <ram:PaymentReference>R-2026-17</ram:PaymentReference>
      <ram:InvoiceCurrencyCode>EUR</ram:InvoiceCurrencyCode>
      <ram:PayeeTradeParty><ram:Name>Factoring AG</ram:Name></ram:PayeeTradeParty>
      <ram:SpecifiedTradeSettlementPaymentMeans>
        <ram:TypeCode>58</ram:TypeCode>
        <ram:PayeePartyCreditorFinancialAccount><ram:IBANID>DE89370400440532013000</ram:IBANID></ram:PayeePartyCreditorFinancialAccount>
      </ram:SpecifiedTradeSettlementPaymentMeans>
      ${breakdown}
      <ram:BillingSpecifiedPeriod>
        <ram:StartDateTime><udt:DateTimeString format="102">20260101</udt:DateTimeString></ram:StartDateTime>
        <ram:EndDateTime><udt:DateTimeString format="102">20260131</udt:DateTimeString></ram:EndDateTime>
      </ram:BillingSpecifiedPeriod>
      ${allowance('false', '5.00', '95')}
      ${allowance('true', '10.00', 'FC')}
      <ram:SpecifiedTradePaymentTerms>
        ${profile === 'XRECHNUNG' ? '<ram:Description>Within 30 days.</ram:Description>' : ''}
        <ram:DueDateDateTime><udt:DateTimeString format="102">20260302</udt:DateTimeString></ram:DueDateDateTime>
      </ram:SpecifiedTradePaymentTerms>
      <ram:SpecifiedTradeSettlementHeaderMonetarySummation>
        <ram:LineTotalAmount>141.50</ram:LineTotalAmount>
        <ram:ChargeTotalAmount>10.00</ram:ChargeTotalAmount>
        <ram:AllowanceTotalAmount>5.00</ram:AllowanceTotalAmount>
        <ram:TaxBasisTotalAmount>146.50</ram:TaxBasisTotalAmount>
        <ram:TaxTotalAmount currencyID="EUR">${tax}</ram:TaxTotalAmount>
        <ram:GrandTotalAmount>${gross}</ram:GrandTotalAmount>
        <ram:TotalPrepaidAmount>20.00</ram:TotalPrepaidAmount>
        <ram:DuePayableAmount>${(Number(gross) - 20).toFixed(2)}</ram:DuePayableAmount>
      </ram:SpecifiedTradeSettlementHeaderMonetarySummation>
      <ram:InvoiceReferencedDocument><ram:IssuerAssignedID>R-2025-9</ram:IssuerAssignedID></ram:InvoiceReferencedDocument>
    </ram:ApplicableHeaderTradeSettlement>`;
}
