/** Task lists as on GitHub: list items that begin with `[ ]` or `[x]`. */
import type { MarkdownIt, Token } from 'markdown-it';

const mark = /^\[([ xX])\][ \t\u00a0]+/;

/**
 * The boxes are pictures: a form field would not be part of the text, and few fonts have the characters. Their alternative
 * texts are the characters, which screen readers name in their own language.
 */
const box = (isDone: boolean): string =>
  `<svg class="task-box" role="img" aria-label="${isDone ? '☑' : '☐'}" width="0.9em" height="0.9em" viewBox="0 0 16 16"><rect x="1" y="1" width="14" height="14" rx="2" fill="none" stroke="currentColor" stroke-width="1.4"/>${isDone ? '<path d="M4 8.2l3 3 5.2-6" fill="none" stroke="currentColor" stroke-width="2"/>' : ''}</svg> `;

export function addTasks(parser: MarkdownIt): void {
  parser.core.ruler.push('tasks', ({ tokens, Token: TokenClass }) => {
    const lists: Token[] = [];
    for (const [index, token] of tokens.entries()) {
      if (/_list_open$/.test(token.type)) lists.push(token);
      else if (/_list_close$/.test(token.type)) lists.pop();
      if (token.type !== 'list_item_open' || tokens[index + 1]?.type !== 'paragraph_open') continue;
      const inline = tokens[index + 2];
      const [first] = inline?.children ?? [];
      const found = first?.type === 'text' ? mark.exec(first.content) : null;
      if (!inline?.children || !first || !found) continue;
      first.content = first.content.slice(found[0].length);
      const picture = new TokenClass('html_inline', '', 0);
      picture.content = box(found[1] !== ' ');
      inline.children.unshift(picture);
      token.attrJoin('class', 'task');
      const list = lists.at(-1);
      if (list && list.attrGet('class') === null) list.attrSet('class', 'tasks');
    }
  });
}
