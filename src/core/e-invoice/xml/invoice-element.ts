/** An element of an invoice, with its place in the file, and the few questions that rules ask of it. */

/** Prefixes under which this project writes the namespaces of the Cross Industry Invoice. Files may use others. */
export type CiiPrefix = 'rsm' | 'ram' | 'udt' | 'qdt';

export interface InvoiceElement {
  /** Local name. In a foreign namespace `{uri}name`, which no rule asks for. */
  readonly name: string;
  readonly prefix: CiiPrefix | undefined;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: InvoiceElement[];
  readonly parent: InvoiceElement | undefined;
  /** Everything between the tags that is not in an element below. */
  text: string;
  /** From 1. */
  readonly line: number;
  readonly column: number;
}

/** The elements at a path such as `SellerTradeParty/Name`, in the sequence of the file. */
export function elementsAt(from: InvoiceElement | undefined, path: string): InvoiceElement[] {
  let found = from ? [from] : [];
  for (const step of path.split('/')) {
    found = found.flatMap((element) => element.children.filter(({ name }) => name === step));
  }
  return found;
}

export function elementAt(from: InvoiceElement | undefined, path: string): InvoiceElement | undefined {
  let found = from;
  for (const step of path.split('/')) found = found?.children.find(({ name }) => name === step);
  // The first branch may be a dead end where an element occurs more than once.
  return found ?? elementsAt(from, path)[0];
}

/** The text at a path without white space around it; empty where there is none. */
export function textAt(from: InvoiceElement | undefined, path: string): string {
  return elementAt(from, path)?.text.trim() ?? '';
}

/** Where an element is, as an XPath: `/rsm:CrossIndustryInvoice/…/ram:IncludedSupplyChainTradeLineItem[2]`. */
export function pathOf(element: InvoiceElement): string {
  const siblings = element.parent?.children.filter(({ name }) => name === element.name) ?? [];
  const index = siblings.length > 1 ? `[${siblings.indexOf(element) + 1}]` : '';
  const above = element.parent ? pathOf(element.parent) : '';
  return `${above}/${element.prefix ? `${element.prefix}:` : ''}${element.name}${index}`;
}
