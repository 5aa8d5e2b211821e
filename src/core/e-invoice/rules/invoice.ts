/** The parts of an invoice that rules ask for again and again. */
import { Decimal } from '../decimal.ts';
import type { FindingList } from '../findings.ts';
import type { EInvoiceProfile } from '../profiles.ts';
import type { XmlDocument } from '../xml/parse-xml.ts';
import { findElement, findElements, textAt, type XmlElement } from '../xml/xml-element.ts';

export interface Invoice extends XmlDocument {
  readonly profile: EInvoiceProfile;
  readonly agreement: XmlElement | undefined;
  readonly delivery: XmlElement | undefined;
  readonly settlement: XmlElement | undefined;
  readonly summation: XmlElement | undefined;
  readonly seller: XmlElement | undefined;
  readonly buyer: XmlElement | undefined;
  readonly lines: readonly XmlElement[];
  /** The VAT breakdown, BG-23. */
  readonly taxes: readonly XmlElement[];
  /** Allowances and charges of the whole document, BG-20 and BG-21. */
  readonly allowances: readonly XmlElement[];
  readonly charges: readonly XmlElement[];
  readonly currency: string;
  readonly list: FindingList;
}

const transaction = 'SupplyChainTradeTransaction';

export function readInvoice(xml: XmlDocument, profile: EInvoiceProfile, list: FindingList): Invoice {
  const agreement = findElement(xml.root, `${transaction}/ApplicableHeaderTradeAgreement`);
  const settlement = findElement(xml.root, `${transaction}/ApplicableHeaderTradeSettlement`);
  const both = findElements(settlement, 'SpecifiedTradeAllowanceCharge');
  return {
    ...xml,
    profile,
    agreement,
    delivery: findElement(xml.root, `${transaction}/ApplicableHeaderTradeDelivery`),
    settlement,
    summation: findElement(settlement, 'SpecifiedTradeSettlementHeaderMonetarySummation'),
    seller: findElement(agreement, 'SellerTradeParty'),
    buyer: findElement(agreement, 'BuyerTradeParty'),
    lines: findElements(xml.root, `${transaction}/IncludedSupplyChainTradeLineItem`),
    taxes: findElements(settlement, 'ApplicableTradeTax'),
    allowances: both.filter((each) => isCharge(each) === false),
    charges: both.filter((each) => isCharge(each) === true),
    currency: textAt(settlement, 'InvoiceCurrencyCode'),
    list,
  };
}

/** Whether an allowance or charge is a charge; undefined where it does not say. */
export function isCharge(element: XmlElement): boolean | undefined {
  const indicator = textAt(element, 'ChargeIndicator/Indicator');
  if (indicator === 'true' || indicator === '1') return true;
  return indicator === 'false' || indicator === '0' ? false : undefined;
}

/** The number at a path; undefined where there is none, or no number, which the schema reports. */
export function decimalAt(from: XmlElement | undefined, path: string): Decimal | undefined {
  const element = findElement(from, path);
  return element && Decimal.parse(element.text);
}

/** The sum of the numbers at a path, from each of several elements. */
export function sumAt(elements: readonly XmlElement[], path: string): Decimal {
  return Decimal.sum(elements.flatMap((element) => decimalAt(element, path) ?? []));
}

export function hasText(from: XmlElement | undefined, path: string): boolean {
  return findElements(from, path).some(({ text }) => text.trim() !== '');
}

export function has(from: XmlElement | undefined, path: string): boolean {
  return findElement(from, path) !== undefined;
}

/** Whether a tax is VAT; the norm knows no other. */
export function isVat(tax: XmlElement): boolean {
  return textAt(tax, 'TypeCode').toUpperCase() === 'VAT';
}

/** `line 3 ("10")`, for messages: the number of a line, and what it calls itself. */
export function nameLine(invoice: Invoice, line: XmlElement): string {
  const id = textAt(line, 'AssociatedDocumentLineDocument/LineID').slice(0, 20);
  const place = invoice.lines.indexOf(line) + 1;
  return id === '' || id === String(place) ? `Invoice line ${place}` : `Invoice line ${place} ("${id}")`;
}

/** Profiles whose invoices have lines. */
export function hasLines({ profile }: Invoice): boolean {
  return profile !== 'MINIMUM' && profile !== 'BASIC WL';
}
