/** Reads the parts of an HTML template, whose text may be Markdown. */

import { mergePageLoad } from '#contract/document/page-load';
import { toLoadOptions } from '#contract/document/page-load-schema';
import { Failure } from '#contract/errors';
import type { HeaderFooterSetting, PageSettings } from '#contract/page';
import { rowsFiles } from '../data/rows-files.ts';
import { readFrontMatter } from '../markdown/read-front-matter.ts';
import type { FileTree } from '../model/file-tree.ts';
import { headerFooterSetting, parsePageFile } from '../model/page-files.ts';
import { mergePageSettings } from '../model/page-settings.ts';
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
    readHeaderFooter(tree, 'header'),
    readHeaderFooter(tree, 'footer'),
    readTreeText(tree, 'styles.css'),
  ]);
  const { html, metadata, markdown, ...own } = await readText(tree, text);
  return {
    // Front matter overrides the files.
    parts: { ...header.parts, ...footer.parts, ...own.parts },
    own: {
      html,
      markdown,
      metadata,
      styles,
      page: mergePageSettings(toPageSettings(manifest, header.setting, footer.setting), own.page),
      load: mergePageLoad(toLoadOptions(manifest)),
      scripts: manifest.scripts,
      tags: manifest.tags,
      forms: manifest.forms,
      baseUrl: manifest.base_url,
      rows: manifest.rows === undefined ? undefined : rowsFiles(tree, manifest.rows),
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

interface HeaderFooterFiles {
  readonly setting: HeaderFooterSetting | undefined;
  readonly parts: Readonly<Record<string, SourceFile>>;
}

/** Reads `header.html`, and `header-first.html` and others for some pages only. */
async function readHeaderFooter(tree: FileTree, kind: 'header' | 'footer'): Promise<HeaderFooterFiles> {
  const main = await readTreeText(tree, `${kind}.html`);
  const parts: Record<string, SourceFile> = {};
  if (main !== undefined) parts[kind] = { file: tree.label(`${kind}.html`), text: main };
  const special = new Map<string, string>();
  for (const name of await tree.listTop()) {
    const file = parsePageFile(name);
    const text = file?.kind === kind ? await readTreeText(tree, name) : undefined;
    if (!file || text === undefined) continue;
    parts[`${kind}-${file.page}`] = { file: tree.label(name), text };
    special.set(file.page, text);
  }
  return { parts, setting: headerFooterSetting(main, special) };
}

function toPageSettings(
  manifest: Manifest,
  header: HeaderFooterSetting | undefined,
  footer: HeaderFooterSetting | undefined,
): PageSettings {
  const { format, orientation, margins, lang, locale, time_zone: timeZone } = manifest;
  return { format, orientation, margins, lang, locale, timeZone, header, footer };
}
