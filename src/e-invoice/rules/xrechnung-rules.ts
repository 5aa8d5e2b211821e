/** The rules that XRechnung 3.0 adds to EN 16931 in Germany: BR-DE of its artefacts 2.4.0 for version 3.0.2. */
import { isIban } from '../codes/check-digits.ts';
import { identifiers } from '../profiles.ts';
import { elementAt, elementsAt, type InvoiceElement, textAt } from '../xml/invoice-element.ts';
import { findVatIdentifiers } from './document-rules.ts';
import { has, hasText, type Invoice, isVat } from './invoice.ts';

export function checkXRechnung(invoice: Invoice): void {
  checkDocument(invoice);
  checkSeller(invoice);
  checkAddresses(invoice);
  checkMeans(invoice);
  checkSkonto(invoice);
}

const party = 'SupplyChainTradeTransaction/ApplicableHeaderTradeAgreement';

function checkDocument({ root, agreement, settlement, taxes, named, list, syntax }: Invoice): void {
  const specification = textAt(
    root,
    'ExchangedDocumentContext/GuidelineSpecifiedDocumentContextParameter/ID',
  );
  if (!specification.startsWith(identifiers.XRECHNUNG)) {
    list.warning('BR-DE-21', root, `The version of XRechnung should be 3.0: ${identifiers.XRECHNUNG}.`);
  }
  if (!has(settlement, 'SpecifiedTradeSettlementPaymentMeans')) {
    list.error('BR-DE-1', root, 'The payment instructions (BG-16) are missing.');
  }
  if (!hasText(agreement, 'BuyerReference')) {
    list.error(
      'BR-DE-15',
      root,
      'The buyer reference (BT-10) is missing; for public bodies it is the Leitweg-ID.',
    );
  }
  for (const tax of taxes) {
    if (!hasText(tax, 'RateApplicablePercent'))
      list.error('BR-DE-14', tax, 'The VAT rate (BT-119) of the breakdown is missing.');
  }
  const type = textAt(root, 'ExchangedDocument/TypeCode');
  if (!['326', '380', '384', '389', '381', '875', '876', '877'].includes(type)) {
    list.warning(
      'BR-DE-17',
      root,
      `The invoice type (BT-3) should be 326, 380, 381, 384, 389, 875, 876 or 877; it is ${type.slice(0, 10)}.`,
    );
  }
  if (type === '384' && !has(settlement, 'InvoiceReferencedDocument')) {
    list.warning(
      'BR-DE-26',
      root,
      'A corrected invoice (384) should name the invoice that it corrects (BG-3).',
    );
  }
  const attached = named('AttachmentBinaryObject');
  // The artefacts for UBL compare references.
  const compared =
    syntax === 'CII' ? attached : [...new Map(attached.map((each) => [each.parent, each])).values()];
  const names = compared.flatMap(({ attributes }) => attributes.get('filename') ?? []);
  const twice = findRepeated(names);
  if (twice)
    list.error('BR-DE-22', root, `The attachment "${twice.slice(0, 40)}" is there twice; names must differ.`);
  checkTaxNumbers();

  function checkTaxNumbers(): void {
    const taxed = [...named('ApplicableTradeTax'), ...named('CategoryTradeTax')].filter(isVat);
    if (!taxed.some((tax) => ['S', 'Z', 'E', 'AE', 'K', 'G', 'L', 'M'].includes(textAt(tax, 'CategoryCode'))))
      return;
    const seller = elementAt(agreement, 'SellerTradeParty');
    const isKnown = findVatIdentifiers(seller, ['VA', 'FC']).some(({ text }) => text.trim() !== '');
    if (!isKnown && !has(agreement, 'SellerTaxRepresentativeTradeParty')) {
      list.error(
        'BR-DE-16',
        root,
        "The seller's VAT identifier (BT-31) or tax number (BT-32), or a tax representative (BG-11), is missing.",
      );
    }
  }
}

function findRepeated(names: readonly string[]): string | undefined {
  const seen = new Set<string>();
  for (const name of names) {
    if (seen.has(name)) return name;
    seen.add(name);
  }
  return undefined;
}

function checkSeller({ seller, list }: Invoice): void {
  if (!seller) return;
  const contact = elementAt(seller, 'DefinedTradeContact');
  if (!contact) {
    list.error('BR-DE-2', seller, "The seller's contact (BG-6) is missing.");
    return;
  }
  const phone = textAt(contact, 'TelephoneUniversalCommunication/CompleteNumber');
  const email = textAt(contact, 'EmailURIUniversalCommunication/URIID');
  if (!hasText(contact, 'PersonName') && !hasText(contact, 'DepartmentName')) {
    list.error('BR-DE-5', contact, "The seller's contact has no name (BT-41).");
  }
  if (!phone) list.error('BR-DE-6', contact, "The seller's contact has no phone number (BT-42).");
  if (!email) list.error('BR-DE-7', contact, "The seller's contact has no email address (BT-43).");
  if (phone.replace(/\D/g, '').length < 3) {
    list.warning(
      'BR-DE-27',
      contact,
      `A phone number (BT-42) has three digits at least; this is "${phone.slice(0, 40)}".`,
    );
  }
  if (!/^[^@\s]+@(?:[^@.\s]+\.)+[^@.\s]+$/.test(email.slice(0, 320))) {
    list.warning('BR-DE-28', contact, `This is no email address (BT-43): "${email.slice(0, 60)}".`);
  }
}

