/** Lists of the headings, figures and tables, where a line of the text asks for one: `[[toc]]`. */
import type { MarkdownIt, Token } from 'markdown-it';
import { type DocumentState, type Listed, stateOf } from '../document-state.ts';
import { toHtmlText } from '../html-text.ts';
import { paragraphsOf, replaceParagraph } from './paragraphs.ts';

/** `[TOC]` is what Python-Markdown, Typora and many others write. */
const places: Readonly<Record<string, 'headings' | 'figures' | 'tables'>> = {
  '[[toc]]': 'headings',
  '[toc]': 'headings',
  '[[_toc_]]': 'headings',
  '[[figures]]': 'figures',
  '[[tables]]': 'tables',
};

/** Further ones in the same document are text: each takes as much room as the document has headings. */
const maxLists = 10;

export function addContents(parser: MarkdownIt): void {
  parser.core.ruler.push('contents', ({ tokens }) => {
    let count = 0;
    for (const paragraph of paragraphsOf(tokens)) {
      const kind = places[paragraph.inline.content.trim().toLowerCase()];
      if (!kind || count === maxLists) continue;
      count += 1;
      const before = tokens[paragraph.index - 1]?.type === 'heading_close';
      replaceParagraph(paragraph, 'contents').meta = { kind, heading: before ? paragraph.index - 3 : -1 };
    }
  });
  parser.renderer.rules.contents = (tokens, index, _options, env) => {
    const { kind, heading } = (tokens[index] as Token).meta as { kind: keyof DocumentState; heading: number };
    const state = stateOf(env);
    const entries = state[kind] as readonly Listed[];
    // The heading above the contents is not in them.
    const listed = entries.filter((each) => each.index !== heading);
    return kind === 'headings' ? contentsHtml(listed, state.tocLevels) : listHtml(kind, listed);
  };
}

/**
 * A nested list of links to headings. The first level is that of the highest heading; those below the last level are left
 * out. Empty without headings.
 */
export function contentsHtml(headings: readonly Listed[], levels: number): string {
  const top = Math.min(...headings.map(({ level }) => level));
  const shown = headings.filter(({ level, text }) => level < top + levels && text !== '');
  if (shown.length === 0) return '';
  let html = '';
  const open: number[] = [];
  for (const entry of shown) {
    // A level that was left out above it makes no list of its own.
    while (open.length > 1 && entry.level <= (open.at(-2) as number)) {
      html += '</li></ul>';
      open.pop();
    }
    if (open.length > 0 && entry.level <= (open.at(-1) as number)) {
      html += '</li>';
      open[open.length - 1] = entry.level;
    } else {
      html += '<ul>';
      open.push(entry.level);
    }
    html += `<li>${linkHtml(entry)}`;
  }
  return `<nav class="contents">${html}${'</li></ul>'.repeat(open.length)}</nav>`;
}

const listHtml = (kind: string, entries: readonly Listed[]): string =>
  entries.length === 0
    ? ''
    : `<nav class="contents contents-${kind}"><ul>${entries.map((each) => `<li>${linkHtml(each)}</li>`).join('')}</ul></nav>`;

const linkHtml = ({ id, text }: Listed): string =>
  `<a href="#${toHtmlText(encodeURIComponent(id))}"><span>${toHtmlText(text)}</span></a>`;
