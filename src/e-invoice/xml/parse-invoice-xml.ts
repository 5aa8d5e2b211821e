/**
 * Reads the XML of an invoice, which may come from a stranger: no document type, so no entities but those of XML itself,
 * and limits on length, depth and number of elements. Nothing outside the text is ever read.
 */
import { SaxesParser } from 'saxes';
import type { InvoiceElement, InvoicePrefix } from './invoice-element.ts';

/** In characters. Attachments inside the XML are most of a long invoice. */
const maxLength = 50_000_000;
/** A Cross Industry Invoice is 10 levels deep. */
const maxDepth = 32;
/** Some 20,000 lines. */
const maxElements = 1_000_000;

const namespaces: ReadonlyMap<string, InvoicePrefix> = new Map([
  ['urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100', 'rsm'],
  ['urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100', 'ram'],
  ['urn:un:unece:uncefact:data:standard:UnqualifiedDataType:100', 'udt'],
  ['urn:un:unece:uncefact:data:standard:QualifiedDataType:100', 'qdt'],
  ['urn:oasis:names:specification:ubl:schema:xsd:Invoice-2', 'ubl'],
  ['urn:oasis:names:specification:ubl:schema:xsd:CreditNote-2', 'cn'],
  ['urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2', 'cac'],
  ['urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2', 'cbc'],
  ['urn:oasis:names:specification:ubl:schema:xsd:CommonExtensionComponents-2', 'ext'],
]);

export interface XmlDocument {
  readonly root: InvoiceElement;
  /** All elements of the invoice's namespaces with this local name, in the sequence of the file. */
  named(name: string): readonly InvoiceElement[];
}

export class XmlSyntaxError extends Error {
  readonly line: number;
  readonly column: number;

  constructor(message: string, line: number, column: number) {
    super(message);
    this.line = line;
    this.column = column;
  }
}

/** Throws `XmlSyntaxError` for a text that is not well-formed or exceeds a limit. */
export function parseInvoiceXml(xml: string): XmlDocument {
  const text = xml.startsWith('\uFEFF') ? xml.slice(1) : xml;
  if (text.length > maxLength) {
    throw new XmlSyntaxError(`The XML has more than ${maxLength / 1_000_000} million characters.`, 1, 1);
  }
  const parser = new SaxesParser({ xmlns: true, position: true });
  const fail = (message: string): never => {
    throw new XmlSyntaxError(message, parser.line, parser.columnIndex + 1);
  };
  const byName = new Map<string, InvoiceElement[]>();
  let root: InvoiceElement | undefined;
  let open: InvoiceElement | undefined;
  let depth = 0;
  let elements = 0;
  let start = { line: 1, column: 1 };

  parser.on('error', (error) => fail(`This is not well-formed XML: ${withoutPosition(error.message)}.`));
  parser.on('doctype', () =>
    fail('An invoice must not have a document type (<!DOCTYPE …>), which could define entities.'),
  );
  parser.on('opentagstart', (tag) => {
    start = { line: parser.line, column: Math.max(1, parser.columnIndex - tag.name.length) };
  });
  parser.on('opentag', (tag) => {
    depth += 1;
    elements += 1;
    if (depth > maxDepth) fail(`Elements are nested more than ${maxDepth} deep.`);
    if (elements > maxElements) fail(`There are more than ${maxElements} elements.`);
    const prefix = namespaces.get(tag.uri);
    const element: InvoiceElement = {
      name: prefix ? tag.local : `{${tag.uri}}${tag.local}`,
      prefix,
      attributes: readAttributes(tag.attributes),
      children: [],
      parent: open,
      text: '',
      ...start,
    };
    open?.children.push(element);
    root ??= element;
    open = element;
    if (!prefix) return;
    const sameName = byName.get(element.name);
    if (sameName) sameName.push(element);
    else byName.set(element.name, [element]);
  });
  const addText = (piece: string) => {
    if (open) open.text += piece;
  };
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('closetag', () => {
    depth -= 1;
    open = open?.parent;
  });

  parser.write(text).close();
  if (!root) return fail('There is no element.');
  return { root, named: (name) => byName.get(name) ?? [] };
}

/** Declarations of namespaces, and attributes of XML itself or of schemas (`xsi:schemaLocation`), are not part of the invoice. */
function readAttributes(
  attributes: Readonly<
    Record<string, { readonly uri: string; readonly local: string; readonly value: string }>
  >,
): ReadonlyMap<string, string> {
  const own = Object.values(attributes).filter(({ uri }) => uri === '');
  return own.length === 0 ? none : new Map(own.map(({ local, value }) => [local, value]));
}

const none: ReadonlyMap<string, string> = new Map();

/** saxes begins its messages with `3:14: `, and ends some with a full stop. */
function withoutPosition(message: string): string {
  return message.replace(/^\d+:\d+: /, '').replace(/\.$/, '');
}
