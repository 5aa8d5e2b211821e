/** How EN 16931 uses the syntax CII: what may occur once, and what the norm has no place for. The rules CII-SR and CII-DT. */
import { elementAt, elementsAt, type InvoiceElement, textAt } from '../xml/invoice-element.ts';
import { has, type Invoice } from './invoice.ts';

/** Element, and what it must not contain: rule numbers of CII-DT with their elements or attributes. */
const unused: readonly (readonly [element: RegExp, parts: string])[] = [
  [/Amount$/, '031 @currencyID, 032 @currencyCodeListVersionID'],
  [/Quantity$/, '034 @unitCodeListID, 035 @unitCodeListAgencyID, 036 @unitCodeListAgencyName'],
  [
    /ReferencedDocument$/,
    '016 StatusCode, 017 CopyIndicator, 019 GlobalID, 020 RevisionID, 023 Information, 025 SectionName, 026 PreviousRevisionID, 028 EffectiveSpecifiedPeriod, 029 IssuerTradeParty, 030 AttachedSpecifiedBinaryFile',
  ],
  [
    /^BillingSpecifiedPeriod$/,
    '068 StartDateTime/DateTime, 069 DurationMeasure, 070 InclusiveIndicator, 071 Description, 072 EndDateTime/DateTime, 073 CompleteDateTime, 074 OpenIndicator, 075 SeasonCode, 076 ID, 077 Name, 078 SequenceNumeric, 079 StartDateFlexibilityCode, 080 ContinuousIndicator, 081 PurposeCode',
  ],
  [
    /^PostalTradeAddress$/,
    '082 ID, 083 PostOfficeBox, 084 BuildingName, 086 LineFour, 087 LineFive, 088 StreetName, 089 CitySubDivisionName, 090 CountryName, 091 CountrySubDivisionID, 092 AttentionOf, 093 CareOf, 094 BuildingNumber, 095 DepartmentName, 096 AdditionalStreetName',
  ],
  [/^TypeCode$/, '008 @name, 009 @listURI'],
  [/^CrossIndustryInvoice$/, '013 @languageID, 014 @languageLocaleID'],
];

const plainIdentifier =
  '001 @schemeName, 002 @schemeAgencyName, 003 @schemeDataURI, 004 @schemeURI, 005 @schemeID, 006 @schemeAgencyID, 007 @schemeVersionID';
const identifier = '101 @schemeName, 102 @schemeAgencyName, 103 @schemeDataURI, 104 @schemeURI';

/** Totals that may occur once, with the numbers of their CII-SR rules. */
const singleTotals =
  '477 LineTotalAmount, 478 ChargeTotalAmount, 479 AllowanceTotalAmount, 480 TaxBasisTotalAmount, 481 RoundingAmount, 482 GrandTotalAmount, 483 InformationAmount, 484 TotalPrepaidAmount, 485 TotalDiscountAmount, 486 TotalAllowanceChargeAmount, 487 DuePayableAmount, 488 RetailValueExcludingTaxInformationAmount, 489 TotalDepositFeeInformationAmount, 490 ProductValueExcludingTobaccoTaxInformationAmount, 491 TotalRetailValueInformationAmount, 492 GrossLineTotalAmount, 493 NetLineTotalAmount, 494 NetIncludingTaxesLineTotalAmount';

export function checkSyntax(invoice: Invoice): void {
  walk(invoice, invoice.root);
  checkUnits(invoice);
  checkHeader(invoice);
  checkLineSyntax(invoice);
  checkAllowanceSyntax(invoice);
  checkReferences(invoice);
}

/** Dates: `format` 102 is a day, 20260131. */
export function checkDates({ named, list }: Invoice): void {
  for (const date of named('DateTimeString')) {
    if (date.prefix !== 'udt' || date.attributes.get('format') !== '102') continue;
    if (!/^\s*\d{4}(?:1[0-2]|0[1-9])(?:3[01]|[12]\d|0[1-9])\s*$/.test(date.text)) {
      list.error(
        'CII-DT-097',
        date,
        `A date of format 102 is written as 20260131; this is "${date.text.trim().slice(0, 20)}".`,
      );
    }
  }
}

