/** A single file of HTML or Markdown as a template. Its folder holds its assets. */
import { realpath, stat } from 'node:fs/promises';
import { basename, dirname, isAbsolute, relative, resolve, sep } from 'node:path';
import { Failure } from '#contract/errors';
import { type TextFormat, textFormatOf } from '#contract/files/text-format';
import { explainAbove, type ReferenceAbove } from '../assets/references-above.ts';
import { findHtmlFileContentType } from '../model/content-types.ts';
import { isXhtml } from '../model/document-address.ts';
import { type Assets, type HtmlTemplate, noAssets } from '../model/template.ts';
import { type SourceFile, TemplateSources, toDocumentName } from '../model/template-sources.ts';
import { assertHtml } from './assert-html.ts';
import { decodeHtml } from './decode-html.ts';
import { folderTree } from './folder-tree.ts';
import { readInput } from './read-input.ts';
import { missingFile, treeAssets } from './tree-assets.ts';

export interface HtmlFile {
  readonly template: HtmlTemplate;
  readonly sources: TemplateSources;
  /** The file name of its PDF, with `.pdf`. */
  readonly filename: string;
  /** The whole text, with the front matter of Markdown. */
  readonly text: string;
  readonly format: TextFormat;
}

/** If the file lies below `assetsFolder`, its addresses are relative to its position in that folder. */
export async function readHtmlFile(
  path: string,
  assetsFolder?: string,
  format: TextFormat = textFormatOf(path),
): Promise<HtmlFile> {
  const bytes = await readInput(path);
  assertHtml(path, bytes, formatNames[format]);
  const text = decodeHtml(bytes);
  const documentPath =
    assetsFolder === undefined ? ownAddress(path, text) : await pathBelow(assetsFolder, path);
  const folder = assetsFolder ?? dirname(path);
  const isBelow = assetsFolder === undefined || documentPath !== undefined;
  const assets = explainAbove(
    { ...treeAssets(folderTree(folder), [], findHtmlFileContentType), documentPath },
    [text],
    (reference) => describeAbove(reference, folder, { documentPath, isBelow }),
  );
  return await toTemplate({ file: path, text }, format, {
    name: toDocumentName(path),
    assets,
  });
}

/** Text from a pipe or a program, which errors call `name`. Only `assetsFolder` can provide assets. */
export async function readHtmlBytes(
  name: string,
  bytes: Uint8Array,
  assetsFolder?: string,
  format: TextFormat = 'html',
): Promise<HtmlFile> {
  assertHtml(name, bytes, formatNames[format]);
  const assets =
    assetsFolder === undefined
      ? withoutFolder(name)
      : treeAssets(folderTree(assetsFolder), [], findHtmlFileContentType);
  return await toTemplate({ file: name, text: decodeHtml(bytes) }, format, { name: 'document', assets });
}

/**
 * Its name, if the document may link to itself by it or is parsed by it. Other documents have none: the page of one that has an
 * address of its own cannot show the next document.
 */
function ownAddress(path: string, text: string): string | undefined {
  const name = basename(path);
  const isNeeded =
    isXhtml(name) || [name, encodeURI(name), encodeURIComponent(name)].some((each) => text.includes(each));
  return isNeeded ? name : undefined;
}

const withoutFolder = (name: string): Assets => ({
  ...noAssets,
  explain: async () =>
    name === 'stdin'
      ? 'files for text from stdin need --assets with their folder'
      : 'the text was given without a folder for its files: name it as `assets`',
});

/** Names the folder that `--assets` needs. If the document is outside it, no folder holds both. */
async function describeAbove(
  { written, file }: ReferenceAbove,
  folder: string,
  { documentPath = '', isBelow }: { readonly documentPath?: string | undefined; readonly isBelow: boolean },
): Promise<string> {
  const target = resolve(folder, dirname(file ?? documentPath), decodedPath(written));
  const isThere = await stat(target).catch(() => undefined);
  if (!isThere) return `${missingFile} as ${written}`;
  if (!isBelow) return `${written} is outside the folder of --assets`;
  const shared = relative('', commonFolder(resolve(folder), dirname(target))) || '.';
  return `${written} is outside the document's folder; allow it with --assets ${/[\s"]/.test(shared) ? JSON.stringify(shared) : shared}`;
}

function decodedPath(address: string): string {
  try {
    return decodeURIComponent(address);
  } catch {
    return address;
  }
}

/** The deepest folder that contains two absolute paths. */
function commonFolder(a: string, b: string): string {
  let folder = a;
  while (isOutside(relative(folder, b)) && dirname(folder) !== folder) folder = dirname(folder);
  return folder;
}

const isOutside = (path: string): boolean => path.split(sep)[0] === '..' || isAbsolute(path);

/** Separated by `/`. Undefined if the file is not below the folder. */
async function pathBelow(folder: string, file: string): Promise<string | undefined> {
  // A pipe such as /dev/stdin has no real path.
  const [root, path] = await Promise.all([folder, file].map((each) => realpath(each).catch(() => undefined)));
  if (root === undefined || path === undefined) return undefined;
  const below = relative(root, path);
  return isOutside(below) ? undefined : below.split(sep).join('/');
}

const formatNames: Readonly<Record<TextFormat, string>> = { html: 'HTML', markdown: 'Markdown' };

async function toTemplate(
  source: SourceFile,
  format: TextFormat,
  { name, assets }: Pick<HtmlTemplate, 'name' | 'assets'>,
): Promise<HtmlFile> {
  const { file, text } = source;
  // An empty page is never intended: the program before the pipe failed, or the file was never written.
  if (text.trim() === '') {
    throw new Failure('invalid_template', `${file} is empty: there is no ${formatNames[format]} to print.`);
  }
  const { body, parts, ...own } =
    format === 'markdown'
      ? await (await import('../markdown/read-front-matter.ts')).readFrontMatter(file, text)
      : { body: text, page: {}, metadata: {}, parts: { template: source } };
  return {
    filename: `${name}.pdf`,
    text,
    format,
    sources: new TemplateSources(parts, new Map()),
    template: { name, html: body, isSingleText: true, ...own, partials: {}, assets },
  };
}
