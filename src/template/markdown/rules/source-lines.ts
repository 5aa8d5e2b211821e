/** Gives the HTML the lines of its Markdown, so that what is found in the HTML can be found in the Markdown. */
import type { MarkdownIt } from 'markdown-it';

export function keepLines({ renderer }: MarkdownIt): void {
  renderer.renderToken = (tokens, index) => {
    const token = tokens[index];
    if (!token || token.hidden) return '';
    return token.nesting === -1 ? `</${token.tag}>` : `<${token.tag}${renderer.renderAttrs(token)}>`;
  };
  renderer.render = (tokens, options, env) => {
    const html: string[] = [];
    let line = 0;
    for (const [index, token] of tokens.entries()) {
      const start = token.map?.[0] ?? 0;
      const piece =
        token.type === 'inline'
          ? renderer.renderInline(token.children ?? [], options, env)
          : (renderer.rules[token.type]?.(tokens, index, options, env, renderer) ??
            renderer.renderToken(tokens, index, options));
      if (piece === '') continue;
      if (start > line) {
        html.push('\n'.repeat(start - line));
        line = start;
      }
      html.push(piece);
      line += countLines(piece);
    }
    return html.join('');
  };
}

function countLines(text: string): number {
  let count = 0;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count += 1;
  return count;
}
