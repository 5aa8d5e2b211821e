/** A tree of files as a template: `template.html` and what may stand beside it. */
import { Failure } from '../../contract/errors.ts';
import type { PageSettings } from '../../contract/page.ts';
import type { FileTree } from './file-tree.ts';
import { jsonStringSource } from './json-places.ts';
import { type Manifest, parseManifest } from './manifest.ts';
import { readPartials } from './read-partials.ts';
import { readTreeText } from './read-text.ts';
import type { Template } from './template.ts';
import { type SourceFile, TemplateSources } from './template-sources.ts';
import { treeAssets } from './tree-assets.ts';

export interface ReadTemplate {
  readonly template: Template;
  /** Where each part came from, for errors in it. */
  readonly sources: TemplateSources;
  /** What its PDFs are called, `.pdf` included. */
  readonly filename: string;
}

/**
 * Reads a template. Assets, sample data and schema are read when somebody asks for them.
 *
 * Throws `invalid_template` (no `template.html`, a wrong `template.json`) and `file_unreadable`.
 */
export async function readTemplate(tree: FileTree): Promise<ReadTemplate> {
  const [html, manifestText, header, footer, styles, partials] = await Promise.all([
    readTreeText(tree, 'template.html'),
    readTreeText(tree, 'template.json'),
    readTreeText(tree, 'header.html'),
    readTreeText(tree, 'footer.html'),
    readTreeText(tree, 'styles.css'),
    readPartials(tree),
  ]);
  if (html === undefined) throw new Failure('invalid_template', 'The template has no template.html.');
  const manifest = manifestText === undefined ? {} : parseManifest(tree.label('template.json'), manifestText);
  const metadata = manifest.metadata ?? {};

  const parts: Record<string, SourceFile> = { template: { file: tree.label('template.html'), text: html } };
  if (header !== undefined) parts.header = { file: tree.label('header.html'), text: header };
  if (footer !== undefined) parts.footer = { file: tree.label('footer.html'), text: footer };
  for (const key of Object.keys(metadata)) {
    parts[`metadata.${key}`] = jsonStringSource(tree.label('template.json'), manifestText ?? '', [
      'metadata',
      key,
    ]);
  }

  return {
    filename: `${tree.name}.pdf`,
    sources: new TemplateSources(parts, partials),
    template: {
      name: manifest.name ?? tree.name,
      html,
      ...(styles === undefined ? {} : { styles }),
      page: pageOf(manifest, header, footer),
      metadata,
      // Without a prototype: a partial may be called `constructor`.
      partials: Object.assign(
        Object.create(null),
        Object.fromEntries([...partials].map(([name, { text }]) => [name, text])),
      ),
      assets: treeAssets(tree, ['partials']),
      ...(manifest.scripts === undefined ? {} : { scripts: manifest.scripts }),
      ...(manifest.tags === undefined ? {} : { tags: manifest.tags }),
    },
  };
}

function pageOf(manifest: Manifest, header: string | undefined, footer: string | undefined): PageSettings {
  const { format, orientation, margins } = manifest;
  return {
    ...(format === undefined ? {} : { format }),
    ...(orientation === undefined ? {} : { orientation }),
    ...(margins === undefined ? {} : { margins }),
    ...(header === undefined ? {} : { header }),
    ...(footer === undefined ? {} : { footer }),
  };
}
