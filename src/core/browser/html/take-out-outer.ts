/**
 * Headers and footers load nothing: Chromium kills the renderer of one that refers to an external style sheet, font or
 * SVG filter. Such references are removed here, and their addresses are reported.
 */
import type { DefaultTreeAdapterTypes as Tree } from 'parse5';
import { documentAddress } from '../../template/model/document-address.ts';
import { nodesOf } from './nodes-of.ts';

/** Elements that load the resource they name, with the attributes concerned. Hyperlinks do not load anything. */
const loading: Readonly<Record<string, readonly string[]>> = {
  base: ['href'],
  link: ['href'],
  image: ['href'],
  use: ['href'],
  feimage: ['href'],
  object: ['data'],
  body: ['background'],
  table: ['background'],
  td: ['background'],
  th: ['background'],
  video: ['poster'],
};
const everywhere = ['src', 'srcset'];

/** Attributes whose value is CSS or part of it. */
const styled = new Set([
  'style',
  'filter',
  'mask',
  'fill',
  'stroke',
  'clip-path',
  'cursor',
  'marker-end',
  'marker-start',
  'marker-mid',
]);

/** Removes external references from the nodes in place. Adds their addresses to `outer`. */
export function takeOutOuter(tree: Tree.Node, outer: Set<string>): void {
  for (const { node } of nodesOf(tree)) {
    if (!('attrs' in node)) continue;
    const loads = [...everywhere, ...(loading[node.tagName.toLowerCase()] ?? [])];
    node.attrs = node.attrs.filter(({ name, value }) => {
      if (!loads.includes(name) || !isOuter(value)) return true;
      outer.add(value.trim());
      return false;
    });
    for (const attribute of node.attrs) {
      if (styled.has(attribute.name)) attribute.value = withoutOuter(attribute.value, outer);
    }
    if (node.tagName !== 'style') continue;
    for (const child of node.childNodes) {
      if ('value' in child) child.value = withoutOuter(child.value, outer);
    }
  }
}

/** Returns whether the address has a scheme or a host, or may have one after unescaping. */
const isOuter = (address: string): boolean =>
  !/^\s*(?:data:|#)/i.test(address) &&
  (/^\s*(?:[a-z][a-z0-9+.-]*:|\/\/)/i.test(address) || address.includes('\\')) &&
  !address.trim().startsWith(documentAddress);

/** Every `@import`: the style sheets of a header are part of the header, so an import always loads something. */
const imports = /@import\b(?:[^;"'(){}]|"[^"]*"|'[^']*'|\([^()]*\))*;?/gi;
/** The end of a style sheet closes open strings and parentheses. */
const urls = /url\(\s*(?:"([^"]*)(?:"|$)|'([^']*)(?:'|$)|([^"'()\s]+))\s*(?:\)|$)/gi;

/** Returns CSS that loads nothing external. Adds the removed addresses to `outer`. */
export function withoutOuter(css: string, outer: Set<string>): string {
  const plain = withoutEscapes(css);
  if (!/url\(|@import/i.test(plain)) return css;
  return plain
    .replace(imports, (rule) => {
      outer.add(rule.replace(/^@import\s*(?:url\(\s*)?["']?|["')][\s\S]*$|;$/gi, '').trim());
      return '';
    })
    .replace(urls, (found, double?: string, single?: string, bare?: string) => {
      const address = double ?? single ?? bare ?? '';
      if (!isOuter(address)) return found;
      outer.add(address.trim());
      // An empty address, so the declaration loads nothing.
      return 'url()';
    });
}

/** CSS reads `\69mport` and `\import` as `import`. Unescapes letters and the characters that addresses consist of. */
const withoutEscapes = (css: string): string =>
  css.includes('\\')
    ? css.replace(/\\(?:([\da-f]{1,6})\s?|([g-z:/@]))/gi, (written, digits?: string, letter?: string) => {
        const character =
          letter ?? String.fromCodePoint(Math.min(Number.parseInt(digits ?? '0', 16), 0x10ffff));
        return /^[a-z:/@.-]$/i.test(character) ? character : written;
      })
    : css;
