/** The XMP packets of the document and of the objects in it: clauses 6.6.2 and 6.6.4 of PDF/A, 5 and 7.1 of PDF/UA. */
import { isNamed, PdfStream, PdfString, type PdfValue } from '#pdf/object';
import { readXmp, type XmpPacket } from '#pdf/xmp/read-xmp';
import type { CheckedDocument } from '../../model/checked-document.ts';
import type { FindingCollector } from '../../model/finding-collector.ts';
import { type ExtensionSchemas, readExtensionSchemas } from '../../xmp/extension-schemas.ts';
import { languageRemedy } from '../remedies.ts';
import type { Check, Rule } from '../rule.ts';
import { checkExtensions, extensionRules } from './extension-rules.ts';
import { checkIdentification, identificationRules } from './identification-rules.ts';
import { checkProperties, propertyRules } from './property-rules.ts';

const metadataRule: Rule = {
  pdfa: ['6.6.2.1', 1],
  pdfa4: ['6.7.2.1', 1],
  pdfua: ['7.1', 8],
  pdfua2: ['8.11.1', 2],
  remedy: 'Write the properties of the document as XMP. Documents that pdfapi makes have it.',
};

const rewrite = 'Write the XMP packet as UTF-8, with only begin and id in its header.';
const bytesRule: Rule = { pdfa: ['6.6.2.1', 2], pdfa4: ['6.7.2.1', 2], remedy: rewrite };
const headerEncodingRule: Rule = { pdfa: ['6.6.2.1', 3], pdfa4: ['6.7.2.1', 3], remedy: rewrite };
const readableRule: Rule = {
  pdfa: ['6.6.2.1', 4],
  pdfa4: ['6.7.2.1', 4],
  remedy: 'Write the XMP as well-formed RDF/XML.',
};
const encodingRule: Rule = { pdfa: ['6.6.2.1', 5], pdfa4: ['6.7.2.1', 5], remedy: rewrite };
const languageRule: Rule = {
  pdfua: ['7.2', 33],
  remedy: languageRemedy,
};

function inspect(document: CheckedDocument, findings: FindingCollector): void {
  const { file, catalog } = document;
  const main = file.get(catalog, 'Metadata');
  if (!isMetadata(document, main)) {
    findings.add(metadataRule, { message: 'The document has no metadata stream (XMP).' });
  }
  const extensions = main instanceof PdfStream ? checkMainPacket(document, main, findings) : new Map();
  const seen = new Set<PdfValue>();
  for (const { value } of document.objects) {
    const dict = document.dictOf(value);
    if (!dict?.has('Metadata') || isNamed(file.get(dict, 'Type'), 'Catalog')) continue;
    const metadata = file.get(dict, 'Metadata');
    if (!isMetadata(document, metadata) || seen.has(metadata)) continue;
    seen.add(metadata);
    const packet = readPacket(document, metadata);
    const object = document.objectNumber(metadata);
    checkPacket(document, packet, findings, object);
    const own = readExtensionSchemas(packet.extensions, extensions);
    checkProperties(packet.properties, [own, extensions], findings, object);
    if (packet.extensions) checkExtensions(packet.extensions, own, findings, object);
  }
}

/** Returns the schemas that the packet describes. */
function checkMainPacket(
  document: CheckedDocument,
  metadata: PdfStream,
  findings: FindingCollector,
): ExtensionSchemas {
  const packet = readPacket(document, metadata);
  const object = document.objectNumber(metadata);
  const extensions = readExtensionSchemas(packet.extensions);
  checkPacket(document, packet, findings, object);
  checkProperties(packet.properties, [extensions], findings, object);
  if (packet.extensions) checkExtensions(packet.extensions, extensions, findings, object);
  checkIdentification(packet.properties, findings, object);
  return extensions;
}

/** Checks the rules that hold for every packet. */
function checkPacket(
  document: CheckedDocument,
  packet: XmpPacket,
  findings: FindingCollector,
  object: number | undefined,
): void {
  const { error, encoding, headerAttributes } = packet;
  if (headerAttributes.bytes !== undefined) {
    findings.add(bytesRule, { message: 'The header of the XMP packet has the attribute bytes.', object });
  }
  if (headerAttributes.encoding !== undefined) {
    findings.add(headerEncodingRule, {
      message: `The header of the XMP packet has the attribute encoding ("${headerAttributes.encoding.slice(0, 20)}").`,
      object,
    });
  }
  if (error !== undefined) {
    findings.add(readableRule, { message: `The XMP packet cannot be read: ${error}.`, object });
  }
  if (encoding !== 'UTF-8') {
    const what = encoding === undefined ? 'is in no readable encoding' : `is encoded in ${encoding}`;
    findings.add(encodingRule, { message: `The XMP packet ${what} instead of UTF-8.`, object });
  }
  if (document.file.get(document.catalog, 'Lang') instanceof PdfString) return;
  for (const { children, prefix, name } of packet.properties) {
    if (children.length !== 1 || children[0]?.language !== 'x-default') continue;
    findings.add(languageRule, {
      message: `The language of the XMP property ${prefix}:${name} is not known: the document declares none.`,
      object,
    });
  }
}

function readPacket(document: CheckedDocument, metadata: PdfStream): XmpPacket {
  return readXmp(document.decode(metadata) ?? new Uint8Array());
}

function isMetadata({ file }: CheckedDocument, value: PdfValue): value is PdfStream {
  return (
    value instanceof PdfStream &&
    isNamed(file.get(value.dict, 'Type'), 'Metadata') &&
    isNamed(file.get(value.dict, 'Subtype'), 'XML')
  );
}

export const metadataCheck: Check = {
  rules: [
    ...[metadataRule, bytesRule, headerEncodingRule, readableRule, encodingRule, languageRule],
    ...extensionRules,
    ...propertyRules,
    ...identificationRules,
  ],
  inspect,
};
