/** Reads an XMP packet (ISO 16684-1) from the bytes of a metadata stream. */
import { xmpNamespaces } from './namespaces.ts';
import { readRdf } from './read-rdf.ts';
import { decodeXml } from './xml-text.ts';
import { parseXml, type XmlElement, XmlError } from './xml-tree.ts';
import type { XmpNode } from './xmp-node.ts';

export interface XmpPacket {
  /** In file sequence, without the descriptions of extension schemas. Empty if the packet cannot be read. */
  readonly properties: readonly XmpNode[];
  /** The value of `pdfaExtension:schemas`. */
  readonly extensions: XmpNode | undefined;
  /** `UTF-8`, for example. Undefined if the packet cannot be read. */
  readonly encoding: string | undefined;
  /** The attributes of the packet's header that PDF/A forbids. */
  readonly headerAttributes: { readonly bytes?: string | undefined; readonly encoding?: string | undefined };
  /** Why the packet cannot be read. */
  readonly error?: string | undefined;
}

/** Bytes of metadata. Packets with thumbnails stay below 1 MB. */
const maxLength = 16 * 2 ** 20;

// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern searches for them.
const controlCharacters = /[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g;

/** Never throws: what is wrong with the packet is its `error`. */
export function readXmp(bytes: Uint8Array): XmpPacket {
  try {
    return readPacket(bytes);
  } catch (error) {
    if (error instanceof XmlError) return unreadable(error.message);
    throw error;
  }
}

function readPacket(bytes: Uint8Array): XmpPacket {
  if (bytes.length > maxLength) return unreadable('it is larger than 16 MB');
  const decoded = decodeXml(bytes);
  if (!decoded) return unreadable('its bytes are not valid in its encoding');
  // Programs fill the space that they reserve for changes with zero bytes.
  const root = parseXml(decoded.text.replace(controlCharacters, ' '));
  const rdf = findRdf(root);
  if (!rdf) return { properties: [], extensions: undefined, encoding: undefined, headerAttributes: {} };
  const properties = readRdf(rdf);
  const isExtension = ({ namespace, name }: XmpNode): boolean =>
    namespace === xmpNamespaces.pdfaExtension && name === 'schemas';
  return {
    properties: properties.filter((node) => !isExtension(node)),
    extensions: properties.find(isExtension),
    encoding: decoded.encoding,
    headerAttributes: {
      bytes: attribute(rdf.packetHeader, /bytes\s*=\s*(?:'([^']*)'|"([^"]*)")/),
      encoding: attribute(rdf.packetHeader, /encoding\s*=\s*(?:'([^']*)'|"([^"]*)")/),
    },
  };
}

/** The first `rdf:RDF` in the document, usually within `x:xmpmeta`. */
function findRdf(element: XmlElement): XmlElement | undefined {
  if (element.namespace === xmpNamespaces.rdf && element.local === 'RDF') return element;
  for (const child of element.elements) {
    const found = findRdf(child);
    if (found) return found;
  }
  return undefined;
}

function attribute(header = '', pattern: RegExp): string | undefined {
  const found = pattern.exec(header);
  return found?.[1] ?? found?.[2];
}

function unreadable(error: string): XmpPacket {
  return { properties: [], extensions: undefined, encoding: undefined, headerAttributes: {}, error };
}
