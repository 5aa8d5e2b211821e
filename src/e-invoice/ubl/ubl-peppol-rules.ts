/** The rules of Peppol BIS Billing 3 in UBL beside those of `rules/peppol-rules.ts`: as of May 2026. */
import { isCode } from '../codes/code-lists.ts';
import { Decimal } from '../decimal.ts';
import type { Findings } from '../findings.ts';
import type { Invoice } from '../rules/invoice.ts';
import { checkXRechnung } from '../rules/xrechnung-rules.ts';
import { elementAt, elementsAt, type InvoiceElement, textAt } from '../xml/invoice-element.ts';
import type { XmlDocument } from '../xml/parse-invoice-xml.ts';
import { checkSchemes } from './peppol-schemes.ts';

/** Which XRechnung has too. */
export function checkUblPeppol({ root, named }: XmlDocument, { profile, list }: Invoice): void {
  const totals = elementsAt(root, 'TaxTotal');
  const divided = totals.filter((total) => elementAt(total, 'TaxSubtotal'));
  const accounting = textAt(root, 'TaxCurrencyCode');
  if (divided.length !== 1) {
    list.error(
      'PEPPOL-EN16931-R053',
      root,
      `There is one TaxTotal with a VAT breakdown (BG-23), not ${divided.length}.`,
    );
  }
  if (totals.length - divided.length !== (elementAt(root, 'TaxCurrencyCode') ? 1 : 0)) {
    list.error(
      'PEPPOL-EN16931-R054',
      root,
      'There is one TaxTotal without a VAT breakdown (BT-111) if and only if BT-6 names its currency.',
    );
  }
  const sign = (currency: string) =>
    totals
      .flatMap((total) => elementsAt(total, 'TaxAmount'))
      .filter(({ attributes }) => attributes.get('currencyID') === currency)
      .flatMap(({ text }) => Decimal.parse(text)?.compare(Decimal.zero) ?? [])[0];
  const signs = [sign(accounting), sign(textAt(root, 'DocumentCurrencyCode'))];
  const isSame = (other: number) => signs.every((each) => each === 0 || each === other);
  if (accounting !== '' && !isSame(-1) && !isSame(1))
    list.error(
      'PEPPOL-EN16931-R055',
      root,
      'The total VAT in both currencies (BT-110, BT-111) has one sign.',
    );
  for (const price of named('Price')) {
    for (const discount of elementsAt(price, 'AllowanceCharge')) {
      if (textAt(discount, 'ChargeIndicator') !== 'false')
        list.error('PEPPOL-EN16931-R044', discount, 'A price has a discount (BT-147), and no charge.');
    }
  }
  for (const line of ['InvoiceLine', 'CreditNoteLine'].flatMap(named)) {
    checkLineTotal(line, profile === 'PEPPOL', list);
    const documents = elementsAt(line, 'DocumentReference');
    if (documents[0] && !documents.some((each) => textAt(each, 'DocumentTypeCode') === '130'))
      list.error('PEPPOL-EN16931-R101', line, 'The DocumentTypeCode of an object of a line (BT-128) is 130.');
  }
}

const fewCents = Decimal.one.plus(Decimal.one).percent();

