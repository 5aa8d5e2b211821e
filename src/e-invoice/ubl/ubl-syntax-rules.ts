/** How EN 16931 uses UBL: what may occur once (UBL-SR, UBL-DT), and rules that the artefacts word otherwise than for CII. */
import { isCode } from '../codes/code-lists.ts';
import { Decimal } from '../decimal.ts';
import type { Findings } from '../findings.ts';
import { elementAt, elementsAt, type InvoiceElement, textAt } from '../xml/invoice-element.ts';
import type { XmlDocument } from '../xml/parse-invoice-xml.ts';

const sellerParty = 'AccountingSupplierParty/Party';
const buyerParty = 'AccountingCustomerParty/Party';

/** Rule, and the path from the root that may be there once. */
const onceInDocument: readonly (readonly [rule: string, path: string])[] = [
  ['UBL-SR-01', 'ContractDocumentReference/ID'],
  ['UBL-SR-02', 'ReceiptDocumentReference/ID'],
  ['UBL-SR-03', 'DespatchDocumentReference/ID'],
  ['UBL-SR-05', 'PaymentTerms/Note'],
  ['UBL-SR-08', 'InvoicePeriod'],
  ['UBL-SR-09', `${sellerParty}/PartyLegalEntity/RegistrationName`],
  ['UBL-SR-10', `${sellerParty}/PartyName/Name`],
  ['UBL-SR-11', `${sellerParty}/PartyLegalEntity/CompanyID`],
  ['UBL-SR-14', `${sellerParty}/PartyLegalEntity/CompanyLegalForm`],
  ['UBL-SR-15', `${buyerParty}/PartyLegalEntity/RegistrationName`],
  ['UBL-SR-16', `${buyerParty}/PartyIdentification/ID`],
  ['UBL-SR-17', `${buyerParty}/PartyLegalEntity/CompanyID`],
  ['UBL-SR-24', 'Delivery'],
  ['UBL-SR-39', 'ProjectReference/ID'],
  ['UBL-SR-40', `${buyerParty}/PartyName/Name`],
  ['UBL-SR-45', 'PaymentMeans/PaymentDueDate'],
  ['UBL-SR-49', 'InvoicePeriod/DescriptionCode'],
  ['UBL-SR-54', 'PaymentMeans/CardAccount'],
  ['UBL-SR-55', 'PaymentMeans/PaymentMandate'],
  ['UBL-SR-56', 'OriginatorDocumentReference/ID'],
];

/** Rule, the names of elements, and the path from each of them that may be there once. */
const onceIn: readonly (readonly [rule: string, names: readonly string[], path: string])[] = [
  ['UBL-SR-06', ['BillingReference'], 'InvoiceDocumentReference'],
  ['UBL-SR-22', ['TaxRepresentativeParty'], 'PartyName/Name'],
  ['UBL-SR-23', ['TaxRepresentativeParty'], 'PartyTaxScheme/CompanyID'],
  ['UBL-SR-25', ['Delivery'], 'DeliveryParty/PartyName/Name'],
  ['UBL-SR-26', ['PaymentMeans'], 'PaymentID'],
  ['UBL-SR-27', ['PaymentMeans'], 'PaymentMeansCode'],
  ['UBL-SR-28', ['PaymentMeans'], 'PaymentMandate/ID'],
  ['UBL-SR-32', ['TaxSubtotal'], 'TaxCategory/TaxExemptionReason'],
  ['UBL-SR-33', ['AdditionalDocumentReference'], 'DocumentDescription'],
  ['UBL-SR-34', ['InvoiceLine', 'CreditNoteLine'], 'Note'],
  ['UBL-SR-35', ['InvoiceLine', 'CreditNoteLine'], 'OrderLineReference/LineID'],
  ['UBL-SR-36', ['InvoiceLine', 'CreditNoteLine'], 'InvoicePeriod'],
  ['UBL-SR-37', ['InvoiceLine', 'CreditNoteLine'], 'Price/AllowanceCharge/Amount'],
  ['UBL-SR-50', ['InvoiceLine', 'CreditNoteLine'], 'Item/Description'],
  ['UBL-SR-52', ['InvoiceLine', 'CreditNoteLine'], 'DocumentReference'],
  ['UBL-SR-51', ['PostalAddress', 'Address'], 'AddressLine'],
];

