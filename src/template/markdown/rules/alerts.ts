/** Alerts as on GitHub: quotes that begin with `[!NOTE]`. Text behind it becomes the title, as in Obsidian. */
import type { MarkdownIt, Token } from 'markdown-it';
import { toHtmlText } from '../html-text.ts';
import { replaceParagraph } from './paragraphs.ts';

const mark = /^\[!(note|tip|important|warning|caution)\][ \t]*/i;

export function addAlerts(parser: MarkdownIt): void {
  // Before the inline text is read, in which the mark would be the text of a link.
  parser.core.ruler.before('inline', 'alerts', ({ tokens }) => {
    const quotes: boolean[] = [];
    for (const [index, token] of tokens.entries()) {
      if (token.type === 'blockquote_close' && quotes.pop()) token.tag = 'div';
      if (token.type === 'blockquote_open') quotes.push(toAlert(tokens, index, token));
    }
  });
  parser.renderer.rules.alert_open = (tokens, index, options, _env, renderer) => {
    const title = toHtmlText(String(tokens[index]?.meta?.title));
    return `${renderer.renderToken(tokens, index, options)}<p class="alert-title">${title}</p>`;
  };
}

function toAlert(tokens: readonly Token[], index: number, quote: Token): boolean {
  const [open, inline, close] = tokens.slice(index + 1, index + 4);
  const found = open?.type === 'paragraph_open' && inline ? mark.exec(inline.content) : null;
  if (!open || !inline || !close || !found) return false;
  const kind = (found[1] as string).toLowerCase();
  const [line = '', ...rest] = inline.content.slice(found[0].length).split('\n');
  quote.type = 'alert_open';
  quote.tag = 'div';
  quote.attrs = [
    ['class', `alert alert-${kind}`],
    ['role', 'note'],
  ];
  quote.meta = { title: line.trim() || `${kind[0]?.toUpperCase()}${kind.slice(1)}` };
  inline.content = rest.join('\n');
  // The mark alone leaves no empty paragraph.
  if (inline.content.trim() === '') replaceParagraph({ index: index + 1, open, inline, close }, 'nothing');
  return true;
}
