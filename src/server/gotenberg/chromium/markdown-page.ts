/** The page of the Markdown routes: HTML with `{{ toHTML "file.md" }}` where the text of a file goes. */
import { GotenbergError } from '../answer.ts';
import type { FormFile } from '../form/gotenberg-form.ts';

const action = /\{\{-?\s*toHTML\s+(?:"((?:[^"\\]|\\.)*)"|`([^`]*)`)\s*-?\}\}/g;

/** HTML with Twig, and the data that it prints. */
export interface MarkdownPage {
  readonly html: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/**
 * Nothing of the page is Twig of its author: its pieces and the texts are data, which the template only prints. Throws
 * `GotenbergError` for files that are not there.
 *
 * @example
 * markdownPage('<b>{{ toHTML "a.md" }}</b>', [a]).html; // {{ pieces[0]|raw }}{{ texts[0]|markdown_to_html }}{{ pieces[1]|raw }}
 */
export function markdownPage(page: string, files: readonly FormFile[]): MarkdownPage {
  const pieces: string[] = [];
  const texts: string[] = [];
  const missing: string[] = [];
  let html = '';
  let at = 0;
  const addPiece = (end: number) => {
    html += `{{ pieces[${pieces.length}]|raw }}`;
    pieces.push(page.slice(at, end));
  };
  for (const found of page.matchAll(action)) {
    const name = found[2] ?? found[1]?.replace(/\\(.)/g, '$1') ?? '';
    const file = files.find((each) => each.name === name);
    if (!file) missing.push(`'${name}'`);
    addPiece(found.index);
    html += `{{ texts[${texts.length}]|markdown_to_html }}`;
    texts.push(file ? Buffer.from(file.bytes).toString() : '');
    at = found.index + found[0].length;
  }
  if (missing.length > 0) {
    throw new GotenbergError(400, `Markdown file(s) not found: ${missing.join('\n')}`);
  }
  addPiece(page.length);
  return { html, data: { pieces, texts } };
}
