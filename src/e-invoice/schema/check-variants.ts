/** Checks what Factur-X allows only in some variants of an element: by scheme, currency or code. */
import type { FindingList } from '../findings.ts';
import type { CiiProfile } from '../profiles.ts';
import { elementsAt, type InvoiceElement, textAt } from '../xml/invoice-element.ts';
import type { XmlDocument } from '../xml/parse-invoice-xml.ts';

export function checkVariants({ root, named }: XmlDocument, profile: CiiProfile, list: FindingList): void {
  if (profile === 'XRECHNUNG') return;
  for (const party of new Set(named('SpecifiedTaxRegistration').flatMap(({ parent }) => parent ?? []))) {
    checkRegistrations(party, list);
  }
  const settlement = 'SupplyChainTradeTransaction/ApplicableHeaderTradeSettlement';
  for (const element of elementsAt(root, settlement)) checkTotals(element, list);
  for (const tax of [...named('ApplicableTradeTax'), ...named('CategoryTradeTax')]) {
    const categories = profile === 'EXTENDED' ? [] : elementsAt(tax, 'CategoryCode');
    for (const category of categories.filter(({ text }) => text.trim() === 'B')) {
      list.error(
        'schema',
        category,
        'Factur-X has the VAT category B (split payment) in the profile EXTENDED only.',
      );
    }
    // In the profile EN 16931 this is CII-DT-037.
    const types = profile === 'EN 16931' ? [] : elementsAt(tax, 'TypeCode');
    for (const type of types.filter(({ text }) => text.trim() !== 'VAT')) {
      list.error('schema', type, `The type of a tax is VAT; this is "${type.text.trim().slice(0, 20)}".`);
    }
  }
}

/** VA is a VAT identifier, FC a tax number, which only sellers give. */
function checkRegistrations(party: InvoiceElement, list: FindingList): void {
  const schemes = party.name === 'SellerTradeParty' ? ['VA', 'FC'] : ['VA'];
  const seen = new Set<string>();
  for (const identifier of elementsAt(party, 'SpecifiedTaxRegistration/ID')) {
    const scheme = identifier.attributes.get('schemeID') ?? '';
    if (!schemes.includes(scheme)) {
      const right = schemes.length > 1 ? 'VA (VAT identifier) or FC (tax number)' : 'VA (VAT identifier)';
      list.error(
        'schema',
        identifier,
        `The scheme of this tax registration must be ${right}; it is "${scheme.slice(0, 20)}".`,
      );
    } else if (seen.has(scheme))
      list.error('schema', identifier, `${party.name} has a second registration of scheme ${scheme}.`);
    seen.add(scheme);
  }
}

/** One total VAT in the currency of the invoice, and one in that of the accounting. */
function checkTotals(settlement: InvoiceElement, list: FindingList): void {
  const currencies = [textAt(settlement, 'InvoiceCurrencyCode'), textAt(settlement, 'TaxCurrencyCode')];
  const seen = new Set<string>();
  for (const total of elementsAt(
    settlement,
    'SpecifiedTradeSettlementHeaderMonetarySummation/TaxTotalAmount',
  )) {
    const currency = total.attributes.get('currencyID') ?? '';
    if (currency === '' || !currencies.includes(currency)) {
      list.error(
        'schema',
        total,
        'The currencyID of the total VAT must be that of the invoice (BT-5) or of the accounting (BT-6).',
      );
    } else if (seen.has(currency)) list.error('schema', total, `There is a second total VAT in ${currency}.`);
    seen.add(currency);
  }
}
