/**
 * Where the terms of EN 16931 are in UBL (CEN/TS 16931-3-2) and in CII (CEN/TS 16931-3-3), so that each rule is written
 * once. `to` is a path in CII below the element around it, `from` one in UBL.
 */

/** How a value changes on its way: a date into that of format 102, an indicator and a code without white space around it. */
type Change = 'day' | 'indicator' | 'code';

export interface Term {
  readonly to: string;
  readonly from: string;
  readonly change?: Change | undefined;
  /** The attribute that belongs to the term. */
  readonly attribute?: string | undefined;
  /** For a group: the terms of each of its elements. */
  readonly terms?: readonly Term[] | undefined;
}

const term = (
  to: string,
  from: string,
  more: Change | { readonly attribute: string } = { attribute: '' },
): Term =>
  typeof more === 'string'
    ? { to, from, change: more }
    : { to, from, attribute: more.attribute || undefined };

const group = (to: string, from: string, terms: readonly Term[]): Term => ({ to, from, terms });

/** `path` with a slash at its end, or empty. */
const tax = (path = ''): readonly Term[] => [
  term('TypeCode', `${path}TaxScheme/ID`, 'code'),
  term('CategoryCode', `${path}ID`, 'code'),
  term('RateApplicablePercent', `${path}Percent`),
  term('ExemptionReason', `${path}TaxExemptionReason`),
  term('ExemptionReasonCode', `${path}TaxExemptionReasonCode`),
];

const address = (to: string, from: string): Term =>
  group(to, from, [
    term('LineOne', 'StreetName'),
    term('LineTwo', 'AdditionalStreetName'),
    term('LineThree', 'AddressLine/Line'),
    term('CityName', 'CityName'),
    term('PostcodeCode', 'PostalZone'),
    term('CountrySubDivisionName', 'CountrySubentity'),
    term('CountryID', 'Country/IdentificationCode', 'code'),
  ]);

/** Seller and buyer; `ubl/read-ubl.ts` has their identifiers. */
const party: readonly Term[] = [
  term('Name', 'Party/PartyLegalEntity/RegistrationName'),
  term('SpecifiedLegalOrganization/ID', 'Party/PartyLegalEntity/CompanyID', { attribute: 'schemeID' }),
  term('SpecifiedLegalOrganization/TradingBusinessName', 'Party/PartyName/Name'),
  term('Description', 'Party/PartyLegalEntity/CompanyLegalForm'),
  group('DefinedTradeContact', 'Party/Contact', [
    term('PersonName', 'Name'),
    term('TelephoneUniversalCommunication/CompleteNumber', 'Telephone'),
    term('EmailURIUniversalCommunication/URIID', 'ElectronicMail'),
  ]),
  address('PostalTradeAddress', 'Party/PostalAddress'),
  term('URIUniversalCommunication/URIID', 'Party/EndpointID', { attribute: 'schemeID' }),
];

const period = (to: string): Term =>
  group(to, 'InvoicePeriod', [
    term('StartDateTime', 'StartDate', 'day'),
    term('EndDateTime', 'EndDate', 'day'),
    term('DescriptionCode', 'DescriptionCode'),
  ]);

const allowance: Term = group('SpecifiedTradeAllowanceCharge', 'AllowanceCharge', [
  term('ChargeIndicator', 'ChargeIndicator', 'indicator'),
  term('CalculationPercent', 'MultiplierFactorNumeric'),
  term('BasisAmount', 'BaseAmount'),
  term('ActualAmount', 'Amount'),
  term('ReasonCode', 'AllowanceChargeReasonCode'),
  term('Reason', 'AllowanceChargeReason'),
  group('CategoryTradeTax', 'TaxCategory', tax()),
]);

const line: readonly Term[] = [
  term('AssociatedDocumentLineDocument/LineID', 'ID'),
  term('SpecifiedTradeProduct/GlobalID', 'Item/StandardItemIdentification/ID', { attribute: 'schemeID' }),
  term('SpecifiedTradeProduct/Name', 'Item/Name'),
  group('SpecifiedTradeProduct/ApplicableProductCharacteristic', 'Item/AdditionalItemProperty', [
    term('Description', 'Name'),
    term('Value', 'Value'),
  ]),
  term(
    'SpecifiedTradeProduct/DesignatedProductClassification/ClassCode',
    'Item/CommodityClassification/ItemClassificationCode',
    { attribute: 'listID' },
  ),
  term('SpecifiedTradeProduct/OriginTradeCountry/ID', 'Item/OriginCountry/IdentificationCode', 'code'),
  group('SpecifiedLineTradeAgreement/GrossPriceProductTradePrice', 'Price/AllowanceCharge', [
    term('ChargeAmount', 'BaseAmount'),
    term('AppliedTradeAllowanceCharge/ActualAmount', 'Amount'),
  ]),
  group('SpecifiedLineTradeAgreement/NetPriceProductTradePrice', 'Price', [
    term('ChargeAmount', 'PriceAmount'),
    term('BasisQuantity', 'BaseQuantity', { attribute: 'unitCode' }),
  ]),
  term('SpecifiedLineTradeDelivery/BilledQuantity', 'InvoicedQuantity', { attribute: 'unitCode' }),
  term('SpecifiedLineTradeDelivery/BilledQuantity', 'CreditedQuantity', { attribute: 'unitCode' }),
  group('SpecifiedLineTradeSettlement/ApplicableTradeTax', 'Item/ClassifiedTaxCategory', tax()),
  period('SpecifiedLineTradeSettlement/BillingSpecifiedPeriod'),
  { ...allowance, to: `SpecifiedLineTradeSettlement/${allowance.to}` },
  term(
    'SpecifiedLineTradeSettlement/SpecifiedTradeSettlementLineMonetarySummation/LineTotalAmount',
    'LineExtensionAmount',
  ),
];

