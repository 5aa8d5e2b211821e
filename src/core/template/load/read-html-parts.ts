/** Reads the parts of an HTML template, whose text may be Markdown. */
import { Failure } from '../../../contract/errors.ts';
import type { PageSettings } from '../../../contract/page.ts';
import { readFrontMatter } from '../../markdown/front-matter/read-front-matter.ts';
import { mergePageSettings } from '../../page-settings.ts';
import type { FileTree } from '../model/file-tree.ts';
import type { HtmlTemplate } from '../model/template.ts';
import type { SourceFile } from '../model/template-sources.ts';
import type { Manifest } from './manifest.ts';
import type { KindParts } from './read-template.ts';
import { readTreeText } from './read-text.ts';

export async function readHtmlParts(
  tree: FileTree,
  text: { readonly html: string | undefined; readonly markdown: string | undefined },
  manifest: Manifest,
): Promise<KindParts> {
  const [header, footer, styles] = await Promise.all([
    readTreeText(tree, 'header.html'),
    readTreeText(tree, 'footer.html'),
    readTreeText(tree, 'styles.css'),
  ]);
  const { html, metadata, markdown, ...own } = await readText(tree, text);
  const parts: Record<string, SourceFile> = { ...own.parts };
  if (header !== undefined) parts.header = { file: tree.label('header.html'), text: header };
  if (footer !== undefined) parts.footer = { file: tree.label('footer.html'), text: footer };
  return {
    parts,
    own: {
      html,
      markdown,
      metadata,
      styles,
      page: mergePageSettings(toPageSettings(manifest, header, footer), own.page),
      scripts: manifest.scripts,
      tags: manifest.tags,
      baseUrl: manifest.base_url,
    },
  };
}

/** Throws `invalid_template` if there is neither, and for wrong front matter. */
async function readText(
  tree: FileTree,
  { html, markdown }: Parameters<typeof readHtmlParts>[1],
): Promise<Pick<HtmlTemplate, 'html' | 'metadata' | 'markdown' | 'page'> & Pick<KindParts, 'parts'>> {
  if (markdown !== undefined) {
    const { body, ...source } = await readFrontMatter(tree.label('template.md'), markdown);
    return { html: body, ...source };
  }
  if (html !== undefined) {
    const parts = { template: { file: tree.label('template.html'), text: html } };
    return { html, metadata: {}, markdown, page: {}, parts };
  }
  const message = 'The template has none of template.html, template.md and editor.json.';
  throw new Failure('invalid_template', message);
}

function toPageSettings(
  manifest: Manifest,
  header: string | undefined,
  footer: string | undefined,
): PageSettings {
  const { format, orientation, margins, lang } = manifest;
  return { format, orientation, margins, lang, header, footer };
}
