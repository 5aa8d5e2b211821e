/**
 * The values that headers and footers show in elements of the classes `date`, `title`, `url`, `pageNumber` and
 * `totalPages`. Chromium fills them in. Values that Chromium would get wrong are filled in here.
 */
import type { DefaultTreeAdapterTypes as Tree } from 'parse5';
import { nodesOf } from '../html/nodes-of.ts';
import { formatFieldDate, type Region } from '../region.ts';

export interface FieldValues {
  /** The date to show. Default: the current time, filled in by Chromium if the region does not say how. */
  readonly date?: Date | undefined;
  readonly region?: Region | undefined;
  /** Whether the document has an address that means something to its readers. */
  readonly hasAddress: boolean;
}

/** Changes the nodes in place. Returns the classes that were renamed, for `withOurNames`. */
export function fillFields(
  parts: readonly (Tree.DocumentFragment | undefined)[],
  { date, region, hasAddress }: FieldValues,
): readonly string[] {
  const values = new Map([
    // A document without an address of its own is loaded under an internal one, which must not be shown.
    ...(hasAddress ? [] : [['url', ''] as const]),
    ...(date || region?.language || region?.timeZone
      ? [['date', formatFieldDate(date, region)] as const]
      : []),
  ]);
  const renamed = new Set<string>();
  for (const part of parts) {
    if (part) for (const { node } of nodesOf(part)) fill(node, values, renamed);
  }
  return [...renamed];
}

/**
 * Chromium identifies its elements by class, so elements filled here get another class, and the old one is added to
 * `renamed`.
 */
function fill(node: Tree.Node, values: ReadonlyMap<string, string>, renamed: Set<string>): void {
  if (!('attrs' in node)) return;
  const classes = node.attrs.find(({ name }) => name === 'class');
  const names = classes?.value.split(/\s+/) ?? [];
  const own = names.filter((name) => values.has(name));
  if (!classes || own.length === 0) return;
  classes.value = names.map((name) => (own.includes(name) ? ourName(name) : name)).join(' ');
  const value = own.map((name) => values.get(name)).join('');
  node.childNodes = [{ nodeName: '#text', value, parentNode: node } satisfies Tree.TextNode];
  for (const name of own) renamed.add(name);
}

/** Returns a style sheet that also matches the renamed elements. */
export const withOurNames = (css: string, renamed: readonly string[]): string =>
  renamed.reduce(withOurName, css);

const ourName = (name: string): string => `pdfapi-${name}`;

/** Rules for the class apply to its new name too. Strings, addresses and comments stay unchanged. */
function withOurName(css: string, name: string): string {
  return css.replaceAll(classSelector(name), (found) =>
    found.startsWith('.') || found.startsWith('[') ? `:is(.${name},.${ourName(name)})` : found,
  );
}

/**
 * Returns a pattern for selectors of a class, and for strings and comments that may look like one. An unterminated
 * string or comment extends to the end of the sheet, which is also the CSS rule: retrying behind each `/*` would take
 * quadratic time.
 */
export function classSelector(name: string): RegExp {
  const selector = `\\.${name}(?![\\w\\\\-]|[^\\x00-\\x7f])|\\[\\s*class\\s*~=\\s*(["']?)${name}\\1\\s*\\]`;
  const texts = ['"', "'"].map(
    (quote) => `${quote}[^${quote}\\\\]*(?:\\\\[\\s\\S][^${quote}\\\\]*)*(?:${quote}|\\\\?$)`,
  );
  const other = `${texts.join('|')}|url\\([^()"']*\\)|/\\*(?:[\\s\\S]*?\\*/|[\\s\\S]*$)`;
  return new RegExp(`${selector}|${other}`, 'g');
}
