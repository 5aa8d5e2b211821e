/** Alerts as on GitHub: quotes that begin with `[!NOTE]`. Text behind it becomes the title, as in Obsidian. */
import type { MarkdownIt, Token } from 'markdown-it';

const mark = /^\[!(note|tip|important|warning|caution)\][ \t]*/i;

export function addAlerts(parser: MarkdownIt): void {
  // Before the inline text is read, in which the mark would be the text of a link.
  parser.core.ruler.before('inline', 'alerts', ({ tokens, Token: TokenClass }) => {
    const quotes: (Token | undefined)[] = [];
    for (let index = 0; index < tokens.length; index++) {
      const token = tokens[index] as Token;
      if (token.type === 'blockquote_close' && quotes.pop()) token.tag = 'div';
      if (token.type !== 'blockquote_open') continue;
      const inline = tokens[index + 1]?.type === 'paragraph_open' ? tokens[index + 2] : undefined;
      const found = inline && mark.exec(inline.content);
      quotes.push(found ? token : undefined);
      if (!inline || !found) continue;
      const kind = (found[1] as string).toLowerCase();
      const [line = '', ...rest] = inline.content.slice(found[0].length).split('\n');
      token.tag = 'div';
      token.attrs = [
        ['class', `alert alert-${kind}`],
        ['role', 'note'],
      ];
      const title = new TokenClass('inline', '', 0);
      title.content = line.trim() || `${kind[0]?.toUpperCase()}${kind.slice(1)}`;
      title.children = [];
      title.map = inline.map;
      const [open, close] = [
        new TokenClass('paragraph_open', 'p', 1),
        new TokenClass('paragraph_close', 'p', -1),
      ];
      open.attrSet('class', 'alert-title');
      for (const each of [open, close]) each.block = true;
      inline.content = rest.join('\n');
      // A quote with the mark alone keeps no empty paragraph.
      const removed = inline.content.trim() === '' ? 3 : 0;
      tokens.splice(index + 1, removed, open, title, close);
    }
  });
}
