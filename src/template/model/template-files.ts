/** Which files make up a template, and how many and how large they may be. */

import { isOneLine } from '#contract/api/one-line-text';
import { Failure } from '#contract/errors';
import { isCaseFile } from '#contract/templates';
import { findContentType } from './content-types.ts';
import { rejectPath } from './file-tree.ts';
import { rejectFileType } from './file-types.ts';
import { parsePageFile } from './page-files.ts';

/** Path below the template's folder → content. */
export type TemplateFiles = ReadonlyMap<string, Uint8Array>;

const templateFileLimits = { count: 2000, bytes: 20_000_000 } as const;

/** The files that have a meaning by their name. */
export const namedFiles = [
  'template.html',
  'template.md',
  'editor.json',
  'template.json',
  'header.html',
  'footer.html',
  'styles.css',
  'data.json',
  'schema.json',
  'invoice.xml',
] as const;

/** The base PDF, and documentation. */
const otherFiles = ['base.pdf', 'README.md'];

/** Every file in these folders is part of the template, such as font licences. */
const ownFolders = ['partials', 'translations', 'assets', 'fonts'];

/** Whether a package manager put the file there, for tools that build the template. */
const isInstalled = (path: string): boolean => path.toLowerCase().split('/').includes('node_modules');

/** Whether `rows` of `template.json` may name this file. */
export const isRowsFile = (path: string): boolean => /\.(?:csv|tsv|ndjson|jsonl)$/i.test(path);

/** Whether a file of this path may be part of a template. */
export const isTemplateFile = (path: string): boolean =>
  (isRowsFile(path) && !isInstalled(path)) || isAlwaysTemplateFile(path);

/** Whether a file of a template's folder is part of the template, whatever `template.json` names. */
export function isAlwaysTemplateFile(path: string): boolean {
  const [first = '', ...rest] = path.split('/');
  if (isInstalled(path)) return false;
  if (otherFiles.includes(path) || namedFiles.some((name) => name === path)) return true;
  if (isCaseFile(path) || (rest.length === 0 && parsePageFile(path))) return true;
  return (rest.length > 0 && ownFolders.includes(first)) || findContentType(path) !== undefined;
}

/** Returns why no file of this path may be added to a template, or undefined. */
export const rejectTemplateFile = (path: string): string | undefined =>
  isTemplateFile(path)
    ? rejectFileType(path)
    : 'allowed are its named files, partials/, translations/, cases/*.json, assets/, fonts/ and files that documents use';

/** Returns the API's type of a template with these files. */
export const templateType = (files: TemplateFiles): 'editor' | 'html' =>
  files.has('editor.json') ? 'editor' : 'html';

/** Whether there is the file that every template has, even a draft. */
export const hasMainFile = (files: TemplateFiles): boolean =>
  ['template.html', 'template.md', 'editor.json'].some((name) => files.has(name));

/** Whether files may be stored as a draft, whatever is in them: it depends on their paths, types and sizes. */
export function mayBeDraft(files: TemplateFiles): boolean {
  try {
    checkTemplateFileSet(files);
  } catch (error) {
    if (error instanceof Failure) return false;
    throw error;
  }
  return hasMainFile(files) && [...files.keys()].every((path) => rejectTemplateFile(path) === undefined);
}

/** Windows device names, with any extension. */
const reserved = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;

/** Returns what is wrong with an untrusted path, or undefined. The path must be valid on every operating system. */
export function assertTemplatePath(path: string): string | undefined {
  const parts = path.split('/');
  if (!isOneLine(path)) return 'a name contains a control character';
  if (path.startsWith('/')) return 'the path is absolute';
  if (path.includes(':')) return 'a name contains a colon, which marks a drive or a stream on Windows';
  const device = parts.find((part) => reserved.test(part));
  if (device !== undefined) return `"${device}" is a device name on Windows`;
  if (parts.some((part) => /[. ]$/.test(part) && !/^\.+$/.test(part)))
    return 'a name ends with a dot or a space';
  if (parts.some((part) => Buffer.byteLength(part) > 255)) return 'a name is longer than 255 bytes';
  return rejectPath(path);
}

/** Throws `invalid_template` for the first invalid path, and if the files are too many or too large. */
export function checkTemplateFileSet(files: TemplateFiles): void {
  for (const path of files.keys()) {
    const refusal = assertTemplatePath(path) ?? assertOneKind(path, files);
    if (refusal === undefined) continue;
    throw new Failure(
      'invalid_template',
      `The file ${JSON.stringify(path)} cannot be part of a template: ${refusal}.`,
      {
        hint: 'Rename it or remove it from the template.',
      },
    );
  }
  const total = new TemplateFileTotal();
  for (const [path, bytes] of files) total.add(path, bytes.length);
}

/** Rejects `a` beside `a/b`: on disk, a name is either a file or a folder. */
function assertOneKind(path: string, files: TemplateFiles): string | undefined {
  for (let at = path.indexOf('/'); at >= 0; at = path.indexOf('/', at + 1)) {
    const folder = path.slice(0, at);
    if (files.has(folder)) return `"${folder}" is both a file and a folder`;
  }
  return undefined;
}

/** Adds up files while they are read, so that reading stops as soon as a folder is too large. */
export class TemplateFileTotal {
  #count = 0;
  #bytes = 0;
  #largest = { path: '', bytes: 0 };

  /** Throws `invalid_template` if a limit is exceeded. */
  add(path: string, bytes: number): void {
    this.#count += 1;
    this.#bytes += bytes;
    if (bytes > this.#largest.bytes) this.#largest = { path, bytes };
    const { count: maxFiles, bytes: maxBytes } = templateFileLimits;
    if (this.#count > maxFiles) {
      throw new Failure(
        'invalid_template',
        `A template may have at most ${maxFiles} files, but this one has more.`,
        {
          hint: `Remove files that no document uses. The largest file so far is ${this.#describeLargest()}.`,
        },
      );
    }
    if (this.#bytes > maxBytes) {
      throw new Failure(
        'invalid_template',
        `The files of a template may have at most ${megabytes(maxBytes)}, but these have more.`,
        {
          hint: `The largest is ${this.#describeLargest()}.`,
        },
      );
    }
  }

  #describeLargest(): string {
    return `${this.#largest.path} (${megabytes(this.#largest.bytes)})`;
  }
}

const megabytes = (bytes: number): string => `${Math.round(bytes / 100_000) / 10} MB`;
