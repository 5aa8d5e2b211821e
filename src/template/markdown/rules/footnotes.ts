/** Prints footnotes with fewer brackets, and with links that a screen reader can name. */
import type { MarkdownIt, RendererRule } from 'markdown-it';

export function addFootnotes({ renderer: { rules } }: MarkdownIt): void {
  rules.footnote_caption = (tokens, index) => String(Number(tokens[index]?.meta?.id) + 1);
  rules.footnote_block_open = () => '<section class="footnotes"><ol>';
  rules.footnote_block_close = () => '</ol></section>';
  const anchorName = rules.footnote_anchor_name as RendererRule;
  rules.footnote_anchor = (tokens, index, options, env, renderer) => {
    const name = anchorName(tokens, index, options, env, renderer);
    const { subId } = (tokens[index]?.meta ?? {}) as { subId?: number };
    // An arrow that nearly every font has.
    return ` <a href="#fnref${name}${subId ? `:${subId}` : ''}" class="footnote-back">↑</a>`;
  };
}
