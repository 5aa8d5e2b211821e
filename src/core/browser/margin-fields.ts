/**
 * What headers and footers show by the class of an element: `date`, `title`, `url`, `pageNumber`, `totalPages`.
 * Chromium fills them in; where it would show something else than it should, they are filled here.
 */
import type { DefaultTreeAdapterTypes as Tree } from 'parse5';

export interface FilledFields {
  /** A style sheet for the elements as they are now. */
  styled(css: string): string;
}

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

/** Changes the nodes. */
export function fillFields(
  parts: readonly (Tree.DocumentFragment | undefined)[],
  { date, hasAddress }: FieldValues,
): FilledFields {
  const values = new Map([
    // A document without an address is loaded under one that means nothing to its readers.
    ...(hasAddress ? [] : [['url', ''] as const]),
    ...(date ? [['date', dateFormat.format(date)] as const] : []),
  ]);
  const renamed = new Set<string>();
  for (const nodes of parts) if (nodes) fill(nodes, values, renamed);
  const styled = (css: string) => [...renamed].reduce(withOurName, css);
  if (renamed.size > 0) for (const nodes of parts) if (nodes) changeStyles(nodes, styled);
  return { styled };
}

/** Chromium knows its elements by their class: those filled here get another one, which is added to `renamed`. */
function fill(node: Tree.Node, values: ReadonlyMap<string, string>, renamed: Set<string>): void {
  if (!('childNodes' in node)) return;
  const classes = 'attrs' in node ? node.attrs.find(({ name }) => name === 'class') : undefined;
  const names = classes?.value.split(/\s+/) ?? [];
  const own = names.filter((name) => values.has(name));
  if (!classes || own.length === 0) {
    for (const child of node.childNodes) fill(child, values, renamed);
    return;
  }
  classes.value = names.map((name) => (own.includes(name) ? ourName(name) : name)).join(' ');
  const value = own.map((name) => values.get(name)).join('');
  node.childNodes = [{ nodeName: '#text', value, parentNode: node } satisfies Tree.TextNode];
  for (const name of own) renamed.add(name);
}

const ourName = (name: string): string => `pdfapi-${name}`;

/** Whatever the style sheet has for the class holds for its new name too. Texts, addresses and comments stay. */
function withOurName(css: string, name: string): string {
  const selector = `\\.${name}(?![\\w\\\\-]|[^\\x00-\\x7f])|\\[\\s*class\\s*~=\\s*(["']?)${name}\\1\\s*\\]`;
  const other = `"[^"\\\\]*(?:\\\\.[^"\\\\]*)*"|'[^'\\\\]*(?:\\\\.[^'\\\\]*)*'|url\\([^()"']*\\)|/\\*[^]*?\\*/`;
  return css.replaceAll(new RegExp(`${selector}|${other}`, 'g'), (found) =>
    found.startsWith('.') || found.startsWith('[') ? `:is(.${name},.${ourName(name)})` : found,
  );
}

function changeStyles(node: Tree.Node, change: (css: string) => string): void {
  for (const child of 'childNodes' in node ? node.childNodes : []) {
    if (node.nodeName === 'style' && 'value' in child) child.value = change(child.value);
    changeStyles(child, change);
  }
}
