/**
 * The folder whose templates an assistant reads and writes. Every path that it gives must be inside, after symbolic links:
 * an assistant may have read instructions of strangers.
 */
import { existsSync } from 'node:fs';
import { lstat, readFile, realpath, stat } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { didYouMean } from '#contract/did-you-mean';
import { Failure } from '#contract/errors';
import { fileFailure } from '#contract/files/file-failure';
import { isEqualName } from '#contract/templates';
import { templatesIn } from '#template/load/similar-templates';
import { assertTemplatePath } from '#template/model/template-files';

export interface TemplateRoot {
  /** As it was given. */
  readonly folder: string;
  /** The folder of the PDFs. */
  readonly output: string;
  list(): Promise<readonly string[]>;
  /** Returns the folder of a template that exists. Throws `template_not_found` and `invalid_request`. */
  find(name: string): Promise<string>;
  /** Returns the folder of a template that may be written. Throws `invalid_request`. */
  locate(name: string): Promise<string>;
  /** Reads a PDF of the output folder or of a template. Throws `invalid_request`, `file_unreadable`. */
  readPdf(path: string): Promise<Uint8Array>;
}

/** Bytes of a PDF that is checked or merged. */
const maxPdfBytes = 100_000_000;

/** Throws `usage` if the folder is itself a template, or is a file. */
export async function openTemplateRoot({
  dir,
  output: given,
}: {
  readonly dir: string;
  readonly output?: string;
}): Promise<TemplateRoot> {
  const output = resolve(given ?? join(dir, 'output'));
  const found = await stat(dir).catch(() => undefined);
  if (found && !found.isDirectory()) throw new Failure('usage', `--dir ${dir} is not a folder.`);
  if (['template.html', 'template.md', 'editor.json'].some((name) => existsSync(join(dir, name)))) {
    throw new Failure('usage', `--dir ${dir} is a template itself.`, {
      hint: `Name the folder that it is in: --dir ${dirname(resolve(dir))}`,
    });
  }

  async function locate(name: string): Promise<string> {
    const known = (await templatesIn(dir)).find((each) => isEqualName(each, name));
    const path = join(dir, known ?? name);
    const problem = name.includes('/') ? 'it is not the name of one folder' : assertTemplatePath(name);
    if (problem !== undefined || resolve(path) === output) {
      const reason = problem ?? 'the folder is for the PDFs';
      throw new Failure('invalid_request', `A template cannot be called ${JSON.stringify(name)}: ${reason}.`);
    }
    const entry = await lstat(path).catch(() => undefined);
    if (entry && !entry.isDirectory()) {
      const what = entry.isSymbolicLink() ? 'a symbolic link' : 'a file';
      throw new Failure('invalid_request', `${path} is ${what}, but a template is a folder.`);
    }
    return path;
  }

  return {
    folder: dir,
    output,
    list: () => templatesIn(dir),
    locate,
    async find(name) {
      const path = await locate(name);
      const names = await templatesIn(dir);
      if (names.some((each) => isEqualName(each, name))) return path;
      const message = `There is no template ${JSON.stringify(name)} in ${dir}.${didYouMean(name, names)}`;
      throw new Failure('template_not_found', message, { hint: 'See: list_templates' });
    },
    async readPdf(path) {
      // A name alone is that of a PDF that was just made.
      const wanted = isAbsolute(path) ? path : resolve(basename(path) === path ? output : dir, path);
      const file = await realpath(wanted).catch((error) => {
        throw fileFailure('file_unreadable', path, error);
      });
      const roots = await Promise.all([dir, output].map((each) => realpath(each).catch(() => resolve(each))));
      if (!roots.some((root) => isInside(root, file))) {
        throw new Failure('invalid_request', `${path} is outside ${dir} and ${output}.`);
      }
      const found = await stat(file);
      // Nothing may ever be written to a pipe.
      if (!found.isFile()) {
        const what = found.isDirectory() ? 'a folder' : found.isFIFO() ? 'a pipe' : 'a device';
        throw new Failure('invalid_request', `Cannot read ${path}: it is ${what}, not a file.`);
      }
      const { size } = found;
      if (size > maxPdfBytes) {
        throw new Failure('memory_limit', `${path} has ${size} bytes, more than ${maxPdfBytes}.`);
      }
      return await readFile(file).catch((error) => {
        throw fileFailure('file_unreadable', path, error);
      });
    },
  };
}

export function isInside(root: string, path: string): boolean {
  const inside = relative(root, path);
  return !isAbsolute(inside) && inside.split(sep)[0] !== '..';
}
