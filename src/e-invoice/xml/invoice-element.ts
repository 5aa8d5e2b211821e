/** An element of an invoice, with its place in the file, and the few questions that rules ask of it. */

/** Prefixes under which this project writes the namespaces of the Cross Industry Invoice and of UBL. Files may use others. */
export type InvoicePrefix = 'rsm' | 'ram' | 'udt' | 'qdt' | 'ubl' | 'cn' | 'cac' | 'cbc' | 'ext';

export interface InvoiceElement {
  /** Local name. In a foreign namespace `{uri}name`, which no rule asks for. */
  readonly name: string;
  readonly prefix: InvoicePrefix | undefined;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: InvoiceElement[];
  readonly parent: InvoiceElement | undefined;
  /** Everything between the tags that is not in an element below. */
  text: string;
  /** From 1. */
  readonly line: number;
  readonly column: number;
  /** The element of the file, for one that is read from another syntax. */
  readonly origin?: InvoiceElement | undefined;
}

/** With more children than this, an index by name is faster, and rules that ask of each child stay linear. */
const maxUnindexed = 8;

const indexes = new WeakMap<InvoiceElement, ReadonlyMap<string, readonly InvoiceElement[]>>();

function childrenNamed(element: InvoiceElement, name: string): readonly InvoiceElement[] {
  const { children } = element;
  if (children.length <= maxUnindexed) return children.filter((child) => child.name === name);
  let index = indexes.get(element);
  if (!index) {
    index = Map.groupBy(children, (child) => child.name);
    indexes.set(element, index);
  }
  return index.get(name) ?? [];
}

/** The elements at a path such as `SellerTradeParty/Name`, in the sequence of the file. */
export function elementsAt(from: InvoiceElement | undefined, path: string): InvoiceElement[] {
  let found = from ? [from] : [];
  for (const step of path.split('/')) {
    found = found.flatMap((element) => childrenNamed(element, step));
  }
  return found;
}

export function elementAt(from: InvoiceElement | undefined, path: string): InvoiceElement | undefined {
  let found = from;
  for (const step of path.split('/')) found = found && childrenNamed(found, step)[0];
  // The first branch may be a dead end where an element occurs more than once.
  return found ?? elementsAt(from, path)[0];
}

/** Longer texts are trimmed once: rules ask for that of one element from each of many others. */
const maxTrimmedAgain = 1_000;

const trimmed = new WeakMap<InvoiceElement, string>();

/** The text of an element without white space around it. */
export function trimmedText(element: InvoiceElement): string {
  if (element.text.length <= maxTrimmedAgain) return element.text.trim();
  const known = trimmed.get(element) ?? element.text.trim();
  trimmed.set(element, known);
  return known;
}

/** The text at a path without white space around it; empty where there is none. */
export function textAt(from: InvoiceElement | undefined, path: string): string {
  const element = elementAt(from, path);
  return element ? trimmedText(element) : '';
}

/** Where an element is, as an XPath: `/rsm:CrossIndustryInvoice/…/ram:IncludedSupplyChainTradeLineItem[2]`. */
export function pathOf(element: InvoiceElement): string {
  const siblings = element.parent ? childrenNamed(element.parent, element.name) : [];
  const index = siblings.length > 1 ? `[${siblings.indexOf(element) + 1}]` : '';
  const above = element.parent ? pathOf(element.parent) : '';
  return `${above}/${element.prefix ? `${element.prefix}:` : ''}${element.name}${index}`;
}
