/** The XMP packet of a document (ISO 16684-1; the properties of ISO 32000-2, 14.3.2): Info as XML. */
import { writeIdentification } from '../standards/identification.ts';
import type { Standards } from '../standards/standards.ts';

export interface DocumentProperties {
  readonly title?: string | undefined;
  readonly author?: string | undefined;
  readonly subject?: string | undefined;
  readonly keywords?: string | undefined;
  readonly creator?: string | undefined;
  readonly producer?: string | undefined;
  readonly date: Date;
}

/** Fixed by the XMP specification. It marks the packet for programs that search files for it. */
const packetId = 'W5M0MpCehiHzreSzNTczkc9d';

/** The texts must already be free of control characters: see `set-metadata.ts`. */
export function writeXmp(properties: DocumentProperties, standards?: Standards): string {
  const { title, author, subject, keywords, creator, producer, date } = properties;
  const lines = [
    element('dc:format', 'application/pdf'),
    language('dc:title', title),
    list('dc:creator', 'Seq', author === undefined ? [] : [author]),
    language('dc:description', subject),
    list('dc:subject', 'Bag', splitKeywords(keywords)),
    element('pdf:Keywords', keywords),
    element('pdf:Producer', producer),
    element('xmp:CreatorTool', creator),
    element('xmp:CreateDate', formatXmpDate(date)),
    element('xmp:ModifyDate', formatXmpDate(date)),
    element('xmp:MetadataDate', formatXmpDate(date)),
  ].filter((line) => line !== '');
  return wrapPacket(`<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:pdf="http://ns.adobe.com/pdf/1.3/">
${lines.join('\n')}
</rdf:Description>
${writeIdentification(standards)}`);
}

/** The packet of these descriptions, each of which ends its line. */
export function wrapPacket(descriptions: string): string {
  return `<?xpacket begin="\ufeff" id="${packetId}"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/">
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
${descriptions}</rdf:RDF>
</x:xmpmeta>
<?xpacket end="w"?>`;
}

/** To the second, UTC, as in Info. */
export function formatXmpDate(date: Date): string {
  return date.toISOString().replace(/\.\d+Z$/, '+00:00');
}

/** `dc:subject` lists the single keywords that Info and `pdf:Keywords` hold as one text. */
export function splitKeywords(keywords: string | undefined): string[] {
  return (keywords ?? '')
    .split(/[,;،、，；]/)
    .map((keyword) => keyword.trim())
    .filter((keyword) => keyword !== '');
}

function element(name: string, text: string | undefined): string {
  return text === undefined ? '' : `<${name}>${escapeXml(text)}</${name}>`;
}

function language(name: string, text: string | undefined): string {
  if (text === undefined) return '';
  return `<${name}><rdf:Alt><rdf:li xml:lang="x-default">${escapeXml(text)}</rdf:li></rdf:Alt></${name}>`;
}

function list(name: string, kind: 'Seq' | 'Bag', items: readonly string[]): string {
  if (items.length === 0) return '';
  const entries = items.map((item) => element('rdf:li', item)).join('');
  return `<${name}><rdf:${kind}>${entries}</rdf:${kind}></${name}>`;
}

export function escapeXml(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
}
