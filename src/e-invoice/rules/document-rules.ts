/** The rules on what an invoice must state about itself, its parties, and their addresses and identifiers. */
import { isCode } from '../codes/code-lists.ts';
import { elementAt, elementsAt, type InvoiceElement, textAt } from '../xml/invoice-element.ts';
import { has, hasLines, hasText, type Invoice } from './invoice.ts';

/** Rule, path from the root, and what is missing. */
const required: readonly (readonly [rule: string, path: string, what: string])[] = [
  [
    'BR-01',
    'ExchangedDocumentContext/GuidelineSpecifiedDocumentContextParameter/ID',
    'specification identifier (BT-24)',
  ],
  ['BR-02', 'ExchangedDocument/ID', 'invoice number (BT-1)'],
  ['BR-04', 'ExchangedDocument/TypeCode', 'invoice type code (BT-3)'],
  [
    'BR-05',
    'SupplyChainTradeTransaction/ApplicableHeaderTradeSettlement/InvoiceCurrencyCode',
    'currency (BT-5)',
  ],
];

export function checkWholeInvoice(invoice: Invoice): void {
  const { root, list, profile } = invoice;
  for (const [rule, path, what] of required) {
    if (!hasText(root, path)) list.error(rule, root, `The invoice has no ${what}: it is missing or empty.`);
  }
  const date = elementsAt(root, 'ExchangedDocument/IssueDateTime/DateTimeString');
  if (!date.some(({ text, attributes }) => text.trim() !== '' && attributes.get('format') === '102')) {
    list.error(
      'BR-03',
      root,
      'The invoice has no issue date (BT-2); in CII it has the format 102, such as 20260131.',
    );
  }
  checkParties(invoice);
  if (hasLines(invoice) && invoice.named('IncludedSupplyChainTradeLineItem').length === 0) {
    list.error('BR-16', root, 'The invoice has no line (BG-25).');
  }
  if (profile !== 'MINIMUM') {
    checkRepresentative(invoice);
    checkPayee(invoice);
    checkDelivery(invoice);
    checkReferences(invoice);
  }
  checkVatIdentifiers(invoice);
}

function checkParties({ root, seller, buyer, list, profile, named, syntax }: Invoice): void {
  // In UBL, an address without a country is a fault, and no address another one.
  const lacksCountry = (party: InvoiceElement | undefined) =>
    !hasText(party, 'PostalTradeAddress/CountryID') && (syntax === 'CII' || has(party, 'PostalTradeAddress'));
  if (!hasText(seller, 'Name')) list.error('BR-06', root, 'The seller has no name (BT-27).');
  if (!hasText(buyer, 'Name')) list.error('BR-07', root, 'The buyer has no name (BT-44).');
  if (!has(seller, 'PostalTradeAddress'))
    list.error('BR-08', root, 'The seller has no postal address (BG-5).');
  if (lacksCountry(seller)) {
    list.error('BR-09', root, "The seller's address has no country code (BT-40).");
  }
  if (profile !== 'MINIMUM') {
    if (!has(buyer, 'PostalTradeAddress'))
      list.error('BR-10', root, 'The buyer has no postal address (BG-8).');
    if (lacksCountry(buyer)) {
      list.error('BR-11', root, "The buyer's address has no country code (BT-55).");
    }
    checkElectronicAddress('BR-62', 'seller', 'BT-34', seller);
    checkElectronicAddress('BR-63', 'buyer', 'BT-49', buyer);
  }
  for (const party of named('SellerTradeParty')) {
    const isIdentified =
      has(party, 'ID') ||
      has(party, 'GlobalID') ||
      has(party, 'SpecifiedLegalOrganization/ID') ||
      findVatIdentifiers(party).length > 0;
    if (!isIdentified) {
      list.error(
        'BR-CO-26',
        party,
        'The seller needs an identifier (BT-29), a legal registration (BT-30) or a VAT identifier (BT-31).',
      );
    }
  }

  function checkElectronicAddress(
    rule: string,
    who: string,
    term: string,
    party: InvoiceElement | undefined,
  ): void {
    const address = elementAt(party, 'URIUniversalCommunication');
    if (address && !elementAt(address, 'URIID')?.attributes.get('schemeID')?.trim()) {
      list.error(
        rule,
        address,
        `The electronic address of the ${who} (${term}) has no schemeID, such as EM for email.`,
      );
    }
  }
}