/** The depth of this recursion is limited by the parser. */
function walk(invoice: Invoice, element: InvoiceElement): void {
  for (const [name, parts] of unused) {
    if (name.test(element.name) && element.name !== 'TaxTotalAmount') rejectParts(invoice, element, parts);
  }
  if (element.name.endsWith('ID'))
    rejectParts(invoice, element, isPlain(element) ? plainIdentifier : identifier);
  for (const child of element.children) walk(invoice, child);
}

/** CII-DT-033: a unit on any quantity demands one on the invoiced quantities. */
function checkUnits({ named, list }: Invoice): void {
  if (named('BilledQuantity').some(({ attributes }) => attributes.has('unitCode'))) return;
  for (const quantity of named('BasisQuantity')) {
    if (quantity.attributes.has('unitCode')) {
      list.error(
        'CII-DT-033',
        quantity,
        'This quantity has a unit, but no invoiced quantity (BT-129) has one.',
      );
    }
  }
}

/** Identifiers that have no scheme: of the profile, the invoice, a line, and the seller's of an item. */
function isPlain({ name, parent }: InvoiceElement): boolean {
  if (name === 'LineID') return parent?.name === 'AssociatedDocumentLineDocument';
  if (name === 'SellerAssignedID') return parent?.name === 'SpecifiedTradeProduct';
  return (
    name === 'ID' &&
    (parent?.name === 'ExchangedDocument' || parent?.name === 'GuidelineSpecifiedDocumentContextParameter')
  );
}

function rejectParts({ list }: Invoice, element: InvoiceElement, parts: string): void {
  if (element.attributes.size === 0 && element.children.length === 0) return;
  for (const part of parts.split(', ')) {
    const [number, name = ''] = part.split(' ');
    const isThere = name.startsWith('@') ? element.attributes.has(name.slice(1)) : has(element, name);
    if (isThere) list.error(`CII-DT-${number}`, element, `EN 16931 does not use ${name} in ${element.name}.`);
  }
}

function checkHeader(invoice: Invoice): void {
  const { root, list, agreement, settlement, summation, named } = invoice;
  const context = elementAt(root, 'ExchangedDocumentContext');
  const guidelines = elementsAt(context, 'GuidelineSpecifiedDocumentContextParameter');
  if (context && guidelines.length !== 1) {
    list.error('CII-SR-009', context, 'GuidelineSpecifiedDocumentContextParameter must occur once.');
  }
  if (context && guidelines.flatMap((each) => elementsAt(each, 'ID')).length !== 1) {
    list.error('CII-SR-010', context, 'The specification identifier (BT-24) must occur once.');
  }
  const document = elementAt(root, 'ExchangedDocument');
  if (document && elementsAt(document, 'TypeCode').length !== 1) {
    list.error('CII-SR-014', document, 'The invoice type code (BT-3) must occur once.');
  }
  atMostOnce(invoice, 'CII-SR-455', agreement, 'SellerTradeParty/DefinedTradeContact');
  atMostOnce(invoice, 'CII-SR-456', agreement, 'BuyerTradeParty/DefinedTradeContact');
  atMostOnce(invoice, 'CII-SR-459', agreement, 'SellerTradeParty/URIUniversalCommunication');
  atMostOnce(invoice, 'CII-SR-460', agreement, 'BuyerTradeParty/URIUniversalCommunication');
  atMostOnce(invoice, 'CII-SR-461', settlement, 'ApplicableTradeTax/TaxPointDate');
  const dueDates = new Set(
    named('DueDateTypeCode')
      .filter(({ parent }) => parent?.name === 'ApplicableTradeTax')
      .map(({ text }) => text),
  );
  if (settlement && dueDates.size > 1) {
    list.error(
      'CII-SR-462',
      settlement,
      `The codes for the VAT point date (BT-8) must be equal; there are ${[...dueDates].join(', ')}.`,
    );
  }
  for (const total of singleTotals.split(', ')) {
    const [number, name = ''] = total.split(' ');
    atMostOnce(invoice, `CII-SR-${number}`, summation, name);
  }
  if (
    named('PaymentReference').filter(({ parent }) => parent?.name === 'ApplicableHeaderTradeSettlement')
      .length > 1
  ) {
    list.error('CII-SR-469', root, 'The payment reference (BT-83) may occur once.');
  }
}

