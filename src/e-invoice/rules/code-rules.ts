/** Values from code lists. */
import { type CodeList, isCode } from '../codes/code-lists.ts';
import { nearestCode } from '../codes/nearest-code.ts';
import type { InvoiceElement } from '../xml/invoice-element.ts';
import { type Invoice, isCharge } from './invoice.ts';

interface CodeRule {
  readonly rule: string;
  readonly element: string;
  /** The attribute with the code; the text of the element otherwise. */
  readonly attribute?: string | undefined;
  readonly list: CodeList;
  readonly what: string;
  /** The business term, by the name of an element that the code is in. */
  readonly terms?: Readonly<Record<string, string>> | undefined;
  readonly applies?: ((element: InvoiceElement) => boolean) | undefined;
}

const isIn =
  (...names: readonly string[]) =>
  ({ parent }: InvoiceElement) =>
    names.includes(parent?.name ?? '');

const isWithin = (element: InvoiceElement, name: string): boolean => {
  for (let above = element.parent; above; above = above.parent) if (above.name === name) return true;
  return false;
};

const isShipTo = (element: InvoiceElement) =>
  element.parent?.name === 'ShipToTradeParty' &&
  element.parent.parent?.name === 'ApplicableHeaderTradeDelivery';

const rules: readonly CodeRule[] = [
  {
    rule: 'BR-CL-01',
    element: 'TypeCode',
    list: 'documentTypes',
    what: 'invoice type (BT-3, UNTDID 1001)',
    applies: isIn('ExchangedDocument'),
  },
  {
    rule: 'BR-CL-03',
    element: 'TaxTotalAmount',
    attribute: 'currencyID',
    list: 'currencies',
    what: 'currency (ISO 4217)',
  },
  { rule: 'BR-CL-04', element: 'InvoiceCurrencyCode', list: 'currencies', what: 'currency (BT-5, ISO 4217)' },
  { rule: 'BR-CL-05', element: 'TaxCurrencyCode', list: 'currencies', what: 'currency (BT-6, ISO 4217)' },
  {
    rule: 'BR-CL-06',
    element: 'DueDateTypeCode',
    list: 'taxPointDates',
    what: 'code for the VAT point date (BT-8: 5, 29 or 72)',
  },
  {
    rule: 'BR-CL-07',
    element: 'ReferenceTypeCode',
    list: 'referenceTypes',
    what: 'scheme of an object identifier (UNTDID 1153)',
  },
  {
    rule: 'BR-CL-08',
    element: 'SubjectCode',
    list: 'noteSubjects',
    what: 'subject of a note (BT-21, UNTDID 4451)',
  },
  {
    rule: 'BR-CL-10',
    element: 'GlobalID',
    attribute: 'schemeID',
    list: 'identifierSchemes',
    what: 'scheme of an identifier (ISO 6523)',
    applies: (element) =>
      !isWithin(element, 'SpecifiedTradeProduct') && !isWithin(element, 'ShipToTradeParty'),
  },
  {
    rule: 'BR-CL-11',
    element: 'ID',
    attribute: 'schemeID',
    list: 'identifierSchemes',
    what: 'scheme of a registration (ISO 6523)',
    applies: (element) => !isWithin(element, 'SpecifiedTaxRegistration'),
  },
  {
    rule: 'BR-CL-13',
    element: 'ClassCode',
    attribute: 'listID',
    list: 'itemClassifications',
    what: 'scheme of a classification (UNTDID 7143)',
  },
  {
    rule: 'BR-CL-14',
    element: 'CountryID',
    list: 'countries',
    what: 'country (ISO 3166-1)',
    terms: {
      SellerTradeParty: 'BT-40',
      BuyerTradeParty: 'BT-55',
      ShipToTradeParty: 'BT-80',
      SellerTaxRepresentativeTradeParty: 'BT-69',
    },
  },
  {
    rule: 'BR-CL-15',
    element: 'ID',
    list: 'countries',
    what: 'country of origin (BT-159, ISO 3166-1)',
    applies: isIn('OriginTradeCountry'),
  },
  {
    rule: 'BR-CL-16',
    element: 'TypeCode',
    list: 'paymentMeans',
    what: 'means of payment (BT-81, UNTDID 4461)',
    applies: isIn('SpecifiedTradeSettlementPaymentMeans'),
  },
  {
    rule: 'BR-CL-17',
    element: 'CategoryCode',
    list: 'vatCategories',
    what: 'VAT category (UNTDID 5305)',
    applies: isIn('CategoryTradeTax'),
  },
  {
    rule: 'BR-CL-18',
    element: 'CategoryCode',
    list: 'vatCategories',
    what: 'VAT category (UNTDID 5305)',
    terms: { SpecifiedLineTradeSettlement: 'BT-151', ApplicableHeaderTradeSettlement: 'BT-118' },
    applies: isIn('ApplicableTradeTax'),
  },
  {
    rule: 'BR-CL-19',
    element: 'ReasonCode',
    list: 'allowanceReasons',
    what: 'reason of an allowance (UNTDID 5189)',
    terms: { SpecifiedLineTradeSettlement: 'BT-140', ApplicableHeaderTradeSettlement: 'BT-98' },
    applies: (element) =>
      isIn('SpecifiedTradeAllowanceCharge')(element) &&
      element.parent !== undefined &&
      isCharge(element.parent) === false,
  },
  {
    rule: 'BR-CL-20',
    element: 'ReasonCode',
    list: 'chargeReasons',
    what: 'reason of a charge (UNTDID 7161)',
    terms: { SpecifiedLineTradeSettlement: 'BT-145', ApplicableHeaderTradeSettlement: 'BT-105' },
    applies: (element) =>
      isIn('SpecifiedTradeAllowanceCharge')(element) &&
      element.parent !== undefined &&
      isCharge(element.parent) === true,
  },
  {
    rule: 'BR-CL-21',
    element: 'GlobalID',
    attribute: 'schemeID',
    list: 'identifierSchemes',
    what: 'scheme of an item identifier (BT-157, ISO 6523)',
    applies: isIn('SpecifiedTradeProduct'),
  },
  {
    rule: 'BR-CL-22',
    element: 'ExemptionReasonCode',
    list: 'exemptionReasons',
    what: 'exemption reason (BT-121, VATEX)',
  },
  {
    rule: 'BR-CL-23',
    element: 'BilledQuantity',
    attribute: 'unitCode',
    list: 'units',
    what: 'unit (BT-130, UN/ECE recommendation 20 or 21)',
  },
  {
    rule: 'BR-CL-23',
    element: 'BasisQuantity',
    attribute: 'unitCode',
    list: 'units',
    what: 'unit of the price (BT-150, UN/ECE recommendation 20 or 21)',
  },
  {
    rule: 'BR-CL-25',
    element: 'URIID',
    attribute: 'schemeID',
    list: 'addressSchemes',
    what: 'scheme of an electronic address (EAS)',
    terms: { SellerTradeParty: 'BT-34', BuyerTradeParty: 'BT-49' },
    applies: isIn('URIUniversalCommunication'),
  },
  {
    rule: 'BR-CL-26',
    element: 'GlobalID',
    attribute: 'schemeID',
    list: 'identifierSchemes',
    what: 'scheme of a location (BT-71, ISO 6523)',
    applies: isShipTo,
  },
];

