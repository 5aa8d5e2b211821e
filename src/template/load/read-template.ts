/** Reads a tree of files as a template: `template.html`, `template.md` or `editor.json`, and its optional files. */
import type { Metadata } from '#contract/documents';
import { Failure } from '#contract/errors';
import { explainAbove } from '../assets/references-above.ts';
import { readTranslations } from '../data/read-translations.ts';
import { jsonPlace, jsonStringSource } from '../json/json-places.ts';
import type { FileTree } from '../model/file-tree.ts';
import type { EditorTemplate, HtmlTemplate, Template } from '../model/template.ts';
import { type SourceFile, TemplateSources } from '../model/template-sources.ts';
import { type Manifest, parseManifest } from './manifest.ts';
import { readEditorParts } from './read-editor-parts.ts';
import { readHtmlParts } from './read-html-parts.ts';
import { readTemplateStamps } from './read-template-stamps.ts';
import { readTreeText } from './read-text.ts';
import { treeAssets } from './tree-assets.ts';

export interface ReadTemplate {
  readonly template: Template;
  /** The source of each part, for error positions. */
  readonly sources: TemplateSources;
  /** The file name of its PDFs, with `.pdf`. */
  readonly filename: string;
}

type SharedPart =
  | 'name'
  | 'metadata'
  | 'partials'
  | 'translations'
  | 'assets'
  | 'basePdf'
  | 'invoice'
  | 'invoiceSchema'
  | 'standards'
  | 'stamps';

/** The parts specific to a kind of template, and the source of each. */
export type KindParts = {
  readonly own: (Omit<HtmlTemplate, SharedPart> | Omit<EditorTemplate, SharedPart>) & {
    /** The metadata of the front matter, which overrides that of `template.json`. */
    readonly metadata?: Metadata;
  };
  readonly parts: Record<string, SourceFile>;
};

/**
 * Reads a template. Assets, sample data and schema are read on request; the schema of an e-invoice is read at once.
 *
 * Throws `invalid_template` (none of `template.html`, `template.md` and `editor.json`, more than one of them, a wrong
 * `template.json` or `editor.json`, wrong front matter) and `file_unreadable`.
 */
export async function readTemplate(tree: FileTree): Promise<ReadTemplate> {
  const [html, markdown, editor, manifestText, partials, translations, basePdf, invoice] = await Promise.all([
    readTreeText(tree, 'template.html'),
    readTreeText(tree, 'template.md'),
    readTreeText(tree, 'editor.json'),
    readTreeText(tree, 'template.json'),
    readPartials(tree),
    readTranslations(tree),
    tree.read('base.pdf'),
    readTreeText(tree, 'invoice.xml'),
  ]);
  const texts = { 'template.html': html, 'template.md': markdown, 'editor.json': editor };
  const [first, second] = Object.entries(texts).flatMap(([name, text]) => (text === undefined ? [] : [name]));
  if (second !== undefined) {
    throw new Failure('invalid_template', `The template has both ${first} and ${second}.`, {
      hint: 'A template has only one of them: remove the other.',
    });
  }
  const manifest = manifestText === undefined ? {} : parseManifest(tree.label('template.json'), manifestText);
  if (editor !== undefined) rejectHtmlSettings(tree.label('template.json'), manifestText ?? '', manifest);
  const { own, parts } =
    editor === undefined
      ? await readHtmlParts(tree, { html, markdown }, manifest)
      : await readEditorParts(tree, editor, manifest);
  if (invoice !== undefined) parts.invoice = { file: tree.label('invoice.xml'), text: invoice };
  const invoiceSchema = invoice === undefined ? undefined : await readTreeText(tree, 'schema.json');
  const { stamps, parts: stampParts } = await readTemplateStamps(tree, manifest.stamp, manifestText);
  Object.assign(parts, stampParts);
  const { metadata = {}, pdfa, pdfua } = manifest;
  for (const key of Object.keys(metadata)) {
    if (own.metadata && Object.hasOwn(own.metadata, key)) continue;
    parts[`metadata.${key}`] = jsonStringSource(tree.label('template.json'), manifestText ?? '', [
      'metadata',
      key,
    ]);
  }
  return {
    filename: `${tree.name}.pdf`,
    sources: new TemplateSources(parts, partials),
    template: {
      ...own,
      name: manifest.name ?? tree.name,
      metadata: { ...metadata, ...own.metadata },
      // Without a prototype: a partial may be called `constructor`.
      partials: Object.assign(
        Object.create(null),
        Object.fromEntries([...partials].map(([name, { text }]) => [name, text])),
      ),
      translations,
      assets: explainAbove(
        treeAssets(tree, ['partials']),
        [...Object.values(parts), ...partials.values()].map(({ text }) => text),
        ({ written }) => `${written} is outside the template, which can use only files of its own folder`,
      ),
      basePdf: basePdf && getBytes(tree.label('base.pdf'), basePdf),
      invoice,
      invoiceSchema,
      standards: { pdfa, pdfua },
      stamps,
    },
  };
}

/** Reads the templates that a template may include: name (the path below `partials/`) → source, sorted by name. */
async function readPartials(tree: FileTree): Promise<Map<string, SourceFile>> {
  const partials = new Map<string, SourceFile>();
  for (const path of await tree.list('partials')) {
    const text = await readTreeText(tree, path);
    if (text !== undefined) partials.set(path.slice('partials/'.length), { file: tree.label(path), text });
  }
  return partials;
}

function getBytes(label: string, file: NonNullable<Awaited<ReturnType<FileTree['read']>>>): Uint8Array {
  if ('bytes' in file) return file.bytes;
  throw new Failure('file_unreadable', `Cannot read ${label}: ${file.refusal}.`);
}

/** An editor template has its page size in `editor.json`, and no HTML with scripts and controls. */
function rejectHtmlSettings(file: string, text: string, manifest: Manifest): void {
  const settings = ['format', 'orientation', 'margins', 'scripts', 'forms', 'base_url', 'rows'] as const;
  const found = settings.find((key) => manifest[key] !== undefined);
  if (found === undefined) return;
  const message =
    found === 'rows'
      ? '"rows" is a setting of html templates: one of the editor takes its lists from the data.'
      : `"${found}" is a setting of html templates; the page of this one is laid out in editor.json.`;
  throw new Failure('invalid_template', message, { location: { file, text, ...jsonPlace(text, [found]) } });
}