function checkRepresentative({ named, list, syntax }: Invoice): void {
  for (const party of named('SellerTaxRepresentativeTradeParty')) {
    if (!hasText(party, 'Name'))
      list.error('BR-18', party, "The seller's tax representative has no name (BT-62).");
    if (!has(party, 'PostalTradeAddress')) {
      list.error('BR-19', party, "The seller's tax representative has no postal address (BG-12).");
    }
    const mayLack = syntax === 'UBL' && !has(party, 'PostalTradeAddress');
    if (!mayLack && !hasText(party, 'PostalTradeAddress/CountryID')) {
      list.error(
        'BR-20',
        party,
        "The address of the seller's tax representative has no country code (BT-69).",
      );
    }
    if (!findVatIdentifiers(party).some(({ text }) => text.trim() !== '')) {
      list.error('BR-56', party, "The seller's tax representative has no VAT identifier (BT-63).");
    }
  }
}

function checkPayee({ named, seller, list, syntax }: Invoice): void {
  // The artefacts for UBL look at the trading name of the seller.
  const paths =
    syntax === 'CII'
      ? [...['Name', 'ID', 'SpecifiedLegalOrganization/ID'].map((path) => [path, path] as const)]
      : ([
          ['Name', 'SpecifiedLegalOrganization/TradingBusinessName'],
          ['ID', 'ID'],
          ['GlobalID', 'GlobalID'],
        ] as const);
  const sellers = paths.map(
    ([path, ofSeller]) => [path, new Set(elementsAt(seller, ofSeller).map(({ text }) => text))] as const,
  );
  const isSeller = (payee: InvoiceElement) =>
    sellers.some(([path, values]) => elementsAt(payee, path).some(({ text }) => values.has(text)));
  for (const payee of named('PayeeTradeParty')) {
    if (!has(payee, 'Name')) list.error('BR-17', payee, 'The payee has no name (BT-59).');
    else if (isSeller(payee)) {
      list.error(
        'BR-17',
        payee,
        `The payee "${textAt(payee, 'Name')}" is the seller; leave the payee (BG-10) out.`,
      );
    }
  }
}

function checkDelivery({ delivery, list }: Invoice): void {
  const address = elementAt(delivery, 'ShipToTradeParty/PostalTradeAddress');
  if (address && !hasText(address, 'CountryID')) {
    list.error('BR-57', address, 'The delivery address (BG-15) has no country code (BT-80).');
  }
}

function checkReferences({ settlement, named, list, syntax }: Invoice): void {
  // The artefacts for UBL accept an empty one.
  const isNumbered = syntax === 'UBL' ? has : hasText;
  for (const document of elementsAt(settlement, 'InvoiceReferencedDocument')) {
    if (!isNumbered(document, 'IssuerAssignedID')) {
      list.error(
        'BR-55',
        document,
        'The reference to a preceding invoice (BG-3) has no invoice number (BT-25).',
      );
    }
  }
  for (const document of named('AdditionalReferencedDocument')) {
    if (!hasText(document, 'IssuerAssignedID')) {
      list.error('BR-52', document, 'The supporting document (BG-24) has no reference (BT-122).');
    }
  }
}

const vatTerms: Readonly<Record<string, string>> = {
  SellerTradeParty: 'BT-31',
  BuyerTradeParty: 'BT-48',
  SellerTaxRepresentativeTradeParty: 'BT-63',
};

function checkVatIdentifiers({ named, list, syntax }: Invoice): void {
  for (const registration of named('SpecifiedTaxRegistration')) {
    for (const identifier of elementsAt(registration, 'ID')) {
      if (identifier.attributes.get('schemeID') !== 'VA') continue;
      const country = identifier.text.slice(0, 2);
      if (syntax === 'UBL' && country === '') continue;
      // Greece writes EL.
      if (country === 'EL' || isCode('countries', country)) continue;
      const term = vatTerms[registration.parent?.name ?? ''];
      list.error(
        'BR-CO-09',
        identifier,
        `The VAT identifier${term ? ` (${term})` : ''} "${identifier.text.slice(0, 30)}" must begin with a country code such as DE or FR.`,
      );
    }
  }
}

/** The VAT identifiers of a party, which differ from its other tax numbers by their scheme. */
export function findVatIdentifiers(
  party: InvoiceElement | undefined,
  schemes: readonly string[] = ['VA'],
): InvoiceElement[] {
  return elementsAt(party, 'SpecifiedTaxRegistration/ID').filter(({ attributes }) =>
    schemes.includes(attributes.get('schemeID') ?? ''),
  );
}
