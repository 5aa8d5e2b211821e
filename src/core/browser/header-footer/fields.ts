/**
 * What headers and footers show by the class of an element: `date`, `title`, `url`, `pageNumber`, `totalPages`.
 * Chromium fills them in; where it would show something else than it should, they are filled here.
 */
import type { DefaultTreeAdapterTypes as Tree } from 'parse5';
import { nodesOf } from '../html/nodes-of.ts';

/** As Chromium shows it. */
const dateFormat = new Intl.DateTimeFormat('en-US', {
  dateStyle: 'short',
  timeStyle: 'short',
  timeZone: 'UTC',
});

export interface FieldValues {
  /** The date to show (UTC). Default: Chromium's own, now. */
  readonly date?: Date | undefined;
  /** Whether the document has an address that people know. */
  readonly hasAddress: boolean;
}

/** Changes the nodes. Returns the classes that were renamed, for `withOurNames`. */
export function fillFields(
  parts: readonly (Tree.DocumentFragment | undefined)[],
  { date, hasAddress }: FieldValues,
): readonly string[] {
  const values = new Map([
    // A document without an address is loaded under one that means nothing to its readers.
    ...(hasAddress ? [] : [['url', ''] as const]),
    ...(date ? [['date', dateFormat.format(date)] as const] : []),
  ]);
  const renamed = new Set<string>();
  for (const part of parts) {
    if (part) for (const { node } of nodesOf(part)) fill(node, values, renamed);
  }
  return [...renamed];
}

/** Chromium knows its elements by their class: those filled here get another one, which is added to `renamed`. */
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

/** A style sheet for the elements as they are now. */
export const withOurNames = (css: string, renamed: readonly string[]): string =>
  renamed.reduce(withOurName, css);

const ourName = (name: string): string => `pdfapi-${name}`;

/** Whatever the style sheet has for the class holds for its new name too. Texts, addresses and comments stay. */
function withOurName(css: string, name: string): string {
  return css.replaceAll(classSelector(name), (found) =>
    found.startsWith('.') || found.startsWith('[') ? `:is(.${name},.${ourName(name)})` : found,
  );
}

/**
 * Selectors of a class, and what may look like one. A text or a comment without an end is taken to the end of the
 * sheet, as CSS does: trying again behind each `/*` would take quadratic time.
 */
export function classSelector(name: string): RegExp {
  const selector = `\\.${name}(?![\\w\\\\-]|[^\\x00-\\x7f])|\\[\\s*class\\s*~=\\s*(["']?)${name}\\1\\s*\\]`;
  const texts = ['"', "'"].map(
    (quote) => `${quote}[^${quote}\\\\]*(?:\\\\[\\s\\S][^${quote}\\\\]*)*(?:${quote}|\\\\?$)`,
  );
  const other = `${texts.join('|')}|url\\([^()"']*\\)|/\\*(?:[\\s\\S]*?\\*/|[\\s\\S]*$)`;
  return new RegExp(`${selector}|${other}`, 'g');
}
