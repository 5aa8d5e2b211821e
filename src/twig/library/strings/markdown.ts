/** The filter `markdown_to_html`: CommonMark with tables and strikethrough, for untrusted data. */
import { createRequire } from 'node:module';
import type MarkdownParser from 'markdown-it';
import type { MarkdownIt } from 'markdown-it';

// The library is loaded with the first use, so that templates without Markdown do not pay for it. Loading is synchronous
// because rendering is.
const load = createRequire(import.meta.url);

let parser: MarkdownIt | undefined;

/** HTML in the text is escaped, and addresses may only be http, https, mailto, tel or relative. */
export function markdownToHtml(source: string): string {
  parser ??= createMarkdownParser();
  return parser.render(source);
}

function createMarkdownParser(): MarkdownIt {
  const Parser = load('markdown-it') as typeof MarkdownParser;
  const created = new Parser({ html: false, xhtmlOut: true });
  created.validateLink = (address) => /^(?:(?:https?|mailto|tel):|(?![^/?#]*:))/i.test(address.trim());
  // As on GitHub: text that was removed, not text that is no longer right.
  Object.assign(created.renderer.rules, { s_open: () => '<del>', s_close: () => '</del>' });
  return created;
}
