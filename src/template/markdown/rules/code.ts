/** Code in colours, and formulas. What turns them into HTML is loaded before the document is rendered. */
import type { MarkdownIt, Token } from 'markdown-it';
import { restoreMarkdownText } from '#twig';
import { stateOf } from '../document-state.ts';
import { toHtmlText } from '../html-text.ts';

/** The language of a code block, in lower case, or undefined. */
export const languageOf = ({ info }: Token): string | undefined =>
  /^[\w#+.-]{1,40}/.exec(info.trim())?.[0].toLowerCase();

export function addCode(parser: MarkdownIt): void {
  const { rules } = parser.renderer;
  rules.fence = (tokens, index, _options, env) => {
    const token = tokens[index] as Token;
    const code = restoreMarkdownText(token.content);
    const language = languageOf(token);
    const html = language === undefined ? undefined : stateOf(env).highlight?.(code, language);
    const name = language === undefined ? '' : ` class="language-${toHtmlText(language)}"`;
    return `<pre><code${name}>${html ?? toHtmlText(code)}</code></pre>\n`;
  };
  rules.math_inline = (tokens, index, _options, env) => {
    const token = tokens[index] as Token;
    return formulaHtml(token, env, (token.meta as { isDisplay: boolean }).isDisplay);
  };
  rules.math_block = (tokens, index, _options, env) => formulaHtml(tokens[index] as Token, env, true);
}

/** A formula that cannot be read is printed as it is written. */
function formulaHtml({ content, map }: Token, env: Parameters<typeof stateOf>[0], isDisplay: boolean) {
  const tex = restoreMarkdownText(content);
  const state = stateOf(env);
  try {
    const html = state.formula?.(tex, isDisplay) ?? toHtmlText(tex);
    return isDisplay ? `<div class="formula">${html}</div>` : html;
  } catch (error) {
    const line = map ? ` in line ${map[0] + 1}` : '';
    const shown = tex.length > 60 ? `${tex.slice(0, 60)}…` : tex;
    state.warnings.push(`the formula ${shown}${line} is printed as text: ${(error as Error).message}`);
    return `<code class="formula-source">${toHtmlText(tex)}</code>`;
  }
}
