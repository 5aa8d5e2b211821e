/** Reads the parts of an HTML template. */
import { Failure } from '../../../contract/errors.ts';
import type { PageSettings } from '../../../contract/page.ts';
import type { FileTree } from '../model/file-tree.ts';
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
    readTreeText(tree, 'header.html'),
    readTreeText(tree, 'footer.html'),
    readTreeText(tree, 'styles.css'),
  ]);
  if (html === undefined) {
    throw new Failure('invalid_template', 'The template has neither template.html nor editor.json.');
  }
  const parts: Record<string, SourceFile> = { template: { file: tree.label('template.html'), text: html } };
  if (header !== undefined) parts.header = { file: tree.label('header.html'), text: header };
  if (footer !== undefined) parts.footer = { file: tree.label('footer.html'), text: footer };
  return {
    parts,
    own: {
      html,
      styles,
      page: toPageSettings(manifest, header, footer),
      scripts: manifest.scripts,
      tags: manifest.tags,
      baseUrl: manifest.base_url,
    },
  };
}

function toPageSettings(
  manifest: Manifest,
  header: string | undefined,
  footer: string | undefined,
): PageSettings {
  const { format, orientation, margins, lang } = manifest;
  return { format, orientation, margins, lang, header, footer };
}
