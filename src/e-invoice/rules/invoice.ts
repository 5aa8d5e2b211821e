/** The parts of an invoice that rules ask for again and again. */
import { Decimal } from '../decimal.ts';
import type { Findings } from '../findings.ts';
import type { EInvoiceProfile } from '../profiles.ts';
import { elementAt, elementsAt, type InvoiceElement, textAt, trimmedText } from '../xml/invoice-element.ts';
import type { XmlDocument } from '../xml/parse-invoice-xml.ts';

export type Syntax = 'CII' | 'UBL';

/** In CII, also where the file is in UBL: see `ubl/read-ubl.ts`. */
export interface Invoice extends XmlDocument {
  readonly syntax: Syntax;
  readonly profile: EInvoiceProfile;
  readonly agreement: InvoiceElement | undefined;
  readonly delivery: InvoiceElement | undefined;
  readonly settlement: InvoiceElement | undefined;
  readonly summation: InvoiceElement | undefined;
  readonly seller: InvoiceElement | undefined;
  readonly buyer: InvoiceElement | undefined;
  readonly lines: readonly InvoiceElement[];
  /** The VAT breakdown, BG-23. */
  readonly taxes: readonly InvoiceElement[];
  /** Allowances and charges of the whole document, BG-20 and BG-21. */
  readonly allowances: readonly InvoiceElement[];
  readonly charges: readonly InvoiceElement[];
  readonly currency: string;
  readonly list: Findings;
}

const transaction = 'SupplyChainTradeTransaction';

export function readInvoice(
  xml: XmlDocument,
  { syntax, profile, list }: Pick<Invoice, 'syntax' | 'profile' | 'list'>,
): Invoice {
  const agreement = elementAt(xml.root, `${transaction}/ApplicableHeaderTradeAgreement`);
  const settlement = elementAt(xml.root, `${transaction}/ApplicableHeaderTradeSettlement`);
  const both = elementsAt(settlement, 'SpecifiedTradeAllowanceCharge');
  return {
    root: xml.root,
    named: (name) => xml.named(name),
    syntax,
    profile,
    agreement,
    delivery: elementAt(xml.root, `${transaction}/ApplicableHeaderTradeDelivery`),
    settlement,
    summation: elementAt(settlement, 'SpecifiedTradeSettlementHeaderMonetarySummation'),
    seller: elementAt(agreement, 'SellerTradeParty'),
    buyer: elementAt(agreement, 'BuyerTradeParty'),
    lines: elementsAt(xml.root, `${transaction}/IncludedSupplyChainTradeLineItem`),
    taxes: elementsAt(settlement, 'ApplicableTradeTax'),
    allowances: both.filter((each) => isCharge(each) === false),
    charges: both.filter((each) => isCharge(each) === true),
    currency: textAt(settlement, 'InvoiceCurrencyCode'),
    list,
  };
}

/** Whether an allowance or charge is a charge; undefined where it does not say. */
export function isCharge(element: InvoiceElement): boolean | undefined {
  const indicator = textAt(element, 'ChargeIndicator/Indicator');
  if (indicator === 'true' || indicator === '1') return true;
  return indicator === 'false' || indicator === '0' ? false : undefined;
}

/** The number at a path; undefined where there is none, or no number, which the schema reports. */
export function decimalAt(from: InvoiceElement | undefined, path: string): Decimal | undefined {
  const element = elementAt(from, path);
  return element && Decimal.parse(element.text);
}

/** The sum of the numbers at a path, from each of several elements. */
export function sumAt(elements: readonly InvoiceElement[], path: string): Decimal {
  return Decimal.sum(elements.flatMap((element) => decimalAt(element, path) ?? []));
}

export function hasText(from: InvoiceElement | undefined, path: string): boolean {
  return elementsAt(from, path).some((element) => trimmedText(element) !== '');
}

export function has(from: InvoiceElement | undefined, path: string): boolean {
  return elementAt(from, path) !== undefined;
}

/** Whether a tax is VAT; the norm knows no other. */
export function isVat(tax: InvoiceElement): boolean {
  return textAt(tax, 'TypeCode').toUpperCase() === 'VAT';
}

/** `line 3 ("10")`, for messages: the number of a line from 1, and what it calls itself. */
export function nameLine(line: InvoiceElement, place: number): string {
  const id = textAt(line, 'AssociatedDocumentLineDocument/LineID').slice(0, 20);
  return id === '' || id === String(place) ? `Invoice line ${place}` : `Invoice line ${place} ("${id}")`;
}

/** Profiles whose invoices have lines. */
export function hasLines({ profile }: Invoice): boolean {
  return profile !== 'MINIMUM' && profile !== 'BASIC WL';
}