/** R120: quantity, price, allowances and charges make the net amount. XRechnung only warns. */
function checkLineTotal(line: InvoiceElement, isPeppol: boolean, list: Findings): void {
  const number = (path: string) => Decimal.parse(elementAt(line, path)?.text ?? '');
  const quantity = number('InvoicedQuantity') ?? number('CreditedQuantity') ?? Decimal.one;
  const per = number('Price/BaseQuantity');
  const sum = (indicator: string) =>
    Decimal.sum(
      elementsAt(line, 'AllowanceCharge')
        .filter((each) => textAt(each, 'ChargeIndicator') === indicator)
        .flatMap((each) => elementsAt(each, 'Amount'))
        .flatMap(({ text }) => Decimal.parse(text) ?? []),
    ).round(2);
  const stated = number('LineExtensionAmount') ?? Decimal.zero;
  // Multiplied by the quantity of the price, so that nothing has to be divided.
  const factor = per && !per.isZero() ? per : Decimal.one;
  const rest = stated.minus(sum('true')).plus(sum('false')).times(factor);
  const right = quantity.times(number('Price/PriceAmount') ?? Decimal.zero);
  if (rest.minus(right).abs().compare(fewCents.times(factor.abs())) <= 0) return;
  const of = per ? ` / ${per}` : '';
  const message = `BT-131 is ${stated}, which is not quantity ${quantity} × price ${number('Price/PriceAmount') ?? '(missing)'}${of}, less allowances, plus charges (R120).`;
  if (isPeppol) list.error('PEPPOL-EN16931-R120', line, message);
  else list.warning('PEPPOL-EN16931-R120', line, message);
}

/** Types of UNTDID 1001 that Peppol takes. */
const invoiceTypes = new Set(
  '71 80 82 84 102 218 219 326 331 380 382 383 384 386 388 393 395 553 575 623 780 817 870 875 876 877'.split(
    ' ',
  ),
);
const creditNoteTypes = new Set(['381', '396', '81', '83', '532']);

/** Schemes of electronic addresses (EAS) that the norm knows and Peppol does not, such as EM for email. */
const unusedSchemes = new Set(
  '0037 0147 0154 0158 0170 0177 0193 0194 0202 0203 0205 0212 0213 0215 0217 0219 0220 AN AQ AS AU EM'.split(
    ' ',
  ),
);

/** Codes for the exemption, and the only VAT category that each is for. */
const categories: Readonly<Record<string, readonly [rule: string, category: string]>> = {
  'VATEX-EU-G': ['P0104', 'G'],
  'VATEX-EU-O': ['P0105', 'O'],
  'VATEX-EU-IC': ['P0106', 'K'],
  'VATEX-EU-AE': ['P0107', 'AE'],
  'VATEX-EU-D': ['P0108', 'E'],
  'VATEX-EU-F': ['P0109', 'E'],
  'VATEX-EU-I': ['P0110', 'E'],
  'VATEX-EU-J': ['P0111', 'E'],
};

const dates = ['IssueDate', 'DueDate', 'TaxPointDate', 'StartDate', 'EndDate', 'ActualDeliveryDate'];
const amounts =
  'Amount BaseAmount PriceAmount TaxableAmount LineExtensionAmount TaxExclusiveAmount TaxInclusiveAmount AllowanceTotalAmount ChargeTotalAmount PrepaidAmount PayableRoundingAmount PayableAmount'.split(
    ' ',
  );

