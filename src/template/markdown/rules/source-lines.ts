/** Gives the HTML the lines of its Markdown, so that what is found in the HTML can be found in the Markdown. */
import type { Env, MarkdownIt, Token } from 'markdown-it';

type Renderer = MarkdownIt['renderer'];

interface RenderContext {
  readonly options: Parameters<Renderer['render']>[1];
  readonly env: Env | undefined;
}

export function keepLines({ renderer }: MarkdownIt): void {
  renderer.renderToken = (tokens, index) => {
    const token = tokens[index];
    if (!token || token.hidden) return '';
    return token.nesting === -1 ? `</${token.tag}>` : `<${token.tag}${renderer.renderAttrs(token)}>`;
  };
  renderer.render = (tokens, options, env) => {
    const html: string[] = [];
    let line = 0;
    for (const [index, piece] of renderPieces(renderer, tokens, { options, env }).entries()) {
      if (piece === '') continue;
      const start = tokens[index]?.map?.[0] ?? 0;
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

/** The HTML of each token, without regard to its lines. */
export const renderPieces = (
  renderer: Renderer,
  tokens: readonly Token[],
  { options, env }: RenderContext,
): string[] =>
  tokens.map((token, index) =>
    token.type === 'inline'
      ? renderer.renderInline(token.children ?? [], options, env)
      : (renderer.rules[token.type]?.(tokens as Token[], index, options, env, renderer) ??
        renderer.renderToken(tokens as Token[], index, options)),
  );

function countLines(text: string): number {
  let count = 0;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count += 1;
  return count;
}
