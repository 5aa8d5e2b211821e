/** Captions of tables: a paragraph `Table: …` directly above or below one, as in Pandoc. */
import type { MarkdownIt, Token } from 'markdown-it';
import { restoreMarkdownText } from '#twig';
import { stateOf } from '../document-state.ts';
import { paragraphsOf } from './paragraphs.ts';
import { plainText } from './plain-text.ts';

const mark = /^Table:[ \t]+/;

export function addTableCaptions(parser: MarkdownIt): void {
  parser.core.ruler.push('table_captions', ({ tokens, env, Token: TokenClass }) => {
    const { tables } = stateOf(env);
    for (const { index, open, inline, close } of paragraphsOf(tokens)) {
      const [first] = inline.children ?? [];
      if (first?.type !== 'text' || !mark.test(first.content)) continue;
      const table = findTable(tokens, index);
      if (!table || table.meta) continue;
      first.content = first.content.replace(mark, '');
      const id = `table-${tables.length + 1}`;
      const caption = new TokenClass('inline', '', 0);
      caption.children = inline.children;
      table.attrSet('id', id);
      table.meta = { caption };
      tables.push({ id, text: restoreMarkdownText(plainText(inline.children)), level: 1, index });
      for (const token of [open, inline, close]) {
        Object.assign(token, { type: 'nothing', nesting: 0, hidden: true, children: [] });
      }
    }
  });
  parser.renderer.rules.table_open = (tokens, index, options, env, renderer) => {
    const open = renderer.renderToken(tokens, index, options);
    const caption = tokens[index]?.meta?.caption as Token | undefined;
    if (!caption) return open;
    return `${open}<caption>${renderer.renderInline(caption.children ?? [], options, env)}</caption>`;
  };
}

/** The one that ends before the paragraph or begins behind it. */
function findTable(tokens: readonly Token[], index: number): Token | undefined {
  const after = tokens[index + 3];
  if (after?.type === 'table_open') return after;
  if (tokens[index - 1]?.type !== 'table_close') return undefined;
  let start = index - 1;
  while (tokens[start]?.type !== 'table_open') start -= 1;
  return tokens[start];
}