/** City and postcode are required wherever there is an address. */
const addresses: readonly (readonly [
  path: string,
  who: string,
  city: readonly [rule: string, term: string],
  postcode: readonly [rule: string, term: string],
])[] = [
  [`${party}/SellerTradeParty/PostalTradeAddress`, 'seller', ['BR-DE-3', 'BT-37'], ['BR-DE-4', 'BT-38']],
  [`${party}/BuyerTradeParty/PostalTradeAddress`, 'buyer', ['BR-DE-8', 'BT-52'], ['BR-DE-9', 'BT-53']],
  [
    'SupplyChainTradeTransaction/ApplicableHeaderTradeDelivery/ShipToTradeParty/PostalTradeAddress',
    'recipient',
    ['BR-DE-10', 'BT-77'],
    ['BR-DE-11', 'BT-78'],
  ],
];

function checkAddresses({ root, list }: Invoice): void {
  for (const [path, who, city, postcode] of addresses) {
    for (const address of elementsAt(root, path)) {
      const check = (name: string, what: string, [rule, term]: readonly [string, string]) => {
        if (!hasText(address, name))
          list.error(rule, address, `The address of the ${who} has no ${what} (${term}).`);
      };
      check('CityName', 'city', city);
      check('PostcodeCode', 'postcode', postcode);
    }
  }
}

/** Each means of payment has its own group, and none of the others. */
function checkMeans({ settlement, root, list, syntax }: Invoice): void {
  // UBL has the mandate within a means of payment, CII once for all of them.
  const isUbl = syntax === 'UBL';
  const mandate = has(settlement, 'SpecifiedTradePaymentTerms/DirectDebitMandateID');
  const creditor = has(settlement, 'CreditorReferenceID');
  let isDebited = false;
  let isMandated = false;
  for (const means of elementsAt(settlement, 'SpecifiedTradeSettlementPaymentMeans')) {
    const type = textAt(means, 'TypeCode');
    const transfer = has(means, 'PayeePartyCreditorFinancialAccount');
    const card = has(means, 'ApplicableTradeSettlementFinancialCard');
    const debited = has(means, 'PayerPartyDebtorFinancialAccount/IBANID');
    const ownMandate = has(means, 'PaymentMandate');
    const debit = isUbl ? ownMandate : mandate || creditor || debited;
    isMandated ||= ownMandate;
    isDebited ||= debited;
    const check = (rule: string, what: string, isThere: boolean, others: boolean) => {
      if (!isThere) list.error(`${rule}-a`, means, `Means of payment ${type} needs ${what}.`);
      if (others)
        list.error(`${rule}-b`, means, `Means of payment ${type} has ${what}, so not those of other means.`);
    };
    if (type === '30' || type === '58')
      check('BR-DE-23', 'the account of the payee (BG-17)', transfer, card || debit);
    if (type === '48' || type === '54' || type === '55')
      check('BR-DE-24', 'a payment card (BG-18)', card, transfer || debit);
    if (type === '59') check('BR-DE-25', 'the data of a direct debit (BG-19)', debit, transfer || card);
    if (type === '58') checkIban('BR-DE-19', means, 'PayeePartyCreditorFinancialAccount/IBANID', 'BT-84');
    if (type === '59') checkIban('BR-DE-20', means, 'PayerPartyDebtorFinancialAccount/IBANID', 'BT-91');
  }
  if (isUbl ? isMandated : mandate || creditor || isDebited) {
    if (!creditor || !(isUbl || mandate || isDebited))
      list.error('BR-DE-30', root, 'A direct debit (BG-19) needs the identifier of the creditor (BT-90).');
    if (!isDebited || !(isUbl || mandate || creditor))
      list.error('BR-DE-31', root, 'A direct debit (BG-19) needs the account that is debited (BT-91).');
  }

  function checkIban(rule: string, means: InvoiceElement, path: string, term: string): void {
    const iban = textAt(means, path).replace(/\s/g, '');
    if (!isIban(iban)) list.warning(rule, means, `This is no valid IBAN (${term}): "${iban.slice(0, 40)}".`);
  }
}

/** Cash discounts have a form of their own in the payment terms: `#SKONTO#TAGE=14#PROZENT=2.00#`. */
function checkSkonto({ settlement, root, list }: Invoice): void {
  for (const terms of elementsAt(settlement, 'SpecifiedTradePaymentTerms/Description')) {
    const lines = terms.text.split(/\r?\n/);
    const discounts = lines.filter((line) => line.trim().startsWith('#'));
    if (discounts.length === 0) continue;
    const form = /^#SKONTO#TAGE=\d+#PROZENT=\d+\.\d{2}(?:#BASISBETRAG=-?\d+\.\d{2})?#$/;
    const wrong = discounts.find((line) => !form.test(line.trim()));
    const isEnded = lines.findLastIndex((line) => line.trim().startsWith('#')) < lines.length - 1;
    if (wrong !== undefined || !isEnded) {
      list.error(
        'BR-DE-18',
        root,
        'A cash discount in the payment terms (BT-20) has a line of its own such as #SKONTO#TAGE=14#PROZENT=2.00#, with a line break after it.',
      );
    }
  }
}
