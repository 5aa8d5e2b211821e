/** Writes properties as an XMP packet (ISO 16684-1, 7): those that were read, and others. */
import { xmpNamespaces } from './namespaces.ts';
import { escapeXml, wrapPacket } from './write-xmp.ts';
import type { XmpForm, XmpNode } from './xmp-node.ts';

const arrays: Partial<Record<XmpForm, string>> = { bag: 'rdf:Bag', seq: 'rdf:Seq', alt: 'rdf:Alt' };

/** For the value of an attribute. */
const quoted = (text: string): string => escapeXml(text).replaceAll('"', '&quot;');

/** Two namespaces that files write with the same prefix get different ones. */
export function writePacket(nodes: readonly XmpNode[]): string {
  const prefixes = new Map<string, string>([
    [xmpNamespaces.rdf, 'rdf'],
    [xmpNamespaces.xml, 'xml'],
  ]);
  const prefixOf = ({ namespace, prefix }: XmpNode): string => {
    const known = prefixes.get(namespace);
    if (known !== undefined) return known;
    const taken = new Set(prefixes.values());
    let free = prefix || 'ns';
    for (let number = 1; taken.has(free); number++) free = `${prefix || 'ns'}${number}`;
    prefixes.set(namespace, free);
    return free;
  };
  const write = (node: XmpNode): string => {
    const name = `${prefixOf(node)}:${node.name}`;
    const language = node.language === undefined ? '' : ` xml:lang="${quoted(node.language)}"`;
    const children = node.children.map(write).join('');
    if (node.form === 'text') return `<${name}${language}>${escapeXml(node.value)}</${name}>`;
    if (node.form === 'struct') return `<${name} rdf:parseType="Resource"${language}>${children}</${name}>`;
    const array = arrays[node.form];
    return `<${name}${language}><${array}>${children}</${array}></${name}>`;
  };
  const lines = nodes.map(write);
  const declared = [...prefixes]
    .filter(([, prefix]) => prefix !== 'rdf' && prefix !== 'xml')
    .map(([namespace, prefix]) => ` xmlns:${prefix}="${quoted(namespace)}"`);
  return wrapPacket(
    `<rdf:Description rdf:about=""${declared.join('')}>\n${lines.join('\n')}\n</rdf:Description>\n`,
  );
}
