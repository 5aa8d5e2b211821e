/** Reads the parts of an HTML template. */
import { Failure } from '../../../contract/errors.ts';
import { type HeaderFooterSetting, type PageSettings, pageVariants } from '../../../contract/page.ts';
import type { FileTree } from '../model/file-tree.ts';
import { parsePageFile } from '../model/template-files.ts';
import type { SourceFile } from '../model/template-sources.ts';
import type { Manifest } from './manifest.ts';
import type { KindParts } from './read-template.ts';
import { readTreeText } from './read-text.ts';

export async function readHtmlParts(
  tree: FileTree,
  html: string | undefined,
  manifest: Manifest,
): Promise<KindParts> {
  const [header, footer, styles] = await Promise.all([
    readHeaderFooter(tree, 'header'),
    readHeaderFooter(tree, 'footer'),
    readTreeText(tree, 'styles.css'),
  ]);
  if (html === undefined) {
    throw new Failure('invalid_template', 'The template has neither template.html nor editor.json.');
  }
  const parts: Record<string, SourceFile> = { template: { file: tree.label('template.html'), text: html } };
  return {
    parts: { ...parts, ...header.parts, ...footer.parts },
    own: {
      html,
      styles,
      page: toPageSettings(manifest, header.setting, footer.setting),
      scripts: manifest.scripts,
      tags: manifest.tags,
      baseUrl: manifest.base_url,
    },
  };
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
  const special: Record<string, string> = {};
  const named: Record<string, string> = {};
  for (const name of await tree.listTop()) {
    const file = parsePageFile(name);
    const text = file?.kind === kind ? await readTreeText(tree, name) : undefined;
    if (!file || text === undefined) continue;
    parts[`${kind}-${file.page}`] = { file: tree.label(name), text };
    const isVariant = pageVariants.some((variant) => variant === file.page && variant !== 'default');
    (isVariant ? special : named)[file.page] = text;
  }
  const isPlain = Object.keys(special).length === 0 && Object.keys(named).length === 0;
  return { parts, setting: isPlain ? main : { ...special, default: main, named } };
}

function toPageSettings(
  manifest: Manifest,
  header: HeaderFooterSetting | undefined,
  footer: HeaderFooterSetting | undefined,
): PageSettings {
  const { format, orientation, margins, lang } = manifest;
  return { format, orientation, margins, lang, header, footer };
}
