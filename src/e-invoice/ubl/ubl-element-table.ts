/**
 * The elements of UBL 2.1 Invoice and CreditNote (OASIS, 2013), as far as EN 16931 uses their types.
 *
 * `Type: child; child; …`, the children in the only sequence that is valid. Each child is `name occurrences type`:
 * `1` once, `?` at most once, `*` any number, `+` at least once. The type is that of a value, `#Type` of this table, or
 * `any` for what the norm does not use, whose contents are not looked at.
 */
export const ublElementTable = `
Invoice: UBLExtensions ? any; UBLVersionID ? id; CustomizationID ? id; ProfileID ? id; ProfileExecutionID ? id; ID 1
  id; CopyIndicator ? indicator; UUID ? id; IssueDate 1 date; IssueTime ? time; DueDate ? date; InvoiceTypeCode ?
  code; Note * text; TaxPointDate ? date; DocumentCurrencyCode ? code; TaxCurrencyCode ? code; PricingCurrencyCode ?
  code; PaymentCurrencyCode ? code; PaymentAlternativeCurrencyCode ? code; AccountingCostCode ? code; AccountingCost
  ? text; LineCountNumeric ? numeric; BuyerReference ? text; InvoicePeriod * #Period; OrderReference ?
  #OrderReference; BillingReference * #BillingReference; DespatchDocumentReference * #DocumentReference;
  ReceiptDocumentReference * #DocumentReference; StatementDocumentReference * #DocumentReference;
  OriginatorDocumentReference * #DocumentReference; ContractDocumentReference * #DocumentReference;
  AdditionalDocumentReference * #DocumentReference; ProjectReference * #ProjectReference; Signature * any;
  AccountingSupplierParty 1 #SupplierParty; AccountingCustomerParty 1 #CustomerParty; PayeeParty ? #Party;
  BuyerCustomerParty ? #CustomerParty; SellerSupplierParty ? #SupplierParty; TaxRepresentativeParty ? #Party;
  Delivery * #Delivery; DeliveryTerms ? any; PaymentMeans * #PaymentMeans; PaymentTerms * #PaymentTerms;
  PrepaidPayment * #Payment; AllowanceCharge * #AllowanceCharge; TaxExchangeRate ? any; PricingExchangeRate ? any;
  PaymentExchangeRate ? any; PaymentAlternativeExchangeRate ? any; TaxTotal * #TaxTotal; WithholdingTaxTotal *
  #TaxTotal; LegalMonetaryTotal 1 #MonetaryTotal; InvoiceLine + #InvoiceLine
CreditNote: UBLExtensions ? any; UBLVersionID ? id; CustomizationID ? id; ProfileID ? id; ProfileExecutionID ? id;
  ID 1 id; CopyIndicator ? indicator; UUID ? id; IssueDate 1 date; IssueTime ? time; TaxPointDate ? date;
  CreditNoteTypeCode ? code; Note * text; DocumentCurrencyCode ? code; TaxCurrencyCode ? code; PricingCurrencyCode ?
  code; PaymentCurrencyCode ? code; PaymentAlternativeCurrencyCode ? code; AccountingCostCode ? code; AccountingCost
  ? text; LineCountNumeric ? numeric; BuyerReference ? text; InvoicePeriod * #Period; DiscrepancyResponse * any;
  OrderReference ? #OrderReference; BillingReference * #BillingReference; DespatchDocumentReference *
  #DocumentReference; ReceiptDocumentReference * #DocumentReference; ContractDocumentReference * #DocumentReference;
  AdditionalDocumentReference * #DocumentReference; StatementDocumentReference * #DocumentReference;
  OriginatorDocumentReference * #DocumentReference; Signature * any; AccountingSupplierParty 1 #SupplierParty;
  AccountingCustomerParty 1 #CustomerParty; PayeeParty ? #Party; BuyerCustomerParty ? #CustomerParty;
  SellerSupplierParty ? #SupplierParty; TaxRepresentativeParty ? #Party; Delivery * #Delivery; DeliveryTerms * any;
  PaymentMeans * #PaymentMeans; PaymentTerms * #PaymentTerms; TaxExchangeRate ? any; PricingExchangeRate ? any;
  PaymentExchangeRate ? any; PaymentAlternativeExchangeRate ? any; AllowanceCharge * #AllowanceCharge; TaxTotal *
  #TaxTotal; LegalMonetaryTotal 1 #MonetaryTotal; CreditNoteLine + #CreditNoteLine
Period: StartDate ? date; StartTime ? time; EndDate ? date; EndTime ? time; DurationMeasure ? quantity;
  DescriptionCode * code; Description * text
OrderReference: ID 1 id; SalesOrderID ? id; CopyIndicator ? indicator; UUID ? id; IssueDate ? date; IssueTime ?
  time; CustomerReference ? text; OrderTypeCode ? code; DocumentReference ? #DocumentReference
BillingReference: InvoiceDocumentReference ? #DocumentReference; SelfBilledInvoiceDocumentReference ?
  #DocumentReference; CreditNoteDocumentReference ? #DocumentReference; SelfBilledCreditNoteDocumentReference ?
  #DocumentReference; DebitNoteDocumentReference ? #DocumentReference; ReminderDocumentReference ?
  #DocumentReference; AdditionalDocumentReference ? #DocumentReference; BillingReferenceLine * any
DocumentReference: ID 1 id; CopyIndicator ? indicator; UUID ? id; IssueDate ? date; IssueTime ? time;
  DocumentTypeCode ? code; DocumentType ? text; XPath * text; LanguageID ? id; LocaleCode ? code; VersionID ? id;
  DocumentStatusCode ? code; DocumentDescription * text; Attachment ? #Attachment; ValidityPeriod ? #Period;
  IssuerParty ? #Party; ResultOfVerification ? any
Attachment: EmbeddedDocumentBinaryObject ? binary; ExternalReference ? #ExternalReference
ExternalReference: URI ? id; DocumentHash ? text; HashAlgorithmMethod ? text; ExpiryDate ? date; ExpiryTime ? time;
  MimeCode ? code; FormatCode ? code; EncodingCode ? code; CharacterSetCode ? code; FileName ? text; Description *
  text
ProjectReference: ID 1 id; UUID ? id; IssueDate ? date; WorkPhaseReference * any
SupplierParty: CustomerAssignedAccountID ? id; AdditionalAccountID * id; DataSendingCapability ? text; Party ?
  #Party; DespatchContact ? #Contact; AccountingContact ? #Contact; SellerContact ? #Contact
CustomerParty: CustomerAssignedAccountID ? id; SupplierAssignedAccountID ? id; AdditionalAccountID * id; Party ?
  #Party; DeliveryContact ? #Contact; AccountingContact ? #Contact; BuyerContact ? #Contact
Party: MarkCareIndicator ? indicator; MarkAttentionIndicator ? indicator; WebsiteURI ? id; LogoReferenceID ? id;
  EndpointID ? id; IndustryClassificationCode ? code; PartyIdentification * #PartyIdentification; PartyName *
  #PartyName; Language ? any; PostalAddress ? #Address; PhysicalLocation ? #Location; PartyTaxScheme *
  #PartyTaxScheme; PartyLegalEntity * #PartyLegalEntity; Contact ? #Contact; Person * any; AgentParty ? #Party;
  ServiceProviderParty * any; PowerOfAttorney * any; FinancialAccount ? #FinancialAccount
PartyIdentification: ID 1 id
PartyName: Name 1 text
Address: ID ? id; AddressTypeCode ? code; AddressFormatCode ? code; Postbox ? text; Floor ? text; Room ? text;
  StreetName ? text; AdditionalStreetName ? text; BlockName ? text; BuildingName ? text; BuildingNumber ? text;
  InhouseMail ? text; Department ? text; MarkAttention ? text; MarkCare ? text; PlotIdentification ? text;
  CitySubdivisionName ? text; CityName ? text; PostalZone ? text; CountrySubentity ? text; CountrySubentityCode ?
  code; Region ? text; District ? text; TimezoneOffset ? text; AddressLine * #AddressLine; Country ? #Country;
  LocationCoordinate * any
AddressLine: Line 1 text
Country: IdentificationCode ? code; Name ? text
PartyTaxScheme: RegistrationName ? text; CompanyID ? id; TaxLevelCode ? code; ExemptionReasonCode ? code;
  ExemptionReason * text; RegistrationAddress ? #Address; TaxScheme 1 #TaxScheme
TaxScheme: ID ? id; Name ? text; TaxTypeCode ? code; CurrencyCode ? code; JurisdictionRegionAddress * #Address
PartyLegalEntity: RegistrationName ? text; CompanyID ? id; RegistrationDate ? date; RegistrationExpirationDate ?
  date; CompanyLegalFormCode ? code; CompanyLegalForm ? text; SoleProprietorshipIndicator ? indicator;
  CompanyLiquidationStatusCode ? code; CorporateStockAmount ? amount; FullyPaidSharesIndicator ? indicator;
  RegistrationAddress ? #Address; CorporateRegistrationScheme ? any; HeadOfficeParty ? #Party; ShareholderParty *
  any
Contact: ID ? id; Name ? text; Telephone ? text; Telefax ? text; ElectronicMail ? text; Note * text;
  OtherCommunication * any
Delivery: ID ? id; Quantity ? quantity; MinimumQuantity ? quantity; MaximumQuantity ? quantity; ActualDeliveryDate ?
  date; ActualDeliveryTime ? time; LatestDeliveryDate ? date; LatestDeliveryTime ? time; ReleaseID ? id; TrackingID
  ? id; DeliveryAddress ? #Address; DeliveryLocation ? #Location; AlternativeDeliveryLocation ? #Location;
  RequestedDeliveryPeriod ? #Period; PromisedDeliveryPeriod ? #Period; EstimatedDeliveryPeriod ? #Period;
  CarrierParty ? #Party; DeliveryParty ? #Party; NotifyParty * #Party; Despatch ? any; DeliveryTerms * any;
  MinimumDeliveryUnit ? any; MaximumDeliveryUnit ? any; Shipment ? any
Location: ID ? id; Description * text; Conditions * text; CountrySubentity ? text; CountrySubentityCode ? code;
  LocationTypeCode ? code; InformationURI ? id; Name ? text; ValidityPeriod * #Period; Address ? #Address;
  SubsidiaryLocation * #Location; LocationCoordinate * any
PaymentMeans: ID ? id; PaymentMeansCode 1 code; PaymentDueDate ? date; PaymentChannelCode ? code; InstructionID ?
  id; InstructionNote * text; PaymentID * id; CardAccount ? #CardAccount; PayerFinancialAccount ? #FinancialAccount;
  PayeeFinancialAccount ? #FinancialAccount; CreditAccount ? any; PaymentMandate ? #PaymentMandate; TradeFinancing ?
  any
CardAccount: PrimaryAccountNumberID 1 id; NetworkID 1 id; CardTypeCode ? code; ValidityStartDate ? date; ExpiryDate
  ? date; IssuerID ? id; IssueNumberID ? id; CV2ID ? id; CardChipCode ? code; ChipApplicationID ? id; HolderName ?
  text
FinancialAccount: ID ? id; Name ? text; AliasName ? text; AccountTypeCode ? code; AccountFormatCode ? code;
  CurrencyCode ? code; PaymentNote * text; FinancialInstitutionBranch ? #Branch; Country ? #Country
Branch: ID ? id; Name ? text; FinancialInstitution ? any; Address ? #Address
PaymentMandate: ID ? id; MandateTypeCode ? code; MaximumPaymentInstructionsNumeric ? numeric; MaximumPaidAmount ?
  amount; SignatureID ? id; PayerParty ? #Party; PayerFinancialAccount ? #FinancialAccount; ValidityPeriod ?
  #Period; PaymentReversalPeriod ? #Period; Clause * any
PaymentTerms: ID ? id; PaymentMeansID * id; PrepaidPaymentReferenceID ? id; Note * text; ReferenceEventCode ? code;
  SettlementDiscountPercent ? numeric; PenaltySurchargePercent ? numeric; PaymentPercent ? numeric; Amount ? amount;
  SettlementDiscountAmount ? amount; PenaltyAmount ? amount; PaymentTermsDetailsURI ? id; PaymentDueDate ? date;
  InstallmentDueDate ? date; InvoicingPartyReference ? text; SettlementPeriod ? #Period; PenaltyPeriod ? #Period;
  ExchangeRate ? any; ValidityPeriod ? #Period
Payment: ID ? id; PaidAmount ? amount; ReceivedDate ? date; PaidDate ? date; PaidTime ? time; InstructionID ? id
AllowanceCharge: ID ? id; ChargeIndicator 1 indicator; AllowanceChargeReasonCode ? code; AllowanceChargeReason *
  text; MultiplierFactorNumeric ? numeric; PrepaidIndicator ? indicator; SequenceNumeric ? numeric; Amount 1 amount;
  BaseAmount ? amount; AccountingCostCode ? code; AccountingCost ? text; PerUnitAmount ? amount; TaxCategory *
  #TaxCategory; TaxTotal ? #TaxTotal; PaymentMeans * #PaymentMeans
TaxCategory: ID ? id; Name ? text; Percent ? numeric; BaseUnitMeasure ? quantity; PerUnitAmount ? amount;
  TaxExemptionReasonCode ? code; TaxExemptionReason * text; TierRange ? text; TierRatePercent ? numeric; TaxScheme 1
  #TaxScheme
TaxTotal: TaxAmount 1 amount; RoundingAmount ? amount; TaxEvidenceIndicator ? indicator; TaxIncludedIndicator ?
  indicator; TaxSubtotal * #TaxSubtotal
TaxSubtotal: TaxableAmount ? amount; TaxAmount 1 amount; CalculationSequenceNumeric ? numeric;
  TransactionCurrencyTaxAmount ? amount; Percent ? numeric; BaseUnitMeasure ? quantity; PerUnitAmount ? amount;
  TierRange ? text; TierRatePercent ? numeric; TaxCategory 1 #TaxCategory
MonetaryTotal: LineExtensionAmount ? amount; TaxExclusiveAmount ? amount; TaxInclusiveAmount ? amount;
  AllowanceTotalAmount ? amount; ChargeTotalAmount ? amount; PrepaidAmount ? amount; PayableRoundingAmount ? amount;
  PayableAmount 1 amount; PayableAlternativeAmount ? amount
InvoiceLine: ID 1 id; UUID ? id; Note * text; InvoicedQuantity ? quantity; LineExtensionAmount 1 amount;
  TaxPointDate ? date; AccountingCostCode ? code; AccountingCost ? text; PaymentPurposeCode ? code;
  FreeOfChargeIndicator ? indicator; InvoicePeriod * #Period; OrderLineReference * #OrderLineReference;
  DespatchLineReference * #LineReference; ReceiptLineReference * #LineReference; BillingReference *
  #BillingReference; DocumentReference * #DocumentReference; PricingReference ? any; OriginatorParty ? #Party;
  Delivery * #Delivery; PaymentTerms * #PaymentTerms; AllowanceCharge * #AllowanceCharge; TaxTotal * #TaxTotal;
  WithholdingTaxTotal * #TaxTotal; Item 1 #Item; Price ? #Price; DeliveryTerms ? any; SubInvoiceLine * #InvoiceLine;
  ItemPriceExtension ? any
CreditNoteLine: ID 1 id; UUID ? id; Note * text; CreditedQuantity ? quantity; LineExtensionAmount ? amount;
  TaxPointDate ? date; AccountingCostCode ? code; AccountingCost ? text; PaymentPurposeCode ? code;
  FreeOfChargeIndicator ? indicator; InvoicePeriod * #Period; OrderLineReference * #OrderLineReference;
  DiscrepancyResponse * any; DespatchLineReference * #LineReference; ReceiptLineReference * #LineReference;
  BillingReference * #BillingReference; DocumentReference * #DocumentReference; PricingReference ? any;
  OriginatorParty ? #Party; Delivery * #Delivery; PaymentTerms * #PaymentTerms; TaxTotal * #TaxTotal;
  AllowanceCharge * #AllowanceCharge; Item ? #Item; Price ? #Price; DeliveryTerms * any; SubCreditNoteLine *
  #CreditNoteLine; ItemPriceExtension ? any
OrderLineReference: LineID 1 id; SalesOrderLineID ? id; UUID ? id; LineStatusCode ? code; OrderReference ?
  #OrderReference
LineReference: LineID 1 id; UUID ? id; LineStatusCode ? code; DocumentReference ? #DocumentReference
Item: Description * text; PackQuantity ? quantity; PackSizeNumeric ? numeric; CatalogueIndicator ? indicator; Name ?
  text; HazardousRiskIndicator ? indicator; AdditionalInformation * text; Keyword * text; BrandName * text;
  ModelName * text; BuyersItemIdentification ? #ItemIdentification; SellersItemIdentification ? #ItemIdentification;
  ManufacturersItemIdentification * #ItemIdentification; StandardItemIdentification ? #ItemIdentification;
  CatalogueItemIdentification ? #ItemIdentification; AdditionalItemIdentification * #ItemIdentification;
  CatalogueDocumentReference ? #DocumentReference; ItemSpecificationDocumentReference * #DocumentReference;
  OriginCountry ? #Country; CommodityClassification * #CommodityClassification; TransactionConditions * any;
  HazardousItem * any; ClassifiedTaxCategory * #TaxCategory; AdditionalItemProperty * #ItemProperty;
  ManufacturerParty * #Party; InformationContentProviderParty ? #Party; OriginAddress * #Address; ItemInstance *
  any; Certificate * any; Dimension * any
ItemIdentification: ID 1 id; ExtendedID ? id; BarcodeSymbologyID ? id; PhysicalAttribute * any; MeasurementDimension
  * any; IssuerParty ? #Party
CommodityClassification: NatureCode ? code; CargoTypeCode ? code; CommodityCode ? code; ItemClassificationCode ?
  code
ItemProperty: ID ? id; Name 1 text; NameCode ? code; TestMethod ? text; Value ? text; ValueQuantity ? quantity;
  ValueQualifier * text; ImportanceCode ? code; ListValue * text; UsabilityPeriod ? #Period; ItemPropertyGroup *
  any; RangeDimension ? any; ItemPropertyRange ? any
Price: PriceAmount 1 amount; BaseQuantity ? quantity; PriceChangeReason * text; PriceTypeCode ? code; PriceType ?
  text; OrderableUnitFactorRate ? numeric; ValidityPeriod * #Period; PriceList ? any; AllowanceCharge *
  #AllowanceCharge; PricingExchangeRate ? any
`;
