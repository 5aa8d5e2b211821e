/** Reads UBL as if it were CII, in which the rules name the terms of the norm. Findings name the elements of the file. */
import { elementsAt, type InvoiceElement, textAt } from '../xml/invoice-element.ts';
import type { XmlDocument } from '../xml/parse-invoice-xml.ts';
import { type Term, ublTerms } from './ubl-terms.ts';

export function readUbl({ root }: XmlDocument): XmlDocument {
  const tree = new CiiTree(root);
  const transaction = tree.add(tree.root, 'SupplyChainTradeTransaction', root);
  const [agreement, delivery, settlement] = ['Agreement', 'Delivery', 'Settlement'].map((part) =>
    tree.add(transaction, `ApplicableHeaderTrade${part}`, root),
  );
  if (!agreement || !delivery || !settlement) throw new Error('The tree has lost its parts.');
  tree.addTerms(tree.root, root, ublTerms.document);
  tree.addTerms(agreement, root, ublTerms.agreement);
  tree.addTerms(delivery, root, ublTerms.delivery);
  tree.addTerms(settlement, root, ublTerms.settlement);
  addIdentifiers(tree);
  for (const name of ['InvoiceLine', 'CreditNoteLine']) {
    for (const line of elementsAt(root, name)) {
      tree.addTerms(tree.add(transaction, 'IncludedSupplyChainTradeLineItem', line), line, ublTerms.line);
    }
  }
  return tree;
}

/** Schemes divide what UBL has in one place: VAT and other tax numbers, the creditor of a direct debit and other identifiers. */
function addIdentifiers(tree: CiiTree): void {
  for (const [name, path] of [
    ['SellerTradeParty', 'Party/'],
    ['BuyerTradeParty', 'Party/'],
    ['SellerTaxRepresentativeTradeParty', ''],
    ['PayeeTradeParty', ''],
  ] as const) {
    for (const party of tree.named(name)) {
      for (const registration of elementsAt(party.origin, `${path}PartyTaxScheme`)) {
        const isVat = textAt(registration, 'TaxScheme/ID').toUpperCase() === 'VAT';
        for (const number of elementsAt(registration, 'CompanyID')) {
          const attributes = new Map([['schemeID', isVat ? 'VA' : 'FC']]);
          const around = tree.add(party, 'SpecifiedTaxRegistration', registration);
          tree.add(around, 'ID', number, { text: number.text, attributes });
        }
      }
      for (const identifier of elementsAt(party.origin, `${path}PartyIdentification/ID`)) {
        const scheme = identifier.attributes.get('schemeID');
        if (scheme === 'SEPA' && name !== 'BuyerTradeParty') {
          const [settlement] = tree.named('ApplicableHeaderTradeSettlement');
          if (settlement) tree.add(settlement, 'CreditorReferenceID', identifier, identifier);
        } else if (scheme === undefined) tree.add(party, 'ID', identifier, { text: identifier.text });
        else tree.add(party, 'GlobalID', identifier, identifier);
      }
    }
  }
}

const none: ReadonlyMap<string, string> = new Map();

class CiiTree implements XmlDocument {
  readonly root: InvoiceElement;
  readonly #byName = new Map<string, InvoiceElement[]>();

  constructor(root: InvoiceElement) {
    this.root = {
      ...root,
      name: 'CrossIndustryInvoice',
      prefix: 'rsm',
      children: [],
      text: '',
      origin: root,
    };
  }

  named(name: string): readonly InvoiceElement[] {
    return this.#byName.get(name) ?? [];
  }

  add(
    parent: InvoiceElement,
    name: string,
    origin: InvoiceElement,
    { text = '', attributes = none }: Partial<Pick<InvoiceElement, 'text' | 'attributes'>> = {},
  ): InvoiceElement {
    const { line, column } = origin;
    const element: InvoiceElement = {
      ...{ name, prefix: 'ram', attributes, children: [], parent, text, line, column, origin },
    };
    parent.children.push(element);
    const same = this.#byName.get(name);
    if (same) same.push(element);
    else this.#byName.set(name, [element]);
    return element;
  }

  addTerms(target: InvoiceElement, source: InvoiceElement, terms: readonly Term[]): void {
    for (const term of terms) {
      for (const found of elementsAt(source, term.from)) this.#addTerm(target, found, term);
    }
  }

  #addTerm(target: InvoiceElement, source: InvoiceElement, { to, change, attribute, terms }: Term): void {
    const steps = to.split('/');
    const name = steps.pop() ?? '';
    let parent = target;
    // Elements around a term are shared, but a group is one for each of the file.
    for (const step of steps) {
      parent = parent.children.findLast((child) => child.name === step) ?? this.add(parent, step, source);
    }
    if (terms) {
      this.addTerms(this.add(parent, name, source), source, terms);
    } else if (change === 'day') {
      const date = this.add(parent, name, source);
      const text = source.text.trim().replace(/^(\d{4})-(\d\d)-(\d\d)$/, '$1$2$3');
      this.add(date, 'DateTimeString', source, { text, attributes: new Map([['format', '102']]) });
    } else if (change === 'indicator') {
      this.add(this.add(parent, name, source), 'Indicator', source, source);
    } else {
      const value = attribute === undefined ? undefined : source.attributes.get(attribute);
      const attributes =
        attribute !== undefined && value !== undefined ? new Map([[attribute, value]]) : none;
      const isObject = name === 'AttachmentBinaryObject';
      this.add(parent, name, source, {
        text: change === 'code' ? source.text.trim() : source.text,
        attributes: isObject ? source.attributes : attributes,
      });
    }
  }
}