/** What Peppol alone wants. Its rules for Germany are those of XRechnung under other names; those of other countries are not here. */
export function checkPeppolOnly(file: XmlDocument, invoice: Invoice): void {
  const { root, named } = file;
  const { list } = invoice;
  const error = (rule: string, at: InvoiceElement, message: string) =>
    list.error(`PEPPOL-EN16931-${rule}`, at, message);
  const country = (party: string) =>
    textAt(root, `${party}/Party/PostalAddress/Country/IdentificationCode`).toUpperCase();
  const isGerman = country('AccountingSupplierParty') === 'DE' && country('AccountingCustomerParty') === 'DE';
  const process = textAt(root, 'ProfileID');
  const [, number] = /^urn:fdc:peppol\.eu:2017:poacc:billing:(\d\d):1\.0$/.exec(process) ?? [];
  if (number === undefined) {
    error(
      'R007',
      root,
      `The business process (BT-23) is urn:fdc:peppol.eu:2017:poacc:billing:NN:1.0, such as 01.`,
    );
  }
  if (elementsAt(root, 'Note').length > 1 && !isGerman)
    error('R002', root, 'Peppol takes one note (BT-22), but within Germany.');
  if (!elementAt(root, 'BuyerReference') && !elementAt(root, 'OrderReference/ID'))
    error('R003', root, 'A buyer reference (BT-10) or an order number (BT-13) is missing.');
  if (textAt(root, 'CustomizationID').includes('::'))
    error('R004', root, 'The specification identifier (BT-24) has no "::".');
  const credited = elementsAt(root, 'AdditionalDocumentReference').filter(
    (each) => textAt(each, 'DocumentTypeCode') === '50',
  );
  if (root.name === 'CreditNote' && credited.length > 1)
    error('R080', root, 'A credit note names one project (BT-11).');
  for (const line of ['InvoiceLine', 'CreditNoteLine'].flatMap(named)) {
    if (elementsAt(line, 'DocumentReference').length > 1)
      error('R100', line, 'A line has one object (BT-128).');
  }
  const currency = textAt(root, 'DocumentCurrencyCode');
  const taxes = [
    ...elementsAt(root, 'TaxTotal').filter((total) => elementAt(total, 'TaxSubtotal')),
    ...named('TaxSubtotal'),
  ].flatMap((each) => elementsAt(each, 'TaxAmount'));
  for (const amount of [...amounts.flatMap(named), ...taxes]) {
    const own = amount.attributes.get('currencyID') ?? '';
    if (own !== currency)
      error(
        'R051',
        amount,
        `The currency of ${amount.name} is ${currency} (BT-5), not "${own.slice(0, 10)}".`,
      );
  }
  const isKnownProcess = number === '01' || number === '02';
  for (const type of named('InvoiceTypeCode')) {
    const code = type.text.trim();
    if (isKnownProcess && !invoiceTypes.has(code))
      error('P0100', type, `Peppol takes no invoice of type "${code.slice(0, 10)}".`);
    if ((code === '326' || code === '384') && !isGerman)
      error('P0112', type, `Peppol takes the type ${code} within Germany only.`);
  }
  for (const type of named('CreditNoteTypeCode')) {
    const code = type.text.trim();
    if (isKnownProcess && !creditNoteTypes.has(code))
      error('P0101', type, `Peppol takes no credit note of type "${code.slice(0, 10)}".`);
  }
  for (const date of dates.flatMap(named)) {
    if (!/^\d{4}-\d\d-\d\d$/.test(date.text))
      error('F001', date, `${date.name} is a date such as 2026-01-31.`);
  }
  for (const endpoint of named('EndpointID')) {
    const scheme = endpoint.attributes.get('schemeID');
    if (scheme !== undefined && (!isCode('addressSchemes', scheme) || unusedSchemes.has(scheme)))
      error('CL008', endpoint, `Peppol has no addresses of the scheme "${scheme.slice(0, 10)}".`);
  }
  for (const category of named('TaxCategory')) {
    const code = textAt(category, 'TaxExemptionReasonCode').toUpperCase();
    const [rule, only] = categories[code] ?? [];
    if (rule && textAt(category, 'ID') !== only)
      error(rule, category, `${code} (BT-121) is for the VAT category ${only} only.`);
  }
  checkSchemes(file, list);
  if (isGerman) checkXRechnung({ ...invoice, list: german(list) });
}

/** BR-DE-23-a of XRechnung is DE-R-023-1 of Peppol. That on the version of XRechnung has no counterpart. */
function german(list: Findings): Findings {
  const rename = (rule: string) => {
    const [, number = '', part] = /^BR-DE-(\d+)(?:-([ab]))?$/.exec(rule) ?? [];
    return `DE-R-${number.padStart(3, '0')}${part ? `-${part === 'a' ? 1 : 2}` : ''}`;
  };
  return {
    error: (rule, at, message) => list.error(rename(rule), at, message),
    warning(rule, at, message) {
      if (rule !== 'BR-DE-21') list.warning(rename(rule), at, message);
    },
  };
}
