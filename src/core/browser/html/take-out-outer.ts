/**
 * Header and footer load nothing: Chromium ends the renderer of one that names a style sheet, a font or an SVG filter
 * elsewhere. What they name is taken out here, and its address is reported.
 */
import type { DefaultTreeAdapterTypes as Tree } from 'parse5';
import { documentAddress } from '../../template/model/document-address.ts';
import { nodesOf } from './nodes-of.ts';

/** Elements that load what their address names, and by which attributes. Links are not loaded. */
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

/** Attributes whose value is CSS, or a part of it. */
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

/** Changes the nodes. Addresses are added to `outer`. */
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

/** What has a scheme or a host, or may have one once its escapes are read. */
const isOuter = (address: string): boolean =>
  !/^\s*(?:data:|#)/i.test(address) &&
  (/^\s*(?:[a-z][a-z0-9+.-]*:|\/\/)/i.test(address) || address.includes('\\')) &&
  !address.trim().startsWith(documentAddress);

/** All of them: the sheets of a header stand in it. */
const imports = /@import\b(?:[^;"'(){}]|"[^"]*"|'[^']*'|\([^()]*\))*;?/gi;
/** The end of a sheet closes what is open. */
const urls = /url\(\s*(?:"([^"]*)(?:"|$)|'([^']*)(?:'|$)|([^"'()\s]+))\s*(?:\)|$)/gi;

/** CSS that loads nothing from elsewhere. Addresses are added to `outer`. */
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
      // It names nothing, so the declaration loads nothing.
      return 'url()';
    });
}

/** `\69mport` and `\import` are `import` to CSS: letters, and what addresses are made of, without their escapes. */
const withoutEscapes = (css: string): string =>
  css.includes('\\')
    ? css.replace(/\\(?:([\da-f]{1,6})\s?|([g-z:/@]))/gi, (written, digits?: string, letter?: string) => {
        const character =
          letter ?? String.fromCodePoint(Math.min(Number.parseInt(digits ?? '0', 16), 0x10ffff));
        return /^[a-z:/@.-]$/i.test(character) ? character : written;
      })
    : css;