export function checkUblSyntax({ root, named }: XmlDocument, list: Findings): void {
  const atMostOnce = (rule: string, found: readonly InvoiceElement[], what: string) => {
    if (found[1]) list.error(rule, found[1], `${what} may occur once; it occurs ${found.length} times.`);
  };
  for (const [rule, path] of onceInDocument) atMostOnce(rule, elementsAt(root, path), path);
  for (const [rule, names, path] of onceIn) {
    for (const element of names.flatMap(named)) atMostOnce(rule, elementsAt(element, path), path);
  }
  const objects = elementsAt(root, 'AdditionalDocumentReference').filter(
    (each) => textAt(each, 'DocumentTypeCode') === '130',
  );
  atMostOnce('UBL-SR-04', objects, 'A reference to an object (BT-18)');
  const taxNumbers = (party: string, isVat: boolean) =>
    elementsAt(root, `${party}/PartyTaxScheme`)
      .filter((each) => (textAt(each, 'TaxScheme/ID').toUpperCase() === 'VAT') === isVat)
      .flatMap((each) => elementsAt(each, 'CompanyID'));
  atMostOnce('UBL-SR-12', taxNumbers(sellerParty, true), "The seller's VAT identifier (BT-31)");
  atMostOnce('UBL-SR-13', taxNumbers(sellerParty, false), "The seller's tax number (BT-32)");
  atMostOnce('UBL-SR-18', taxNumbers(buyerParty, true), "The buyer's VAT identifier (BT-48)");
  const creditors = named('PartyIdentification')
    .flatMap((each) => elementsAt(each, 'ID'))
    .filter(({ attributes }) => attributes.get('schemeID')?.toUpperCase() === 'SEPA');
  atMostOnce('UBL-SR-29', creditors, 'The identifier of the creditor (BT-90)');
  const names = elementsAt(root, 'PaymentMeans/PaymentMeansCode').filter(({ attributes }) =>
    attributes.has('name'),
  );
  atMostOnce('UBL-SR-46', names, 'The text for the means of payment (BT-82)');
  for (const [rule, name, what] of [
    ['UBL-SR-44', 'PaymentID', 'payment reference (BT-83)'],
    ['UBL-SR-47', 'PaymentMeansCode', 'means of payment (BT-81)'],
  ] as const) {
    const values = new Set(named(name).map(({ text }) => text));
    if (values.size > 1) {
      const shown = [...values].slice(0, 5).join(', ').slice(0, 100);
      list.error(rule, root, `The ${what} must be the same everywhere; there are ${shown}.`);
    }
  }
  checkParties({ root, named }, list);
  checkDocumentReferences({ root, named }, list);
  checkLines({ root, named }, list);
  checkAmounts({ root, named }, list);
  checkTaxTotals(root, list);
  checkUblCodes({ root, named }, list);
}

