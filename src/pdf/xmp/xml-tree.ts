/** An XML document as elements, for XMP packets, whose meaning depends on what an element contains. */
import { SaxesParser, type SaxesTagNS } from 'saxes';

export interface XmlName {
  readonly prefix: string;
  readonly local: string;
  /** Empty if the name is in no namespace. */
  readonly namespace: string;
}

export interface XmlAttribute extends XmlName {
  readonly value: string;
}

export interface XmlElement extends XmlName {
  /** Without the declarations of namespaces. */
  readonly attributes: readonly XmlAttribute[];
  readonly elements: XmlElement[];
  /** The character data directly in the element. */
  text: string;
  /** The body of the last `xpacket` instruction before the element. */
  readonly packetHeader: string | undefined;
}

/** Packets of cameras and design programs stay below 30. */
const maxDepth = 100;

/** Packets with thumbnails and histories stay below 20,000. */
const maxElements = 200_000;

export class XmlError extends Error {
  override readonly name = 'XmlError';
}

/** Throws `XmlError` with the line if the text is not well-formed, or nested too deeply or too large to be metadata. */
export function parseXml(text: string): XmlElement {
  const parser = new SaxesParser({ xmlns: true });
  const open: XmlElement[] = [];
  let root: XmlElement | undefined;
  let packetHeader: string | undefined;
  let count = 0;
  parser.on('error', (error) => {
    throw new XmlError(error.message.replace(/^(?:undefined:)?(\d+):(\d+): /, 'line $1, column $2: '));
  });
  parser.on('processinginstruction', ({ target, body }) => {
    if (target === 'xpacket') packetHeader = body;
  });
  parser.on('opentag', (tag) => {
    const element = toElement(tag, packetHeader);
    if (open.length >= maxDepth) throw new XmlError('its elements are nested too deeply');
    if (++count > maxElements) throw new XmlError('it has too many elements');
    open.at(-1)?.elements.push(element);
    root ??= element;
    open.push(element);
  });
  parser.on('closetag', () => void open.pop());
  const addText = (data: string): void => {
    const element = open.at(-1);
    if (element) element.text += data;
  };
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.write(text).close();
  if (!root) throw new XmlError('it has no element');
  return root;
}

function toElement(
  { prefix, local, uri, attributes }: SaxesTagNS,
  packetHeader: string | undefined,
): XmlElement {
  return {
    prefix,
    local,
    namespace: uri,
    attributes: Object.values(attributes)
      .filter(({ name, prefix: space }) => space !== 'xmlns' && name !== 'xmlns')
      .map((attribute) => ({
        prefix: attribute.prefix,
        local: attribute.local,
        namespace: attribute.uri,
        value: attribute.value,
      })),
    elements: [],
    text: '',
    packetHeader,
  };
}
