/** Invoices and credit notes in UBL, written for the tests: valid, so that each fault in them is that of a test. */
import type { SampleCategory } from './sample-invoice.ts';

const identifiers = {
  'EN 16931': 'urn:cen.eu:en16931:2017',
  XRECHNUNG: 'urn:cen.eu:en16931:2017#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0',
  PEPPOL: 'urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0',
} as const;

export type UblProfile = keyof typeof identifiers;

export const ublProfiles = Object.keys(identifiers) as UblProfile[];

export type UblRoot = 'Invoice' | 'CreditNote';

/** The country of both parties; Peppol has further rules where both are German. */
type Country = 'DE' | 'BE';

/**
 * Two lines, an allowance and a charge. With a taxed category it has two rates: 101.50 at 20 % and 40.00 at 10 %, less
 * 5.00, plus 10.00 at 20 %.
 */
export function sampleUbl(
  profile: UblProfile,
  category: SampleCategory = 'S',
  root: UblRoot = 'Invoice',
  country: Country = 'BE',
): string {
  const isTaxed = ['S', 'L', 'M'].includes(category);
  const rates = isTaxed
    ? [
        { rate: '20.00', base: '106.50', tax: '21.30' },
        { rate: '10.00', base: '40.00', tax: '4.00' },
      ]
    : [{ rate: '0.00', base: '146.50', tax: '0.00' }];
  const [first = '', second = first] = rates.map(({ rate }) => rate);
  const gross = isTaxed ? '171.80' : '146.50';
  const tax = isTaxed ? '25.30' : '0.00';
  const needsReason = ['E', 'AE', 'K', 'G', 'O'].includes(category);
  const isCredit = root === 'CreditNote';
  const percent = (rate: string) => (category === 'O' ? '' : `<cbc:Percent>${rate}</cbc:Percent>`);
  const scheme = '<cac:TaxScheme><cbc:ID>VAT</cbc:ID></cac:TaxScheme>';
  const money = (name: string, value: string) => `<cbc:${name} currencyID="EUR">${value}</cbc:${name}>`;
  const allowance = (isCharge: boolean, amount: string) => `<cac:AllowanceCharge>
    <cbc:ChargeIndicator>${isCharge}</cbc:ChargeIndicator>
    <cbc:AllowanceChargeReasonCode>${isCharge ? 'FC' : '95'}</cbc:AllowanceChargeReasonCode>
    <cbc:AllowanceChargeReason>Rebate or freight</cbc:AllowanceChargeReason>
    <cbc:MultiplierFactorNumeric>10</cbc:MultiplierFactorNumeric>
    ${money('Amount', amount)}${money('BaseAmount', (Number(amount) * 10).toFixed(2))}
    <cac:TaxCategory><cbc:ID>${category}</cbc:ID>${percent(first)}${scheme}</cac:TaxCategory>
  </cac:AllowanceCharge>`;
  const lineAllowance = (isCharge: boolean) =>
    `<cac:AllowanceCharge><cbc:ChargeIndicator>${isCharge}</cbc:ChargeIndicator><cbc:AllowanceChargeReason>Rebate or fee</cbc:AllowanceChargeReason>${money('Amount', '3.00')}</cac:AllowanceCharge>`;
  const quantity = isCredit ? 'CreditedQuantity' : 'InvoicedQuantity';
  const line = (id: string, name: string, price: string, count: string, total: string, rate: string) => `
  <cac:${root}Line>
    <cbc:ID>${id}</cbc:ID>
    <cbc:Note>As ordered.</cbc:Note>
    <cbc:${quantity} unitCode="H87">${count}</cbc:${quantity}>
    ${money('LineExtensionAmount', total)}
    <cac:InvoicePeriod><cbc:StartDate>2026-01-05</cbc:StartDate><cbc:EndDate>2026-01-25</cbc:EndDate></cac:InvoicePeriod>
    <cac:OrderLineReference><cbc:LineID>7</cbc:LineID></cac:OrderLineReference>
    ${id === '2' ? lineAllowance(false) + lineAllowance(true) : ''}
    <cac:Item>
      <cbc:Description>Of the best kind</cbc:Description>
      <cbc:Name>${name}</cbc:Name>
      <cac:SellersItemIdentification><cbc:ID>A-${id}</cbc:ID></cac:SellersItemIdentification>
      <cac:StandardItemIdentification><cbc:ID schemeID="0160">04012345678901</cbc:ID></cac:StandardItemIdentification>
      <cac:OriginCountry><cbc:IdentificationCode>DE</cbc:IdentificationCode></cac:OriginCountry>
      <cac:CommodityClassification><cbc:ItemClassificationCode listID="STI">1234</cbc:ItemClassificationCode></cac:CommodityClassification>
      <cac:ClassifiedTaxCategory><cbc:ID>${category}</cbc:ID>${percent(rate)}${scheme}</cac:ClassifiedTaxCategory>
      <cac:AdditionalItemProperty><cbc:Name>Colour</cbc:Name><cbc:Value>Blue</cbc:Value></cac:AdditionalItemProperty>
    </cac:Item>
    <cac:Price>
      ${money('PriceAmount', price)}
      <cbc:BaseQuantity unitCode="H87">1</cbc:BaseQuantity>
      <cac:AllowanceCharge><cbc:ChargeIndicator>false</cbc:ChargeIndicator>${money('Amount', '1.00')}${money('BaseAmount', (Number(price) + 1).toFixed(2))}</cac:AllowanceCharge>
    </cac:Price>
  </cac:${root}Line>`;
  const address = (name: string, where: string) => `<cac:${name}>
        <cbc:StreetName>Hauptstr. 1</cbc:StreetName><cbc:AdditionalStreetName>Hof</cbc:AdditionalStreetName><cbc:CityName>Ort</cbc:CityName><cbc:PostalZone>10115</cbc:PostalZone>
        <cac:AddressLine><cbc:Line>Tor 3</cbc:Line></cac:AddressLine>
        <cac:Country><cbc:IdentificationCode>${where}</cbc:IdentificationCode></cac:Country>
      </cac:${name}>`;
  const vat =
    category === 'O'
      ? ''
      : `<cac:PartyTaxScheme><cbc:CompanyID>${country === 'BE' ? 'BE0123456749' : 'DE123456789'}</cbc:CompanyID>${scheme}</cac:PartyTaxScheme>`;
  const party = (name: string, email: string) => `<cac:Party>
      ${profile === 'PEPPOL' ? '<cbc:EndpointID schemeID="0208">0123456749</cbc:EndpointID>' : `<cbc:EndpointID schemeID="EM">${email}</cbc:EndpointID>`}
      <cac:PartyIdentification><cbc:ID schemeID="0088">4012345000009</cbc:ID></cac:PartyIdentification>
      <cac:PartyName><cbc:Name>${name} Shop</cbc:Name></cac:PartyName>
      ${address('PostalAddress', country)}
      ${vat}
      <cac:PartyLegalEntity><cbc:RegistrationName>${name}</cbc:RegistrationName><cbc:CompanyID schemeID="0002">123456789</cbc:CompanyID></cac:PartyLegalEntity>
      <cac:Contact><cbc:Name>Ada Muster</cbc:Name><cbc:Telephone>+49 30 123456</cbc:Telephone><cbc:ElectronicMail>${email}</cbc:ElectronicMail></cac:Contact>
    </cac:Party>`;
  const type = isCredit ? '<cbc:CreditNoteTypeCode>381' : '<cbc:InvoiceTypeCode>380';
  return `<?xml version="1.0" encoding="UTF-8"?>
<${root} xmlns="urn:oasis:names:specification:ubl:schema:xsd:${root}-2" xmlns:cac="urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2" xmlns:cbc="urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2">
  <cbc:CustomizationID>${identifiers[profile]}</cbc:CustomizationID>
  <cbc:ProfileID>urn:fdc:peppol.eu:2017:poacc:billing:01:1.0</cbc:ProfileID>
  <cbc:ID>R-2026-17</cbc:ID>
  <cbc:IssueDate>2026-01-31</cbc:IssueDate>
  ${isCredit ? '' : '<cbc:DueDate>2026-03-02</cbc:DueDate>'}
  ${type}${isCredit ? '</cbc:CreditNoteTypeCode>' : '</cbc:InvoiceTypeCode>'}
  <cbc:Note>Thank you.</cbc:Note>
  <cbc:DocumentCurrencyCode>EUR</cbc:DocumentCurrencyCode>
  <cbc:BuyerReference>04011000-12345-03</cbc:BuyerReference>
  <cac:InvoicePeriod><cbc:StartDate>2026-01-01</cbc:StartDate><cbc:EndDate>2026-01-31</cbc:EndDate></cac:InvoicePeriod>
  <cac:OrderReference><cbc:ID>PO 7</cbc:ID></cac:OrderReference>
  <cac:BillingReference><cac:InvoiceDocumentReference><cbc:ID>R-2025-9</cbc:ID></cac:InvoiceDocumentReference></cac:BillingReference>
  <cac:ContractDocumentReference><cbc:ID>V 3</cbc:ID></cac:ContractDocumentReference>
  <cac:AdditionalDocumentReference><cbc:ID schemeID="ABZ">M 4</cbc:ID><cbc:DocumentTypeCode>130</cbc:DocumentTypeCode></cac:AdditionalDocumentReference>
  <cac:AdditionalDocumentReference><cbc:ID>A 1</cbc:ID><cbc:DocumentDescription>Hours</cbc:DocumentDescription><cac:Attachment><cbc:EmbeddedDocumentBinaryObject mimeCode="text/csv" filename="hours.csv">MSwy</cbc:EmbeddedDocumentBinaryObject></cac:Attachment></cac:AdditionalDocumentReference>
  <cac:AccountingSupplierParty>
    ${party('Muster &amp; Söhne', 'seller@muster.example')}
  </cac:AccountingSupplierParty>
  <cac:AccountingCustomerParty>
    ${party('Käufer', 'buyer@kaeufer.example')}
  </cac:AccountingCustomerParty>
  <cac:PayeeParty><cac:PartyName><cbc:Name>Factoring</cbc:Name></cac:PartyName></cac:PayeeParty>
  <cac:Delivery>
    <cbc:ActualDeliveryDate>2026-01-28</cbc:ActualDeliveryDate>
    <cac:DeliveryLocation><cbc:ID schemeID="0088">4012345000009</cbc:ID>${address('Address', 'FR')}</cac:DeliveryLocation>
    <cac:DeliveryParty><cac:PartyName><cbc:Name>Lager</cbc:Name></cac:PartyName></cac:DeliveryParty>
  </cac:Delivery>
  <cac:PaymentMeans>
    <cbc:PaymentMeansCode>58</cbc:PaymentMeansCode>
    <cbc:PaymentID>R-2026-17</cbc:PaymentID>
    <cac:PayeeFinancialAccount><cbc:ID>DE89370400440532013000</cbc:ID><cbc:Name>Muster</cbc:Name><cac:FinancialInstitutionBranch><cbc:ID>COBADEFFXXX</cbc:ID></cac:FinancialInstitutionBranch></cac:PayeeFinancialAccount>
  </cac:PaymentMeans>
  <cac:PaymentTerms><cbc:Note>Within 30 days.</cbc:Note></cac:PaymentTerms>
  ${allowance(false, '5.00')}
  ${allowance(true, '10.00')}
  <cac:TaxTotal>
    ${money('TaxAmount', tax)}
    ${rates
      .map(
        (each) => `<cac:TaxSubtotal>
      ${money('TaxableAmount', each.base)}${money('TaxAmount', each.tax)}
      <cac:TaxCategory><cbc:ID>${category}</cbc:ID>${profile === 'XRECHNUNG' || (profile === 'PEPPOL' && country === 'DE') ? `<cbc:Percent>${each.rate}</cbc:Percent>` : percent(each.rate)}${needsReason ? '<cbc:TaxExemptionReason>As the law says.</cbc:TaxExemptionReason>' : ''}${scheme}</cac:TaxCategory>
    </cac:TaxSubtotal>`,
      )
      .join('\n    ')}
  </cac:TaxTotal>
  <cac:LegalMonetaryTotal>
    ${money('LineExtensionAmount', '141.50')}${money('TaxExclusiveAmount', '146.50')}${money('TaxInclusiveAmount', gross)}
    ${money('AllowanceTotalAmount', '5.00')}${money('ChargeTotalAmount', '10.00')}${money('PrepaidAmount', '20.00')}
    ${money('PayableAmount', (Number(gross) - 20).toFixed(2))}
  </cac:LegalMonetaryTotal>${line('1', 'Pencils', '10.15', '10', '101.50', first)}${line('2', 'Paper', '20.00', '2', '40.00', second)}
</${root}>
`;
}