function checkParties({ root, named }: XmlDocument, list: Findings): void {
  for (const party of elementsAt(root, sellerParty)) {
    if (elementsAt(party, 'PartyTaxScheme').length > 2)
      list.error(
        'UBL-SR-42',
        party,
        'The seller has two PartyTaxScheme at most: for VAT, and for other taxes.',
      );
  }
  for (const registration of named('PartyTaxScheme')) {
    if (!elementAt(registration, 'TaxScheme/ID') || !elementAt(registration, 'CompanyID'))
      list.error('UBL-SR-53', registration, 'PartyTaxScheme needs a CompanyID and a TaxScheme with its ID.');
  }
  const seller = elementAt(root, `${sellerParty}/PartyLegalEntity/RegistrationName`);
  for (const payee of named('PayeeParty')) {
    const name = elementAt(payee, 'PartyName/Name');
    const isOther = name !== undefined && seller !== undefined && name.text !== seller.text;
    const identifiers = elementsAt(payee, 'PartyIdentification/ID').filter(
      ({ attributes }) => (attributes.get('schemeID') ?? 'SEPA').toUpperCase() !== 'SEPA',
    );
    for (const [rule, found, what] of [
      ['UBL-SR-19', elementsAt(payee, 'PartyName/Name'), 'name (BT-59)'],
      ['UBL-SR-20', identifiers, 'identifier (BT-60)'],
      ['UBL-SR-21', elementsAt(payee, 'PartyLegalEntity/CompanyID'), 'legal registration (BT-61)'],
    ] as const) {
      if (isOther && found.length <= 1) continue;
      list.error(rule, payee, `The payee (BG-10) has one ${what}, and a name that is not the seller's.`);
    }
  }
}

function checkDocumentReferences({ root, named }: XmlDocument, list: Findings): void {
  for (const reference of named('BillingReference')) {
    if (!elementAt(reference, 'InvoiceDocumentReference/ID'))
      list.error(
        'UBL-SR-07',
        reference,
        'A reference to a preceding invoice (BG-3) needs its number (BT-25).',
      );
  }
  for (const reference of named('AdditionalDocumentReference')) {
    const type = elementAt(reference, 'DocumentTypeCode')?.text;
    const isPlain = type === undefined && !elementAt(reference, 'ID')?.attributes.has('schemeID');
    if (type !== '130' && !(root.name === 'CreditNote' && type === '50') && !isPlain) {
      list.error(
        'UBL-SR-43',
        reference,
        'Only a reference to an object (BT-18) has a scheme and a DocumentTypeCode, which is 130.',
      );
    }
    if (type !== '130') continue;
    for (const [rule, name] of [
      ['UBL-CR-666', 'Attachment'],
      ['UBL-CR-673', 'DocumentDescription'],
    ] as const) {
      if (elementAt(reference, name))
        list.error(rule, reference, `A reference to an object (BT-18) has no ${name}.`);
    }
  }
}

function checkLines({ root, named }: XmlDocument, list: Findings): void {
  for (const line of ['InvoiceLine', 'CreditNoteLine'].flatMap(named)) {
    if (elementsAt(line, 'Item/ClassifiedTaxCategory').length !== 1)
      list.error(
        'UBL-SR-48',
        line,
        'An invoice line has one VAT category (BT-151): Item/ClassifiedTaxCategory.',
      );
  }
  for (const allowance of named('AllowanceCharge')) {
    const reasons = elementsAt(allowance, 'AllowanceChargeReason');
    const rule = textAt(allowance, 'ChargeIndicator') === 'true' ? 'UBL-SR-31' : 'UBL-SR-30';
    if (reasons[1]) list.error(rule, reasons[1], 'An allowance or charge has one reason.');
  }
  if (elementAt(root, 'TaxPointDate') && elementAt(root, 'InvoicePeriod/DescriptionCode')) {
    list.error('BR-CO-03', root, 'The date of the VAT point (BT-7) and its code (BT-8) exclude each other.');
  }
}

/** Elements whose currency is a code. */
const amounts =
  'Amount BaseAmount PriceAmount TaxAmount TaxableAmount LineExtensionAmount TaxExclusiveAmount TaxInclusiveAmount AllowanceTotalAmount ChargeTotalAmount PrepaidAmount PayableRoundingAmount PayableAmount'.split(
    ' ',
  );

