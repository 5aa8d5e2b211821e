/** A template as a folder on disk: `template.html` and what may stand beside it. */
import { stat } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { Failure } from '../../contract/errors.ts';
import type { PageSettings } from '../../contract/page.ts';
import { folderAssets } from './folder-assets.ts';
import { type Manifest, parseManifest } from './manifest.ts';
import { readPartials } from './read-partials.ts';
import { readTextIfThere } from './read-text.ts';
import type { Template } from './template.ts';
import { type SourceFile, TemplateSources } from './template-sources.ts';

export interface TemplateFolder {
  /** As the caller wrote it. */
  readonly path: string;
  readonly template: Template;
  readonly sources: TemplateSources;
  /** What its PDFs are called, `.pdf` included. */
  readonly filename: string;
}

/**
 * Reads a template folder. Assets, sample data and schema are read when somebody asks for them.
 *
 * Throws `template_not_found`, `invalid_template` (its `template.json`) and `file_unreadable`.
 */
export async function readTemplateFolder(path: string): Promise<TemplateFolder> {
  const inside = (name: string) => join(path, name);
  const [html, manifestText, header, footer, styles, partials] = await Promise.all([
    readTemplateHtml(path),
    readTextIfThere(inside('template.json')),
    readTextIfThere(inside('header.html')),
    readTextIfThere(inside('footer.html')),
    readTextIfThere(inside('styles.css')),
    readPartials(inside('partials')),
  ]);
  const manifest = manifestText === undefined ? {} : parseManifest(inside('template.json'), manifestText);
  const folderName = basename(resolve(path)) || 'template';

  const parts: Record<string, SourceFile> = { template: { file: inside('template.html'), text: html } };
  if (header !== undefined) parts.header = { file: inside('header.html'), text: header };
  if (footer !== undefined) parts.footer = { file: inside('footer.html'), text: footer };

  return {
    path,
    filename: `${folderName}.pdf`,
    sources: new TemplateSources(parts, partials),
    template: {
      name: manifest.name ?? folderName,
      html,
      ...(styles === undefined ? {} : { styles }),
      page: pageOf(manifest, header, footer),
      metadata: manifest.metadata ?? {},
      // Without a prototype: a partial may be called `constructor`.
      partials: Object.assign(
        Object.create(null),
        Object.fromEntries([...partials].map(([name, { text }]) => [name, text])),
      ),
      assets: folderAssets(path, ['partials']),
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

async function readTemplateHtml(path: string): Promise<string> {
  const html = await readTextIfThere(join(path, 'template.html'));
  if (html !== undefined) return html;
  const isFolder = await stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
  if (!isFolder) throw new Failure('template_not_found', `There is no template folder ${path}.`);
  throw new Failure('template_not_found', `${path} is not a template: it has no template.html.`, {
    hint: `Start one with: pdfapi templates new <name>`,
  });
}
