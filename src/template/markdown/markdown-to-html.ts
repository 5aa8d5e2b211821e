/** Markdown in, an HTML document out. */
import type { Token } from 'markdown-it';
import { restoreMarkdownText } from '#twig';
import { hasStandardStyles, type MarkdownSettings, type TitleBlock } from '../model/markdown-settings.ts';
import { createState, type DocumentState, toEnv } from './document-state.ts';
import { toHtmlText } from './html-text.ts';
import { createParser } from './parser.ts';
import { languageOf } from './rules/code.ts';
import { contentsHtml } from './rules/contents.ts';
import { placeFootnotes } from './rules/page-footnotes.ts';
import {
  contentsStyles,
  standardStyles,
  styleOfPageNumbers,
  stylesOfFootnotes,
  stylesOfPlacedFootnotes,
} from './standard-styles.ts';

export interface MarkdownDocument {
  readonly html: string;
  /** Warnings about content that is not printed as its author meant it, each without a full stop. */
  readonly warnings: readonly string[];
}

/** A Markdown document whose Twig has run. */
export interface FilledMarkdown {
  readonly text: string;
  readonly settings: MarkdownSettings;
  readonly titleBlock: TitleBlock;
}

const usualLevels = 3;

/**
 * Returns a complete HTML document. The lines of the text are those of the HTML: the first one also has the head.
 *
 * @example
 * (await markdownToDocument({ text: '# Hello', settings: { titleBlock: {} }, titleBlock: {} })).html;
 */
export async function markdownToDocument({
  text,
  settings,
  titleBlock,
}: FilledMarkdown): Promise<MarkdownDocument> {
  const parser = createParser();
  const state = createState(settings.toc ?? usualLevels);
  const env = toEnv(state);
  const tokens = parser.parse(text, env);
  await loadTools(state, tokens);
  const body = parser.renderer.render(
    settings.footnotes === 'page' ? placeFootnotes(tokens) : tokens,
    parser.options as Parameters<typeof parser.renderer.render>[1],
    env,
  );
  const contents = settings.toc === undefined ? '' : contentsHtml(state.headings, settings.toc);
  const hasContents = contents !== '' || tokens.some(({ type }) => type === 'contents');
  const first = state.headings[0];
  const isRepeated = first?.level === 1 && first.text === titleBlock.title?.trim();
  const shown = isRepeated ? { ...titleBlock, title: undefined } : titleBlock;
  const title = titleBlock.title || first?.text;
  const head = `<meta charset="utf-8">${title ? `<title>${toHtmlText(title)}</title>` : ''}${stylesHtml(settings, hasContents)}`;
  const html = `<!doctype html><html><head>${head}</head><body>${titleBlockHtml(shown)}${contents}${body}</body></html>`;
  return { html: restore(html), warnings: state.warnings };
}

/** The libraries take 60 ms each to load. */
async function loadTools(state: DocumentState, tokens: readonly Token[]): Promise<void> {
  // Inline tokens have no lines of their own.
  for (const { children, map } of tokens) for (const child of children ?? []) child.map ??= map;
  const all = tokens.flatMap((token) => [token, ...(token.children ?? [])]);
  const hasCode = all.some((token) => token.type === 'fence' && languageOf(token) !== undefined);
  const hasFormula = all.some(({ type }) => type === 'math_inline' || type === 'math_block');
  if (hasCode) state.highlight = (await import('./highlight.ts')).createHighlight();
  if (hasFormula) state.formula = (await import('./math.ts')).formulaToMathml;
}

function stylesHtml(settings: MarkdownSettings, hasContents: boolean): string {
  const isPlaced = settings.footnotes === 'page';
  // Before the styles of the author, which can change it.
  const placed = isPlaced ? `<style>${stylesOfPlacedFootnotes}</style>` : '';
  if (settings.css) {
    return `${placed}${settings.css.map((address) => `<link rel="stylesheet" href="${toHtmlText(address)}">`).join('')}`;
  }
  if (!hasStandardStyles(settings)) return placed;
  const numbers = settings.pageNumbers === false ? '' : styleOfPageNumbers;
  const more = `${hasContents ? contentsStyles : ''}${isPlaced ? stylesOfFootnotes : ''}`;
  return `${placed}<style>${standardStyles}${numbers}${more}</style>`;
}

function titleBlockHtml({ title, subtitle, author, date }: TitleBlock): string {
  const line = (tag: string, name: string, text: string | undefined) =>
    text?.trim() ? `<${tag} class="${name}">${toHtmlText(text.trim())}</${tag}>` : '';
  const lines = [
    line('h1', 'title', title),
    line('p', 'subtitle', subtitle),
    line('p', 'author', author),
    line('p', 'date', date),
  ].join('');
  return lines === '' ? '' : `<header class="title-block">${lines}</header>`;
}

/** The output of Twig is text of the HTML, or the value of an attribute between double quotes. */
const restore = (html: string): string =>
  html.replace(/[\ufdd0-\ufdef]+/g, (marks) => toHtmlText(restoreMarkdownText(marks)));
