/** The text of inline Markdown without its formatting, for headings in lists and for ids. */
import type { Token } from 'markdown-it';

/** Raw HTML is left out, and of a picture its alternative text remains. */
export function plainText(tokens: readonly Token[] | null): string {
  let text = '';
  for (const token of tokens ?? []) {
    if (token.type === 'image') text += plainText(token.children);
    else if (token.type === 'softbreak' || token.type === 'hardbreak') text += ' ';
    else if (token.type === 'text' || token.type === 'code_inline' || token.type === 'math_inline') {
      text += token.content;
    }
  }
  return text.trim();
}
