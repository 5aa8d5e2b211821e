/** A single HTML file as a template: its folder holds its assets, and it has no settings of its own. */
import { readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Failure } from '../../contract/errors.ts';
import { fileFailure } from '../../contract/file-failure.ts';
import { decodeHtml } from './decode-html.ts';
import { folderAssets } from './folder-assets.ts';
import { noAssets, type Template } from './template.ts';
import { nameOfFile, TemplateSources } from './template-sources.ts';

export interface HtmlFile {
  readonly template: Template;
  readonly sources: TemplateSources;
  /** What its PDF is called, `.pdf` included. */
  readonly filename: string;
}

export async function readHtmlFile(path: string, assetsFolder = dirname(path)): Promise<HtmlFile> {
  const bytes = await readFile(path).catch((error) => {
    throw fileFailure('file_unreadable', path, error);
  });
  return htmlTemplate(path, nameOfFile(path), bytes, assetsFolder);
}

/** HTML that has no file: `bytes` came from a pipe, and only `assetsFolder` can give it assets. */
export function readHtmlStream(bytes: Uint8Array, assetsFolder?: string): HtmlFile {
  return htmlTemplate('stdin', 'document', bytes, assetsFolder);
}

function htmlTemplate(file: string, name: string, bytes: Uint8Array, assetsFolder?: string): HtmlFile {
  const text = decodeHtml(bytes);
  // An empty page is nobody's wish: the program before the pipe failed, or the file was never written.
  if (text.trim() === '')
    throw new Failure('invalid_template', `${file} is empty: there is no HTML to print.`);
  return {
    filename: `${name}.pdf`,
    sources: new TemplateSources({ template: { file, text } }, new Map()),
    template: {
      name,
      html: text,
      page: {},
      metadata: {},
      partials: {},
      assets: assetsFolder === undefined ? noAssets : folderAssets(assetsFolder),
    },
  };
}
