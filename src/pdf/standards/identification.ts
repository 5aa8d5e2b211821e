/**
 * The part of the XMP that says which standards a file holds. PDF/A wants a description of each property that it does not
 * know itself (ISO 19005-2, 6.6.2.3): those of PDF/UA and of Factur-X.
 */
import { isPdf2, pdfuaPart } from '#contract/documents';
import type { Standards } from './standards.ts';

interface ExtensionSchema {
  readonly prefix: string;
  readonly uri: string;
  readonly title: string;
  readonly valueType: 'Text' | 'Integer';
  readonly category: 'internal' | 'external';
  /** Name → description. */
  readonly properties: Readonly<Record<string, string>>;
}

const accessibility: ExtensionSchema = {
  prefix: 'pdfuaid',
  uri: 'http://www.aiim.org/pdfua/ns/id/',
  title: 'PDF/UA identification',
  valueType: 'Integer',
  category: 'internal',
  properties: { part: 'Part of ISO 14289' },
};

const invoice: ExtensionSchema = {
  prefix: 'fx',
  uri: 'urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#',
  title: 'Factur-X',
  valueType: 'Text',
  category: 'external',
  properties: {
    DocumentType: 'Kind of document',
    DocumentFileName: 'Name of the embedded XML file',
    Version: 'Version of the XML schema',
    ConformanceLevel: 'Profile of the invoice',
  },
};

const archive = { prefix: 'pdfaid', uri: 'http://www.aiim.org/pdfa/ns/id/' };

/** Descriptions for `rdf:RDF`. Empty without standards. */
export function writeIdentification({ pdfa, pdfua, eInvoice, keptInvoice }: Standards = {}): string {
  const label = eInvoice ?? keptInvoice;
  const described: string[] = [];
  const extensions: ExtensionSchema[] = [];
  if (pdfa) {
    const [part = '', level = ''] = pdfa;
    const conformance = level === '' ? undefined : { conformance: level.toUpperCase() };
    described.push(describe(archive, { part, ...(isPdf2({ pdfa }) ? { rev: '2020' } : {}), ...conformance }));
  }
  const accessiblePart = pdfuaPart(pdfua);
  if (accessiblePart) {
    const rev = accessiblePart === 2 ? { rev: '2024' } : {};
    described.push(describe(accessibility, { part: `${accessiblePart}`, ...rev }));
    extensions.push(accessibility);
    if (accessiblePart === 2) described.push(declareWellTagged());
  }
  if (label) {
    const { fileName, profile } = label;
    const values = { DocumentFileName: fileName, ConformanceLevel: profile };
    described.push(describe(invoice, { DocumentType: 'INVOICE', Version: '1.0', ...values }));
    extensions.push(invoice);
  }
  // Part 4 no longer asks for descriptions.
  if (pdfa && !isPdf2({ pdfa }) && extensions.length > 0) described.push(describeExtensions(extensions));
  return described.map((text) => `${text}\n`).join('');
}

/** Well-Tagged PDF 1.0, 6.1: it demands the same as PDF/UA-2. */
const wellTagged = ['accessibility1.0', 'reuse1.0'].map(
  (name) => `http://pdfa.org/declarations/wtpdf#${name}`,
);

function declareWellTagged(): string {
  const claims = wellTagged.map((claim) => item('pdfd', { conformsTo: claim }));
  const list = element('pdfd:declarations', element('rdf:Bag', claims.join('\n')));
  return `<rdf:Description rdf:about="" xmlns:pdfd="http://pdfa.org/declarations/">\n${list}\n</rdf:Description>`;
}

function describe(
  { prefix, uri }: Pick<ExtensionSchema, 'prefix' | 'uri'>,
  values: Readonly<Record<string, string>>,
): string {
  const lines = Object.entries(values).map(([name, value]) => element(`${prefix}:${name}`, value));
  return `<rdf:Description rdf:about="" xmlns:${prefix}="${uri}">\n${lines.join('\n')}\n</rdf:Description>`;
}

const namespaces = Object.entries({ Extension: 'extension/', Schema: 'schema#', Property: 'property#' })
  .map(([name, path]) => `xmlns:pdfa${name}="http://www.aiim.org/pdfa/ns/${path}"`)
  .join(' ');

function describeExtensions(schemas: readonly ExtensionSchema[]): string {
  const list = element('pdfaExtension:schemas', element('rdf:Bag', schemas.map(describeSchema).join('\n')));
  return `<rdf:Description rdf:about="" ${namespaces}>\n${list}\n</rdf:Description>`;
}

function describeSchema({ prefix, uri, title, valueType, category, properties }: ExtensionSchema): string {
  const entries = Object.entries(properties).map(([name, description]) =>
    item('pdfaProperty', { name, valueType, category, description }),
  );
  const list = element('pdfaSchema:property', element('rdf:Seq', entries.join('\n')));
  return item('pdfaSchema', { schema: title, namespaceURI: uri, prefix }, list);
}

function item(prefix: string, values: Readonly<Record<string, string>>, more = ''): string {
  const fields = Object.entries(values).map(([name, value]) => element(`${prefix}:${name}`, value));
  return `<rdf:li rdf:parseType="Resource">${fields.join('')}${more}</rdf:li>`;
}

/** The texts are our own, or of letters and digits, and need no escapes. */
const element = (name: string, content: string): string => `<${name}>${content}</${name}>`;