function checkLineSyntax(invoice: Invoice): void {
  const { lines, list } = invoice;
  for (const line of lines) {
    const product = elementAt(line, 'SpecifiedTradeProduct');
    if (
      product &&
      has(product, 'OriginTradeCountry') &&
      elementsAt(product, 'OriginTradeCountry/ID').length !== 1
    ) {
      list.error('CII-SR-090', product, 'The country of origin (BT-159) must have one ID.');
    }
    if (
      elementsAt(product, 'GlobalID').length > 0 &&
      !elementAt(product, 'GlobalID')?.attributes.has('schemeID')
    ) {
      list.error(
        'CII-SR-046',
        product ?? line,
        'The item identifier (BT-157) needs a schemeID, such as 0160 for a GTIN.',
      );
    }
    for (const attribute of elementsAt(product, 'ApplicableProductCharacteristic')) {
      for (const [rule, name] of [
        ['CII-SR-069', 'Description'],
        ['CII-SR-072', 'Value'],
      ] as const) {
        if (elementsAt(attribute, name).length !== 1)
          list.error(rule, attribute, `An item attribute (BG-32) has one ${name}.`);
      }
    }
    const agreement = elementAt(line, 'SpecifiedLineTradeAgreement');
    const prices = elementsAt(agreement, 'NetPriceProductTradePrice/ChargeAmount').length;
    if (agreement && prices !== 1) {
      list.error(
        'CII-SR-439',
        agreement,
        `The net price (BT-146) must occur once; it occurs ${prices} times.`,
      );
      if (prices > 1) list.error('CII-SR-441', agreement, 'The net price (BT-146) may occur once.');
    }
  }
}

function checkAllowanceSyntax(invoice: Invoice): void {
  for (const element of invoice.named('SpecifiedTradeAllowanceCharge')) {
    atMostOnce(invoice, 'CII-SR-471', element, 'RateApplicablePercent');
    atMostOnce(invoice, 'CII-SR-472', element, 'CategoryTradeTax');
    atMostOnce(invoice, 'CII-SR-473', element, 'ActualAmount');
  }
  for (const element of invoice.named('AppliedTradeAllowanceCharge')) {
    atMostOnce(invoice, 'CII-SR-440', element, 'ActualAmount');
  }
  for (const tax of ['ApplicableTradeTax', 'CategoryTradeTax'].flatMap((name) => invoice.named(name))) {
    if (has(tax, 'TypeCode') && !elementsAt(tax, 'TypeCode').some(({ text }) => text === 'VAT')) {
      invoice.list.error(
        'CII-DT-037',
        tax,
        `The type of a tax is VAT; this is "${textAt(tax, 'TypeCode').slice(0, 20)}".`,
      );
    }
  }
}

/** Only supporting documents (BG-24) and object identifiers (BT-18, BT-128) have more than a number. */
function checkReferences({ root, list }: Invoice): void {
  const visit = (element: InvoiceElement): void => {
    if (element.name.endsWith('ReferencedDocument')) check(element);
    for (const child of element.children) visit(child);
  };
  const check = (element: InvoiceElement) => {
    const type = element.name === 'AdditionalReferencedDocument' ? textAt(element, 'TypeCode') : '';
    const reject = (rule: string, name: string, isRight: boolean) => {
      if (!isRight && has(element, name))
        list.error(rule, element, `EN 16931 does not use ${name} in this ${element.name}.`);
    };
    reject('CII-DT-015', 'URIID', type === '916');
    reject('CII-DT-018', 'TypeCode', type === '50' || type === '130' || type === '916');
    reject('CII-DT-021', 'Name', type === '916');
    reject('CII-DT-022', 'AttachmentBinaryObject', type === '916');
    reject('CII-DT-024', 'ReferenceTypeCode', type === '130');
    reject('CII-DT-027', 'FormattedIssueDateTime', element.name === 'InvoiceReferencedDocument');
  };
  visit(root);
}

function atMostOnce({ list }: Invoice, rule: string, from: InvoiceElement | undefined, path: string): void {
  const found = elementsAt(from, path);
  if (found[1]) list.error(rule, found[1], `${path} may occur once; it occurs ${found.length} times.`);
}
