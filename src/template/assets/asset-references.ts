/** The files that HTML and CSS refer to by relative address, with their positions in the source. */

import { posix } from 'node:path';
import { type DefaultTreeAdapterTypes, parse } from 'parse5';
import { placeInText } from '#contract/files/text-place';
import { assetPath, toDocumentAddress } from '../model/document-address.ts';

export interface AssetReference {
  /** Path below the template's folder. */
  readonly path: string;
  /** The address as written, if it leads above the folder. A browser resolves it from the folder regardless. */
  readonly above?: string | undefined;
  /** A link that is not a style sheet, such as an icon. A browser prints the page without it. */
  readonly isOptional?: true | undefined;
  readonly line: number;
  readonly column: number;
}

type Node = DefaultTreeAdapterTypes.Node;
type Element = DefaultTreeAdapterTypes.Element;

/** Attributes whose value is one address that the page loads. `href` counts only where it loads something. */
const addressAttributes: Readonly<Record<string, readonly string[]>> = {
  src: ['img', 'script', 'source', 'audio', 'video', 'embed', 'track', 'input'],
  href: ['link', 'image', 'use', 'feimage'],
  'xlink:href': ['image', 'use', 'feimage'],
  poster: ['video'],
  data: ['object'],
  background: ['body', 'table', 'td', 'th'],
};

/**
 * The source may contain Twig. Addresses with Twig in them are not known yet and are omitted. Addresses are relative
 * to the first `<base>`, as in a browser.
 */
export function htmlReferences(source: string): AssetReference[] {
  const document = parse(source, { sourceCodeLocationInfo: true });
  const folder = baseFolder(document);
  const found: AssetReference[] = [];
  if (folder !== undefined) visit(document, { source, folder, found });
  return found;
}

interface Visit {
  readonly source: string;
  /** Where addresses start, as `reference` takes it. */
  readonly folder: string;
  readonly found: AssetReference[];
}

/** `folder` is the path of the CSS file, since its addresses are relative to it. */
export function cssReferences(css: string, file = ''): AssetReference[] {
  return cssAddresses(css).flatMap(({ address, offset }) => reference(address, css, offset, file));
}

/** Empty without a `<base>`; undefined if it leads to another host. */
function baseFolder(document: Node): string | undefined {
  const href = firstBase(document);
  if (href === undefined) return '';
  const path = assetPath(href);
  // The browser cuts the address after its last slash and needs a name there.
  return path?.endsWith('/') ? `${path}.` : path;
}

function firstBase(node: Node): string | undefined {
  if ('tagName' in node && node.tagName === 'base') {
    const href = attributeOf(node, 'href');
    if (href !== undefined && !isTwig(href)) return href;
  }
  for (const child of childrenOf(node)) {
    const href = firstBase(child);
    if (href !== undefined) return href;
  }
  return undefined;
}

function visit(node: Node, { source, folder, found }: Visit): void {
  if ('attrs' in node) {
    for (const { name, prefix, value } of node.attrs) {
      const attribute = prefix ? `${prefix}:${name}` : name;
      const offset = node.sourceCodeLocation?.attrs?.[attribute]?.startOffset ?? 0;
      const add = (address: string, isOptional?: true | undefined) =>
        found.push(...reference(address, source, offset, folder).map((each) => ({ ...each, isOptional })));
      if (addressAttributes[attribute]?.includes(node.tagName.toLowerCase())) {
        add(value, isOtherLink(node) || undefined);
      } else if (attribute === 'srcset') for (const address of srcsetAddresses(value)) add(address);
      else if (attribute === 'style') for (const { address } of cssAddresses(value)) add(address);
    }
    const [text] = node.childNodes;
    if (node.tagName === 'style' && text && 'value' in text) {
      const start = text.sourceCodeLocation?.startOffset ?? 0;
      for (const { address, offset } of cssAddresses(text.value)) {
        found.push(...reference(address, source, start + offset, folder));
      }
    }
  }
  for (const child of childrenOf(node)) visit(child, { source, folder, found });
}

const childrenOf = (node: Node): readonly Node[] =>
  'content' in node ? [node.content] : 'childNodes' in node ? node.childNodes : [];

const attributeOf = ({ attrs }: Element, wanted: string): string | undefined =>
  attrs.find(({ name }) => name === wanted)?.value;

const isOtherLink = (node: Element): boolean =>
  node.tagName === 'link' && !/(?:^|\s)stylesheet(?:\s|$)/i.test(attributeOf(node, 'rel') ?? '');

const srcsetAddresses = (value: string): string[] =>
  value.split(/,\s+/).map((candidate) => candidate.trim().split(/\s+/)[0] ?? '');

const urls = /url\(\s*(?:"([^"]*)"|'([^']*)'|([^"')\s]+))\s*\)|@import\s+(?:"([^"]*)"|'([^']*)')/gi;

function cssAddresses(css: string): { address: string; offset: number }[] {
  // Comments become spaces, so that offsets stay valid.
  const code = css.replace(/\/\*[\s\S]*?\*\//g, (comment) => comment.replace(/[^\n]/g, ' '));
  return [...code.matchAll(urls)].map((match) => ({
    address: match.slice(1).find((group) => group !== undefined) ?? '',
    offset: match.index,
  }));
}

const isTwig = (address: string): boolean => /\{\{|\{%/.test(address);

/**
 * Returns nothing for other hosts, `data:`, fragments of the document, and addresses made by Twig. `file` is the path
 * that relative addresses start from.
 */
function reference(address: string, source: string, offset: number, file = ''): AssetReference[] {
  if (address.trim() === '' || isTwig(address) || /^\s*(?:#|[a-z][a-z0-9+.-]*:|\/\/)/i.test(address))
    return [];
  const base = toDocumentAddress(file);
  const path = URL.canParse(address, base) ? assetPath(new URL(address, base).href) : undefined;
  if (!path) return [];
  return [
    { path, ...placeInText(source, offset), above: leadsAbove(address, file) ? address.trim() : undefined },
  ];
}

const leadsAbove = (address: string, file: string): boolean => {
  const written = address.trim().replace(/[?#].*$/s, '');
  return !written.startsWith('/') && posix.join(posix.dirname(file), written).startsWith('../');
};
