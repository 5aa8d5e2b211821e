/** The files that HTML and CSS refer to by a relative address, each with its place in the source. */
import { posix } from 'node:path';
import { type DefaultTreeAdapterTypes, parse } from 'parse5';
import { assetPath, documentAddress } from '../browser/document-address.ts';

export interface AssetReference {
  /** Below the template's folder. */
  readonly path: string;
  /** As written, where it leads above the folder. A browser then starts from the folder all the same. */
  readonly above?: string;
  readonly line: number;
  readonly column: number;
}

type Node = DefaultTreeAdapterTypes.Node;

/** Attributes whose value is one address that the page loads. `href` counts only where it loads something. */
const addressAttributes: Readonly<Record<string, readonly string[]>> = {
  src: ['img', 'script', 'source', 'audio', 'video', 'embed', 'track', 'input'],
  href: ['link', 'image', 'use', 'feimage'],
  'xlink:href': ['image', 'use', 'feimage'],
  poster: ['video'],
  data: ['object'],
  background: ['body', 'table', 'td', 'th'],
};

/** The source may hold Twig: an address with Twig in it is not known yet, and left out. */
export function htmlReferences(source: string): AssetReference[] {
  const found: AssetReference[] = [];
  visit(parse(source, { sourceCodeLocationInfo: true }), source, found);
  return found;
}

/** `folder` is the path of the CSS file, since its addresses are relative to it. */
export function cssReferences(css: string, file = ''): AssetReference[] {
  return cssAddresses(css).flatMap(({ address, offset }) => reference(address, css, offset, file));
}

function visit(node: Node, source: string, found: AssetReference[]): void {
  if ('attrs' in node) {
    for (const { name, prefix, value } of node.attrs) {
      const attribute = prefix ? `${prefix}:${name}` : name;
      const offset = node.sourceCodeLocation?.attrs?.[attribute]?.startOffset ?? 0;
      const add = (address: string) => found.push(...reference(address, source, offset));
      if (addressAttributes[attribute]?.includes(node.tagName.toLowerCase())) add(value);
      else if (attribute === 'srcset') for (const address of srcsetAddresses(value)) add(address);
      else if (attribute === 'style') for (const { address } of cssAddresses(value)) add(address);
    }
    const [text] = node.childNodes;
    if (node.tagName === 'style' && text && 'value' in text) {
      const start = text.sourceCodeLocation?.startOffset ?? 0;
      for (const { address, offset } of cssAddresses(text.value)) {
        found.push(...reference(address, source, start + offset));
      }
    }
  }
  const children = 'content' in node ? [node.content] : 'childNodes' in node ? node.childNodes : [];
  for (const child of children) visit(child, source, found);
}

const srcsetAddresses = (value: string): string[] =>
  value.split(/,\s+/).map((candidate) => candidate.trim().split(/\s+/)[0] ?? '');

const urls = /url\(\s*(?:"([^"]*)"|'([^']*)'|([^"')\s]+))\s*\)|@import\s+(?:"([^"]*)"|'([^']*)')/gi;

function cssAddresses(css: string): { address: string; offset: number }[] {
  // Comments become spaces, so that offsets stay.
  const code = css.replace(/\/\*[\s\S]*?\*\//g, (comment) => comment.replace(/[^\n]/g, ' '));
  return [...code.matchAll(urls)].map((match) => ({
    address: match.slice(1).find((group) => group !== undefined) ?? '',
    offset: match.index,
  }));
}

/** Nothing for other hosts, `data:`, places within the document, and addresses that Twig makes. */
function reference(address: string, source: string, offset: number, file = ''): AssetReference[] {
  if (address.trim() === '' || /^\s*(?:#|[a-z][a-z0-9+.-]*:|\/\/)|\{\{|\{%/i.test(address)) return [];
  const base = new URL(file, documentAddress);
  const path = URL.canParse(address, base.href) ? assetPath(new URL(address, base).href) : undefined;
  if (!path) return [];
  const before = source.slice(0, offset);
  const line = before.split('\n').length;
  const column = offset - before.lastIndexOf('\n');
  return [{ path, line, column, ...(leadsAbove(address, file) ? { above: address.trim() } : {}) }];
}

const leadsAbove = (address: string, file: string): boolean => {
  const written = address.trim().replace(/[?#].*$/s, '');
  return !written.startsWith('/') && posix.join(posix.dirname(file), written).startsWith('../');
};