const agreement: readonly Term[] = [
  term('BuyerReference', 'BuyerReference'),
  group('SellerTradeParty', 'AccountingSupplierParty', party),
  group('BuyerTradeParty', 'AccountingCustomerParty', party),
  group('SellerTaxRepresentativeTradeParty', 'TaxRepresentativeParty', [
    term('Name', 'PartyName/Name'),
    address('PostalTradeAddress', 'PostalAddress'),
  ]),
  term('BuyerOrderReferencedDocument/IssuerAssignedID', 'OrderReference/ID'),
  term('ContractReferencedDocument/IssuerAssignedID', 'ContractDocumentReference/ID'),
  group('AdditionalReferencedDocument', 'AdditionalDocumentReference', [
    term('IssuerAssignedID', 'ID'),
    term('TypeCode', 'DocumentTypeCode', 'code'),
    term('AttachmentBinaryObject', 'Attachment/EmbeddedDocumentBinaryObject'),
  ]),
];

const delivery: readonly Term[] = [
  term('ShipToTradeParty/Name', 'Delivery/DeliveryParty/PartyName/Name'),
  term('ShipToTradeParty/GlobalID', 'Delivery/DeliveryLocation/ID', { attribute: 'schemeID' }),
  address('ShipToTradeParty/PostalTradeAddress', 'Delivery/DeliveryLocation/Address'),
  term('ActualDeliverySupplyChainEvent/OccurrenceDateTime', 'Delivery/ActualDeliveryDate', 'day'),
];

const settlement: readonly Term[] = [
  term('TaxCurrencyCode', 'TaxCurrencyCode', 'code'),
  term('InvoiceCurrencyCode', 'DocumentCurrencyCode', 'code'),
  group('PayeeTradeParty', 'PayeeParty', [
    term('Name', 'PartyName/Name'),
    term('SpecifiedLegalOrganization/ID', 'PartyLegalEntity/CompanyID', { attribute: 'schemeID' }),
  ]),
  group('SpecifiedTradeSettlementPaymentMeans', 'PaymentMeans', [
    term('TypeCode', 'PaymentMeansCode', 'code'),
    term('ApplicableTradeSettlementFinancialCard/ID', 'CardAccount/PrimaryAccountNumberID'),
    group('PaymentMandate', 'PaymentMandate', [term('ID', 'ID')]),
    term('PayerPartyDebtorFinancialAccount/IBANID', 'PaymentMandate/PayerFinancialAccount/ID'),
    group('PayeePartyCreditorFinancialAccount', 'PayeeFinancialAccount', [term('IBANID', 'ID')]),
  ]),
  group('ApplicableTradeTax', 'TaxTotal/TaxSubtotal', [
    term('CalculatedAmount', 'TaxAmount'),
    term('BasisAmount', 'TaxableAmount'),
    ...tax('TaxCategory/'),
  ]),
  period('BillingSpecifiedPeriod'),
  allowance,
  term('SpecifiedTradePaymentTerms/Description', 'PaymentTerms/Note'),
  term('SpecifiedTradePaymentTerms/DirectDebitMandateID', 'PaymentMeans/PaymentMandate/ID'),
  group('SpecifiedTradeSettlementHeaderMonetarySummation', 'LegalMonetaryTotal', [
    term('LineTotalAmount', 'LineExtensionAmount'),
    term('ChargeTotalAmount', 'ChargeTotalAmount'),
    term('AllowanceTotalAmount', 'AllowanceTotalAmount'),
    term('TaxBasisTotalAmount', 'TaxExclusiveAmount'),
    term('RoundingAmount', 'PayableRoundingAmount'),
    term('GrandTotalAmount', 'TaxInclusiveAmount'),
    term('TotalPrepaidAmount', 'PrepaidAmount'),
    term('DuePayableAmount', 'PayableAmount'),
  ]),
  term('SpecifiedTradeSettlementHeaderMonetarySummation/TaxTotalAmount', 'TaxTotal/TaxAmount', {
    attribute: 'currencyID',
  }),
  group('InvoiceReferencedDocument', 'BillingReference', [
    term('IssuerAssignedID', 'InvoiceDocumentReference/ID'),
  ]),
];

const document: readonly Term[] = [
  term('ExchangedDocumentContext/BusinessProcessSpecifiedDocumentContextParameter/ID', 'ProfileID'),
  term('ExchangedDocumentContext/GuidelineSpecifiedDocumentContextParameter/ID', 'CustomizationID'),
  term('ExchangedDocument/ID', 'ID'),
  term('ExchangedDocument/TypeCode', 'InvoiceTypeCode', 'code'),
  term('ExchangedDocument/TypeCode', 'CreditNoteTypeCode', 'code'),
  term('ExchangedDocument/IssueDateTime', 'IssueDate', 'day'),
];

export const ublTerms = { document, agreement, delivery, settlement, line } as const;