function checkAmounts({ named }: XmlDocument, list: Findings): void {
  for (const amount of amounts.flatMap(named)) {
    const currency = amount.attributes.get('currencyID')?.trim() ?? '';
    if (!isCode('currencies', currency)) {
      const message = `"${currency.slice(0, 10)}" is not a code for the currency (ISO 4217) of ${amount.name}.`;
      list.error('BR-CL-03', amount, message);
    }
    const isOfPrice = amount.parent?.name === 'AllowanceCharge' && amount.parent.parent?.name === 'Price';
    const [, decimals = ''] = amount.text.split('.');
    if (decimals.length > 2 && amount.name !== 'PriceAmount' && !isOfPrice) {
      const message = `${amount.name} may have two decimals; it is ${amount.text.trim().slice(0, 50)}.`;
      list.error('UBL-DT-01', amount, message);
    }
  }
  for (const object of named('EmbeddedDocumentBinaryObject')) {
    for (const [rule, name] of [
      ['UBL-DT-06', 'mimeCode'],
      ['UBL-DT-07', 'filename'],
    ] as const) {
      if (!object.attributes.has(name))
        list.error(rule, object, `An attached document (BT-125) needs the attribute ${name}.`);
    }
  }
}

/** BR-CO-14: each total is the sum of its own breakdown. */
function checkTaxTotals(root: InvoiceElement, list: Findings): void {
  for (const total of elementsAt(root, 'TaxTotal')) {
    const parts = elementsAt(total, 'TaxSubtotal');
    if (parts.length === 0) continue;
    const sum = Decimal.sum(
      parts.flatMap((part) => Decimal.parse(elementAt(part, 'TaxAmount')?.text ?? '') ?? []),
    ).round(2);
    const stated = Decimal.parse(elementAt(total, 'TaxAmount')?.text ?? '');
    if (!stated?.equals(sum)) {
      const message = `BT-110 is ${stated ?? 'missing'}, but the VAT amounts of the breakdown (BT-117) add up to ${sum} (BR-CO-14).`;
      list.error('BR-CO-14', total, message);
    }
  }
}

/** UNTDID 1001, as far as a CreditNote may have it. 81 is both. */
const creditNoteTypes = new Set('81 83 261 262 296 308 381 396 420 458 502 503 532'.split(' '));

function checkUblCodes({ named }: XmlDocument, list: Findings): void {
  for (const [name, isRight, what] of [
    [
      'InvoiceTypeCode',
      (code: string) => isCode('documentTypes', code) && (code === '81' || !creditNoteTypes.has(code)),
      'type of an Invoice (BT-3, UNTDID 1001); credit notes are a CreditNote',
    ],
    [
      'CreditNoteTypeCode',
      (code: string) => creditNoteTypes.has(code),
      'type of a CreditNote (BT-3, UNTDID 1001: 381)',
    ],
  ] as const) {
    for (const element of named(name)) {
      const code = element.text.trim();
      if (!isRight(code))
        list.error('BR-CL-01', element, `"${code.slice(0, 40)}" is not a code for the ${what}.`);
    }
  }
  for (const element of named('DescriptionCode')) {
    if (element.parent?.name !== 'InvoicePeriod' || ['3', '35', '432'].includes(element.text.trim()))
      continue;
    const message = `The code for the VAT point date (BT-8) is 3, 35 or 432; it is "${element.text.trim().slice(0, 20)}".`;
    list.error('BR-CL-06', element, message);
  }
  for (const name of ['AdditionalDocumentReference', 'DocumentReference']) {
    for (const reference of named(name)) {
      const scheme = elementAt(reference, 'ID')?.attributes.get('schemeID')?.trim();
      if (scheme === undefined || textAt(reference, 'DocumentTypeCode') !== '130') continue;
      if (!isCode('referenceTypes', scheme)) {
        const message = `"${scheme.slice(0, 20)}" is not a code for the scheme of an object (UNTDID 1153).`;
        list.error('BR-CL-07', reference, message);
      }
    }
  }
}
