/**
 * Splits header and footer into fixed text and the positions of template files. It is synchronous and reads no files,
 * so it can run in any thread.
 */
import { randomUUID } from 'node:crypto';
import { parseFragment, serialize, type DefaultTreeAdapterTypes as Tree } from 'parse5';
import { Failure } from '../../../contract/errors.ts';
import { nodesOf } from '../html/nodes-of.ts';
import { takeOutOuter } from '../html/take-out-outer.ts';
import type { Region } from '../region.ts';
import { fillFields, withOurNames } from './fields.ts';

export interface HeaderFooterText {
  readonly header?: string | undefined;
  readonly footer?: string | undefined;
  /** The value of `<span class="date">`. Default: now. */
  readonly date?: Date | undefined;
  /** How that date is written. */
  readonly region?: Region | undefined;
  /** Whether the document has an address that means something to its readers, for `<span class="url">`. Default: no. */
  readonly hasAddress?: boolean | undefined;
}

/** A piece of HTML. Pieces other than text may refer to files of the template. */
export type HeaderFooterPiece =
  | string
  /** The value of an attribute that names one file. */
  | { readonly address: string }
  /** The value of a `style` attribute. */
  | { readonly style: string }
  /** The text of a `<style>` element. */
  | { readonly sheet: string };

export interface ParsedHeaderFooter {
  readonly header?: readonly HeaderFooterPiece[] | undefined;
  readonly footer?: readonly HeaderFooterPiece[] | undefined;
  /** The renamed classes; see `withOurNames`. */
  readonly renamed: readonly string[];
  /** All texts and attribute values. */
  readonly texts: readonly string[];
  /** Removed addresses: headers and footers load nothing external. */
  readonly outer: readonly string[];
}

/** Chromium's own parser limits nesting to this depth. */
const maxMarginDepth = 512;

/** Throws `page_failed` if elements are nested deeper than a browser would nest them. */
export function parseHeaderFooter({
  header,
  footer,
  date,
  region,
  hasAddress = false,
}: HeaderFooterText): ParsedHeaderFooter {
  const trees = [header, footer].map((html) => (html?.trim() ? parseFragment(html) : undefined));
  const [above, below] = trees;
  if (above) checkDepth('header', above);
  if (below) checkDepth('footer', below);
  const renamed = fillFields(trees, { date, region, hasAddress });
  const outer = new Set<string>();
  for (const tree of trees) if (tree) takeOutOuter(tree, outer);
  const texts = trees.flatMap((tree) => (tree ? collectTexts(tree) : []));
  return {
    header: above && toPieces(above, renamed),
    footer: below && toPieces(below, renamed),
    renamed,
    texts,
    outer: [...outer],
  };
}

function checkDepth(part: string, tree: Tree.Node): void {
  for (const { depth } of nodesOf(tree)) {
    if (depth <= maxMarginDepth) continue;
    throw new Failure('page_failed', `The ${part} has elements nested more than ${maxMarginDepth} deep.`);
  }
}

/** Returns the texts and attribute values. */
function collectTexts(tree: Tree.Node): string[] {
  const texts: string[] = [];
  for (const { node } of nodesOf(tree)) {
    if ('value' in node) texts.push(node.value);
    if ('attrs' in node) for (const { value } of node.attrs) texts.push(value);
  }
  return texts;
}

/**
 * Changes the tree: replaces each potential file reference with a marker, then splits the serialized text at the
 * markers.
 */
function toPieces(tree: Tree.DocumentFragment, renamed: readonly string[]): HeaderFooterPiece[] {
  // Unguessable, so that text in the document cannot pass for a marker.
  const mark = `pdfapi-${randomUUID()}-`;
  const places: HeaderFooterPiece[] = [];
  const leave = (piece: HeaderFooterPiece) => `${mark}${places.push(piece) - 1};`;
  for (const { node } of nodesOf(tree)) {
    if (!('attrs' in node)) continue;
    for (const attribute of node.attrs) {
      const { name, value } = attribute;
      const isFile = name === 'src' || (name === 'href' && node.tagName === 'image');
      if (isFile) attribute.value = leave({ address: value });
      else if (name === 'style') attribute.value = leave({ style: value });
    }
    if (node.tagName !== 'style') continue;
    for (const child of node.childNodes) {
      if ('value' in child) child.value = leave({ sheet: withOurNames(child.value, renamed) });
    }
  }
  const [first = '', ...rest] = serialize(tree).split(mark);
  return [
    first,
    ...rest.flatMap((text) => {
      const end = text.indexOf(';');
      return [places[Number(text.slice(0, end))] ?? '', text.slice(end + 1)];
    }),
  ];
}
