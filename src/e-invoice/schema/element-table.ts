/**
 * The elements of a Cross Industry Invoice (D16B) as the profiles of Factur-X 1.09 and XRechnung 3.0 allow them.
 *
 * `Type: child; child; …`, the children in the only sequence that is valid. Each child is
 * `name occurrences type attribute…`. Occurrences has a character for each profile, in the sequence MINIMUM, BASIC WL,
 * BASIC, EN 16931, EXTENDED, XRECHNUNG: `-` not allowed, `1` once, `?` at most once, `2` at most twice, `*` any number,
 * `+` at least once. The type is that of a value, or `#Type` of this table; numbered types differ in what they contain at
 * different places. An attribute ends in `?` or `1`, or has such a character for each profile after a colon.
 */
export const elementTable = `
CrossIndustryInvoice: ExchangedDocumentContext 111111 #ExchangedDocumentContext; ExchangedDocument 111111
  #ExchangedDocument; SupplyChainTradeTransaction 111111 #SupplyChainTradeTransaction
SupplyChainTradeTransaction: IncludedSupplyChainTradeLineItem --++++ #SupplyChainTradeLineItem;
  ApplicableHeaderTradeAgreement 111111 #HeaderTradeAgreement; ApplicableHeaderTradeDelivery 111111
  #HeaderTradeDelivery; ApplicableHeaderTradeSettlement 111111 #HeaderTradeSettlement
HeaderTradeSettlement: CreditorReferenceID -????? token schemeID:-----?; PaymentReference -????? text;
  TaxCurrencyCode -????? token; InvoiceCurrencyCode 111111 token; InvoiceIssuerReference ----?- text;
  InvoicerTradeParty ----?- #TradeParty6; InvoiceeTradeParty ----?- #TradeParty6; PayeeTradeParty -?????
  #TradeParty11; PayerTradeParty ----?- #TradeParty6; TaxApplicableTradeCurrencyExchange ----?-
  #TradeCurrencyExchange; SpecifiedTradeSettlementPaymentMeans -***** #TradeSettlementPaymentMeans;
  ApplicableTradeTax -+++++ #TradeTax4; BillingSpecifiedPeriod -????? #SpecifiedPeriod3;
  SpecifiedTradeAllowanceCharge -***** #TradeAllowanceCharge4; SpecifiedLogisticsServiceCharge ----*-
  #LogisticsServiceCharge; SpecifiedTradePaymentTerms -???*? #TradePaymentTerms;
  SpecifiedTradeSettlementHeaderMonetarySummation 111111 #TradeSettlementHeaderMonetarySummation;
  SpecifiedFinancialAdjustment ----*- #FinancialAdjustment; InvoiceReferencedDocument -***** #ReferencedDocument12;
  ReceivableSpecifiedTradeAccountingAccount -???*? #TradeAccountingAccount2; SpecifiedAdvancePayment ----*-
  #AdvancePayment
AdvancePayment: PaidAmount ----1- decimal; FormattedReceivedDateTime ----?- moment; IncludedTradeTax ----+-
  #TradeTax7; InvoiceSpecifiedReferencedDocument ----?- #ReferencedDocument13
ReferencedDocument13: IssuerAssignedID ----1- token; TypeCode ----?- token; FormattedIssueDateTime ----?- moment
TradeTax7: CalculatedAmount ----1- decimal; TypeCode ----1- token; ExemptionReason ----?- text; CategoryCode ----1-
  token; ExemptionReasonCode ----?- token; RateApplicablePercent ----?- decimal
TradeAccountingAccount2: ID -11111 token schemeID:-----?; TypeCode ----?- token
ReferencedDocument12: IssuerAssignedID -11??? token schemeID:-----?; URIID -----? token schemeID?; LineID -----?
  token schemeID?; TypeCode ----?? token; Name -----? text; AttachmentBinaryObject -----? binary mimeCode1
  filename1; ReferenceTypeCode -----? token; FormattedIssueDateTime -????? moment
FinancialAdjustment: Reason ----1- text; ActualAmount ----1- decimal
TradeSettlementHeaderMonetarySummation: LineTotalAmount -11111 decimal currencyID:-----?; ChargeTotalAmount -?????
  decimal currencyID:-----?; AllowanceTotalAmount -????? decimal currencyID:-----?; TaxBasisTotalAmount 111111
  decimal currencyID:-----?; TaxTotalAmount 222222 decimal currencyID?; RoundingAmount ---??? decimal
  currencyID:-----?; GrandTotalAmount 111111 decimal currencyID:-----?; TotalPrepaidAmount -????? decimal
  currencyID:-----?; DuePayableAmount 111111 decimal currencyID:-----?
TradePaymentTerms: Description -????? text; DueDateDateTime -????? date; DirectDebitMandateID -????? token
  schemeID:-----?; PartialPaymentAmount ----?- decimal; ApplicableTradePaymentPenaltyTerms ----?-
  #TradePaymentPenaltyTerms; ApplicableTradePaymentDiscountTerms ----?- #TradePaymentDiscountTerms; PayeeTradeParty
  ----?- #TradeParty6
TradePaymentDiscountTerms: BasisDateTime ----?- date; BasisPeriodMeasure ----?- decimal unitCode?; BasisAmount
  ----?- decimal; CalculationPercent ----?- decimal; ActualDiscountAmount ----?- decimal
TradePaymentPenaltyTerms: BasisDateTime ----?- date; BasisPeriodMeasure ----?- decimal unitCode1; BasisAmount ----?-
  decimal; CalculationPercent ----?- decimal; ActualPenaltyAmount ----?- decimal
LogisticsServiceCharge: Description ----1- text; AppliedAmount ----1- decimal; AppliedTradeTax ----+- #TradeTax6
TradeTax6: TypeCode ----1- token; ExemptionReason ----?- text; CategoryCode ----1- token; ExemptionReasonCode ----?-
  token; RateApplicablePercent ----1- decimal
TradeAllowanceCharge4: ChargeIndicator -11111 indicator; SequenceNumeric ----?- decimal; CalculationPercent -?????
  decimal; BasisAmount -????? decimal currencyID:-----?; BasisQuantity ----?- decimal unitCode?; ActualAmount -11111
  decimal currencyID:-----?; ReasonCode -????? token; Reason -????? text; CategoryTradeTax -1111? #TradeTax5
TradeTax5: CalculatedAmount -----? decimal currencyID?; TypeCode -11111 token; ExemptionReason ----?? text;
  BasisAmount -----? decimal currencyID?; CategoryCode -11111 token; ExemptionReasonCode ----?? token listID:-----?
  listVersionID:-----?; TaxPointDate -----? day; DueDateTypeCode -----? token; RateApplicablePercent -????? decimal
SpecifiedPeriod3: Description ----?- text; StartDateTime -????? date; EndDateTime -????? date
TradeTax4: CalculatedAmount -1111? decimal currencyID:-----?; TypeCode -11111 token; ExemptionReason -????? text;
  BasisAmount -1111? decimal currencyID:-----?; LineTotalBasisAmount ----?- decimal; AllowanceChargeBasisAmount
  ----?- decimal; CategoryCode -11111 token; ExemptionReasonCode -????? token listID:-----? listVersionID:-----?;
  TaxPointDate ---??? day; DueDateTypeCode -????? token; RateApplicablePercent -????? decimal
TradeSettlementPaymentMeans: TypeCode -11111 token; Information ---??? text; ApplicableTradeSettlementFinancialCard
  ---??? #TradeSettlementFinancialCard; PayerPartyDebtorFinancialAccount -????? #DebtorFinancialAccount;
  PayeePartyCreditorFinancialAccount -????? #CreditorFinancialAccount; PayerSpecifiedDebtorFinancialInstitution
  ----?- #DebtorFinancialInstitution; PayeeSpecifiedCreditorFinancialInstitution ---???
  #CreditorFinancialInstitution
CreditorFinancialInstitution: BICID ---111 token schemeID:-----?
DebtorFinancialInstitution: BICID ----?- token
CreditorFinancialAccount: IBANID -????? token schemeID:-----?; AccountName ---??? text; ProprietaryID -????? token
  schemeID:-----?
DebtorFinancialAccount: IBANID -11111 token schemeID:-----?; AccountName ----?- text
TradeSettlementFinancialCard: ID ---111 token schemeID:-----?; CardholderName ---??? text
TradeCurrencyExchange: SourceCurrencyCode ----1- token; TargetCurrencyCode ----1- token; ConversionRate ----1-
  decimal; ConversionRateDateTime ----?- date
TradeParty11: ID -????* token schemeID:-----?; GlobalID -???** token schemeID:-1111?; Name -1111? text; RoleCode
  ----?- token; Description -----? text; SpecifiedLegalOrganization -????? #LegalOrganization7; DefinedTradeContact
  ----*? #TradeContact3; PostalTradeAddress ----?? #TradeAddress4; URIUniversalCommunication ----??
  #UniversalCommunication9; SpecifiedTaxRegistration ----?2 #TaxRegistration4
TradeAddress4: PostcodeCode ----?? token listID:-----? listVersionID:-----?; LineOne ----?? text; LineTwo ----??
  text; LineThree ----?? text; CityName ----?? text; CountryID ----11 token; CountrySubDivisionName ----?? text
LegalOrganization7: ID -????? token schemeID?; TradingBusinessName ----?? text; PostalTradeAddress ----?-
  #TradeAddress
HeaderTradeDelivery: RelatedSupplyChainConsignment ----?- #SupplyChainConsignment; ShipToTradeParty -?????
  #TradeParty9; UltimateShipToTradeParty ----?- #TradeParty10; ShipFromTradeParty ----?- #TradeParty10;
  ActualDeliverySupplyChainEvent -????? #SupplyChainEvent2; DespatchAdviceReferencedDocument -?????
  #ReferencedDocument11; ReceivingAdviceReferencedDocument ---??? #ReferencedDocument6;
  DeliveryNoteReferencedDocument ----?- #ReferencedDocument8
ReferencedDocument11: IssuerAssignedID -1111? token schemeID:-----?; URIID -----? token schemeID?; LineID -----?
  token schemeID?; TypeCode -----? token; Name -----? text; AttachmentBinaryObject -----? binary mimeCode1
  filename1; ReferenceTypeCode -----? token; FormattedIssueDateTime ----?? moment
SupplyChainEvent2: OccurrenceDateTime -11111 date
TradeParty10: ID ----?- token; GlobalID ----*- token schemeID1; Name ----?- text; RoleCode ----?- token;
  SpecifiedLegalOrganization ----?- #LegalOrganization5; DefinedTradeContact ----*- #TradeContact;
  PostalTradeAddress ----?- #TradeAddress; URIUniversalCommunication ----?- #UniversalCommunication3;
  SpecifiedTaxRegistration ----?- #TaxRegistration
TradeParty9: ID -????* token schemeID:-----?; GlobalID -???** token schemeID:-1111?; Name -????? text; RoleCode
  ----?- token; Description -----? text; SpecifiedLegalOrganization ----?? #LegalOrganization6; DefinedTradeContact
  ----*? #TradeContact3; PostalTradeAddress -????? #TradeAddress3; URIUniversalCommunication ----??
  #UniversalCommunication9; SpecifiedTaxRegistration ----?2 #TaxRegistration4
TaxRegistration4: ID ----11 token schemeID:----1?
SupplyChainConsignment: SpecifiedLogisticsTransportMovement ----*- #LogisticsTransportMovement
LogisticsTransportMovement: ModeCode ----1- token
HeaderTradeAgreement: BuyerReference ?????? text; SellerTradeParty 111111 #TradeParty4; BuyerTradeParty 111111
  #TradeParty5; SalesAgentTradeParty ----?- #TradeParty6; BuyerTaxRepresentativeTradeParty ----?- #TradeParty7;
  SellerTaxRepresentativeTradeParty -????? #TradeParty8; ProductEndUserTradeParty ----?- #TradeParty6;
  ApplicableTradeDeliveryTerms ----?- #TradeDeliveryTerms; SellerOrderReferencedDocument ---???
  #ReferencedDocument6; BuyerOrderReferencedDocument ?????? #ReferencedDocument7; QuotationReferencedDocument ----?-
  #ReferencedDocument8; ContractReferencedDocument -????? #ReferencedDocument9; AdditionalReferencedDocument ---***
  #ReferencedDocument10; BuyerAgentTradeParty ----?- #TradeParty6; SpecifiedProcuringProject ---???
  #ProcuringProject; UltimateCustomerOrderReferencedDocument ----*- #ReferencedDocument8
ProcuringProject: ID ---111 token schemeID:-----?; Name ---111 text
ReferencedDocument10: IssuerAssignedID ---11? token schemeID:-----?; URIID ---??? token schemeID:-----?; LineID
  ---??? token schemeID?; TypeCode ---11? token; Name ---??? text; AttachmentBinaryObject ---??? binary mimeCode1
  filename1; ReferenceTypeCode ---??? token; FormattedIssueDateTime ---??? moment
ReferencedDocument9: IssuerAssignedID -1111? token schemeID:-----?; URIID -----? token schemeID?; LineID -----?
  token schemeID?; TypeCode -----? token; Name -----? text; AttachmentBinaryObject -----? binary mimeCode1
  filename1; ReferenceTypeCode ----?? token; FormattedIssueDateTime ----?? moment
ReferencedDocument8: IssuerAssignedID ----1- token; FormattedIssueDateTime ----?- moment
ReferencedDocument7: IssuerAssignedID 11111? token schemeID:-----?; URIID -----? token schemeID?; LineID -----?
  token schemeID?; TypeCode -----? token; Name -----? text; AttachmentBinaryObject -----? binary mimeCode1
  filename1; ReferenceTypeCode -----? token; FormattedIssueDateTime ----?? moment
ReferencedDocument6: IssuerAssignedID ---11? token schemeID:-----?; URIID -----? token schemeID?; LineID -----?
  token schemeID?; TypeCode -----? token; Name -----? text; AttachmentBinaryObject -----? binary mimeCode1
  filename1; ReferenceTypeCode -----? token; FormattedIssueDateTime ----?? moment
TradeParty8: ID ----?* token schemeID:-----?; GlobalID ----** token schemeID:----1?; Name -1111? text; RoleCode
  ----?- token; Description -----? text; SpecifiedLegalOrganization ----?? #LegalOrganization6; DefinedTradeContact
  ----*? #TradeContact3; PostalTradeAddress -1111? #TradeAddress3; URIUniversalCommunication ----??
  #UniversalCommunication9; SpecifiedTaxRegistration -11112 #TaxRegistration3
UniversalCommunication9: URIID ----1? token schemeID:----1?; CompleteNumber -----? text
TradeContact3: PersonName ----?? text; DepartmentName ----?? text; TypeCode ----?- token;
  TelephoneUniversalCommunication ----?? #UniversalCommunication7; FaxUniversalCommunication ----?-
  #UniversalCommunication; EmailURIUniversalCommunication ----?? #UniversalCommunication8
UniversalCommunication8: URIID ----1? token schemeID:-----?; CompleteNumber -----? text
UniversalCommunication7: URIID -----? token schemeID?; CompleteNumber ----1? text
LegalOrganization6: ID ----?? token schemeID?; TradingBusinessName ----?? text; PostalTradeAddress ----?-
  #TradeAddress
TradeParty7: ID ----?- token; GlobalID ----*- token schemeID1; Name ----1- text; RoleCode ----?- token;
  SpecifiedLegalOrganization ----?- #LegalOrganization5; DefinedTradeContact ----*- #TradeContact;
  PostalTradeAddress ----?- #TradeAddress; URIUniversalCommunication ----?- #UniversalCommunication3;
  SpecifiedTaxRegistration ----1- #TaxRegistration
TradeParty6: ID ----?- token; GlobalID ----*- token schemeID1; Name ----1- text; RoleCode ----?- token;
  SpecifiedLegalOrganization ----?- #LegalOrganization5; DefinedTradeContact ----*- #TradeContact;
  PostalTradeAddress ----?- #TradeAddress; URIUniversalCommunication ----?- #UniversalCommunication3;
  SpecifiedTaxRegistration ----?- #TaxRegistration
LegalOrganization5: ID ----?- token schemeID?; TradingBusinessName ----?- text; PostalTradeAddress ----?-
  #TradeAddress
TradeParty5: ID -????* token schemeID:-----?; GlobalID -???** token schemeID:-1111?; Name 11111? text; RoleCode
  ----?- token; Description ----?? text; SpecifiedLegalOrganization ?????? #LegalOrganization4; DefinedTradeContact
  ---?*? #TradeContact2; PostalTradeAddress -1111? #TradeAddress3; URIUniversalCommunication -?????
  #UniversalCommunication6; SpecifiedTaxRegistration -????2 #TaxRegistration3
TaxRegistration3: ID -11111 token schemeID:-1111?
TradeAddress3: PostcodeCode -????? token listID:-----? listVersionID:-----?; LineOne -????? text; LineTwo -?????
  text; LineThree -????? text; CityName -????? text; CountryID -11111 token; CountrySubDivisionName -????? text
LegalOrganization4: ID 1????? token schemeID?; TradingBusinessName ---??? text; PostalTradeAddress ----?-
  #TradeAddress
TradeParty4: ID -***** token schemeID:-----?; GlobalID -***** token schemeID:-1111?; Name 11111? text; RoleCode
  ----?- token; Description ---??? text; SpecifiedLegalOrganization ?????? #LegalOrganization3; DefinedTradeContact
  ---?*? #TradeContact2; PostalTradeAddress 11111? #TradeAddress2; URIUniversalCommunication -?????
  #UniversalCommunication6; SpecifiedTaxRegistration 222222 #TaxRegistration2
TaxRegistration2: ID 111111 token schemeID:11111?
UniversalCommunication6: URIID -1111? token schemeID:-1111?; CompleteNumber -----? text
TradeAddress2: PostcodeCode -????? token listID:-----? listVersionID:-----?; LineOne -????? text; LineTwo -?????
  text; LineThree -????? text; CityName -????? text; CountryID 111111 token; CountrySubDivisionName -????? text
TradeContact2: PersonName ---??? text; DepartmentName ---??? text; TypeCode ----?- token;
  TelephoneUniversalCommunication ---??? #UniversalCommunication4; FaxUniversalCommunication ----?-
  #UniversalCommunication; EmailURIUniversalCommunication ---??? #UniversalCommunication5
UniversalCommunication5: URIID ---11? token schemeID:-----?; CompleteNumber -----? text
UniversalCommunication4: URIID -----? token schemeID?; CompleteNumber ---11? text
LegalOrganization3: ID ?????? token schemeID?; TradingBusinessName -????? text; PostalTradeAddress ----?-
  #TradeAddress
SupplyChainTradeLineItem: AssociatedDocumentLineDocument --1111 #DocumentLineDocument; SpecifiedTradeProduct --1111
  #TradeProduct; SpecifiedLineTradeAgreement --11?1 #LineTradeAgreement; SpecifiedLineTradeDelivery --11?1
  #LineTradeDelivery; SpecifiedLineTradeSettlement --1111 #LineTradeSettlement
LineTradeSettlement: ApplicableTradeTax --11*1 #TradeTax3; BillingSpecifiedPeriod --???? #SpecifiedPeriod2;
  SpecifiedTradeAllowanceCharge --**** #TradeAllowanceCharge3; SpecifiedTradeSettlementLineMonetarySummation --11?1
  #TradeSettlementLineMonetarySummation; InvoiceReferencedDocument ----?- #ReferencedDocument4;
  AdditionalReferencedDocument ---?*? #ReferencedDocument5; ReceivableSpecifiedTradeAccountingAccount ---?*?
  #TradeAccountingAccount
TradeAccountingAccount: ID ---111 token schemeID:-----?; TypeCode ----?- token
ReferencedDocument5: IssuerAssignedID ---11? token schemeID:-----?; URIID -----? token schemeID?; LineID -----?
  token schemeID?; TypeCode ---11? token; Name -----? text; AttachmentBinaryObject -----? binary mimeCode1
  filename1; ReferenceTypeCode ---??? token; FormattedIssueDateTime -----? date
ReferencedDocument4: IssuerAssignedID ----?- token; LineID ----?- token; TypeCode ----?- token;
  FormattedIssueDateTime ----?- moment
TradeSettlementLineMonetarySummation: LineTotalAmount --11?1 decimal currencyID:-----?; ChargeTotalAmount ----?-
  decimal; AllowanceTotalAmount ----?- decimal; TaxTotalAmount ----2- decimal currencyID?; GrandTotalAmount ----?-
  decimal; TotalAllowanceChargeAmount ----?- decimal
TradeAllowanceCharge3: ChargeIndicator --1111 indicator; CalculationPercent ---??? decimal; BasisAmount ---???
  decimal currencyID:-----?; ActualAmount --1111 decimal currencyID:-----?; ReasonCode --???? token; Reason --????
  text; CategoryTradeTax -----? #TradeTax
SpecifiedPeriod2: StartDateTime --???? date; EndDateTime --???? date
TradeTax3: CalculatedAmount ----?? decimal currencyID:-----?; TypeCode --1111 token; ExemptionReason ----?? text;
  BasisAmount -----? decimal currencyID?; CategoryCode --1111 token; ExemptionReasonCode ----?? token listID:-----?
  listVersionID:-----?; TaxPointDate -----? day; DueDateTypeCode ----?? token; RateApplicablePercent --???? decimal
LineTradeDelivery: BilledQuantity --11?1 decimal unitCode?; ChargeFreeQuantity ----?- decimal unitCode1;
  PackageQuantity ----?- decimal unitCode1; PerPackageUnitQuantity ----?- decimal unitCode1; ShipToTradeParty ----?-
  #TradeParty2; UltimateShipToTradeParty ----?- #TradeParty3; ActualDeliverySupplyChainEvent ----?-
  #SupplyChainEvent; DespatchAdviceReferencedDocument ----?- #ReferencedDocument; ReceivingAdviceReferencedDocument
  ----?- #ReferencedDocument; DeliveryNoteReferencedDocument ----?- #ReferencedDocument
SupplyChainEvent: OccurrenceDateTime ----1- date
TradeParty3: ID ----?- token; GlobalID ----*- token schemeID1; Name ----?- text; RoleCode ----?- token;
  SpecifiedLegalOrganization ----?- #LegalOrganization; DefinedTradeContact ----*- #TradeContact; PostalTradeAddress
  ----?- #TradeAddress; URIUniversalCommunication ----?- #UniversalCommunication3; SpecifiedTaxRegistration ----?-
  #TaxRegistration
TradeParty2: ID ----?- token; GlobalID ----*- token schemeID1; Name ----?- text; RoleCode ----?- token;
  SpecifiedLegalOrganization ----?- #LegalOrganization2; DefinedTradeContact ----*- #TradeContact;
  PostalTradeAddress ----?- #TradeAddress; URIUniversalCommunication ----?- #UniversalCommunication3;
  SpecifiedTaxRegistration ----?- #TaxRegistration
LegalOrganization2: ID ----?- token schemeID1; TradingBusinessName ----?- text
LineTradeAgreement: ApplicableTradeDeliveryTerms ----?- #TradeDeliveryTerms; SellerOrderReferencedDocument ----?-
  #ReferencedDocument; BuyerOrderReferencedDocument ---??? #ReferencedDocument2; QuotationReferencedDocument ----?-
  #ReferencedDocument; ContractReferencedDocument ----?- #ReferencedDocument; AdditionalReferencedDocument ----*-
  #ReferencedDocument3; GrossPriceProductTradePrice --???? #TradePrice; NetPriceProductTradePrice --11?1
  #TradePrice2; ItemSellerTradeParty ----?- #TradeParty; UltimateCustomerOrderReferencedDocument ----*-
  #ReferencedDocument
TradePrice2: ChargeAmount --1111 decimal currencyID:-----?; BasisQuantity --???? decimal unitCode?;
  AppliedTradeAllowanceCharge -----? #TradeAllowanceCharge2; IncludedTradeTax ----?- #TradeTax2
TradeTax2: CalculatedAmount ----1- decimal; TypeCode ----1- token; ExemptionReason ----?- text; CategoryCode ----1-
  token; ExemptionReasonCode ----?- token; RateApplicablePercent ----1- decimal
TradeAllowanceCharge2: ChargeIndicator -----1 indicator; CalculationPercent -----? decimal; BasisAmount -----?
  decimal currencyID?; ActualAmount -----1 decimal currencyID?; ReasonCode -----? token; Reason -----? text;
  CategoryTradeTax -----? #TradeTax
TradePrice: ChargeAmount --1111 decimal currencyID:-----?; BasisQuantity --???? decimal unitCode?;
  AppliedTradeAllowanceCharge --??*? #TradeAllowanceCharge
TradeAllowanceCharge: ChargeIndicator --1111 indicator; CalculationPercent ----?? decimal; BasisAmount ----??
  decimal currencyID:-----?; ActualAmount --1111 decimal currencyID:-----?; ReasonCode ----?? token; Reason ----??
  text; CategoryTradeTax -----? #TradeTax
TradeTax: CalculatedAmount -----? decimal currencyID?; TypeCode -----1 token; ExemptionReason -----? text;
  BasisAmount -----? decimal currencyID?; CategoryCode -----1 token; ExemptionReasonCode -----? token listID?
  listVersionID?; TaxPointDate -----? day; DueDateTypeCode -----? token; RateApplicablePercent -----? decimal
ReferencedDocument3: IssuerAssignedID ----1- token; URIID ----?- token; LineID ----?- token; TypeCode ----1- token;
  Name ----?- text; AttachmentBinaryObject ----?- binary mimeCode1 filename1; ReferenceTypeCode ----?- token;
  FormattedIssueDateTime ----?- moment
ReferencedDocument2: IssuerAssignedID ----?? token schemeID:-----?; URIID -----? token schemeID?; LineID ---???
  token schemeID:-----?; TypeCode -----? token; Name -----? text; AttachmentBinaryObject -----? binary mimeCode1
  filename1; ReferenceTypeCode -----? token; FormattedIssueDateTime ----?? moment
ReferencedDocument: IssuerAssignedID ----?- token; LineID ----?- token; FormattedIssueDateTime ----?- moment
TradeDeliveryTerms: DeliveryTypeCode ----1- token; RelevantTradeLocation ----?- #TradeLocation
TradeLocation: CountryID ----?- token; Name ----?- text
TradeProduct: ID ----?- token; GlobalID --???? token schemeID:--111?; SellerAssignedID ---??? token schemeID:-----?;
  BuyerAssignedID ---??? token schemeID:-----?; IndustryAssignedID ----?- token; ModelID ----?- token; Name --1111
  text; Description ---??? text; BatchID ----*- token; BrandName ----?- text; ModelName ----?- text;
  ApplicableProductCharacteristic ---*** #ProductCharacteristic; DesignatedProductClassification ---***
  #ProductClassification; IndividualTradeProductInstance ----*- #TradeProductInstance; OriginTradeCountry ---???
  #TradeCountry; ManufacturerTradeParty ----?- #TradeParty; IncludedReferencedProduct ----*- #ReferencedProduct
ReferencedProduct: ID ----?- token; GlobalID ----*- token schemeID1; SellerAssignedID ----?- token; BuyerAssignedID
  ----?- token; IndustryAssignedID ----?- token; Name ----1- text; Description ----?- text; UnitQuantity ----?-
  decimal unitCode1
TradeParty: ID ----*- token; GlobalID ----*- token schemeID1; Name ----?- text; RoleCode ----?- token; Description
  ----?- text; SpecifiedLegalOrganization ----?- #LegalOrganization; DefinedTradeContact ----*- #TradeContact;
  PostalTradeAddress ----?- #TradeAddress; URIUniversalCommunication ----?- #UniversalCommunication3;
  SpecifiedTaxRegistration ----2- #TaxRegistration
TaxRegistration: ID ----1- token schemeID1
UniversalCommunication3: URIID ----1- token schemeID1
TradeAddress: PostcodeCode ----?- token; LineOne ----?- text; LineTwo ----?- text; LineThree ----?- text; CityName
  ----?- text; CountryID ----1- token; CountrySubDivisionName ----?- text
TradeContact: PersonName ----?- text; DepartmentName ----?- text; TypeCode ----?- token;
  TelephoneUniversalCommunication ----?- #UniversalCommunication; FaxUniversalCommunication ----?-
  #UniversalCommunication; EmailURIUniversalCommunication ----?- #UniversalCommunication2
UniversalCommunication2: URIID ----1- token
UniversalCommunication: CompleteNumber ----1- text
LegalOrganization: ID ----?- token schemeID?; TradingBusinessName ----?- text
TradeCountry: ID ---111 token
TradeProductInstance: BatchID ----?- token; SupplierAssignedSerialID ----?- token
ProductClassification: ClassCode ---??? token listID:---11? listVersionID?; ClassName ----?- text
ProductCharacteristic: TypeCode ----?- token; Description ---1?1 text; ValueMeasure ----?- decimal unitCode?; Value
  ---1?1 text
DocumentLineDocument: LineID --1111 token schemeID:-----?; ParentLineID ----?- token; LineStatusCode ----?- token;
  LineStatusReasonCode ----?- token; IncludedNote --??*? #Note2
Note2: ContentCode ----?- token; Content --11?1 text; SubjectCode ----?? token listID:-----? listVersionID:-----?
ExchangedDocument: ID 111111 token schemeID:-----?; Name ----?- text; TypeCode 111111 token; IssueDateTime 111111
  date; CopyIndicator ----?- indicator; LanguageID ----?- token; IncludedNote -***** #Note; EffectiveSpecifiedPeriod
  ----?- #SpecifiedPeriod
SpecifiedPeriod: CompleteDateTime ----1- date
Note: ContentCode ----?- token; Content -111?1 text; SubjectCode -????? token listID:-----? listVersionID:-----?
ExchangedDocumentContext: TestIndicator ----?- indicator; BusinessProcessSpecifiedDocumentContextParameter ??????
  #DocumentContextParameter; GuidelineSpecifiedDocumentContextParameter 111111 #DocumentContextParameter
DocumentContextParameter: ID 111111 token schemeID:-----?
`;