/** The term of the nearest element around a code that has one. */
function findTerm(element: InvoiceElement, terms: Readonly<Record<string, string>>): string | undefined {
  for (let above = element.parent; above; above = above.parent) {
    if (Object.hasOwn(terms, above.name)) return terms[above.name];
  }
  return undefined;
}

const attachmentTypes = new Set([
  'application/pdf',
  'image/png',
  'image/jpeg',
  'text/csv',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'application/vnd.oasis.opendocument.spreadsheet',
]);
/** The types that EXTENDED and the extension of XRechnung add. */
const extendedAttachmentTypes = new Set(['application/xml', 'text/xml', 'application/json']);

export function checkCodes(invoice: Invoice): void {
  const { named, list, profile, settlement } = invoice;
  const isUbl = invoice.syntax === 'UBL';
  for (const { rule, element: name, attribute, list: codes, what, terms, applies } of rules) {
    // UBL takes other codes here.
    if (isUbl && ['BR-CL-01', 'BR-CL-03', 'BR-CL-06'].includes(rule)) continue;
    for (const element of named(name)) {
      if (applies && !applies(element)) continue;
      const value = attribute ? element.attributes.get(attribute) : element.text;
      if (value === undefined) continue;
      const code = value.trim();
      if (isCode(codes, rule === 'BR-CL-22' ? code.toUpperCase() : code)) continue;
      const meant = code.length <= 40 ? nearestCode(codes, code) : undefined;
      const hint = meant === undefined ? '' : ` Did you mean "${meant}"?`;
      const term = terms && findTerm(element, terms);
      // The artefacts for UBL have one rule for categories of the document, and one for those of lines.
      const isOfDocument = isUbl && rule === 'BR-CL-18' && element.parent?.parent === settlement;
      list.error(
        isOfDocument ? 'BR-CL-17' : rule,
        element,
        `"${code.slice(0, 40)}" is not a code for the ${term ? what.replace('(', `(${term}, `) : what}.${hint}`,
      );
    }
  }
  for (const attachment of named('AttachmentBinaryObject')) {
    const type = attachment.attributes.get('mimeCode');
    if (type === undefined || attachmentTypes.has(type)) continue;
    if (profile === 'EXTENDED' && extendedAttachmentTypes.has(type)) continue;
    list.error(
      'BR-CL-24',
      attachment,
      `An attachment must not be of type "${type.slice(0, 40)}", but PDF, PNG, JPEG, CSV, XLSX or ODS.`,
    );
  }
}
