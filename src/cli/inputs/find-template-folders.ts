/** The template folders that arguments name, each by itself or by the folder that it is in. */
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from '#contract/errors';

/**
 * A folder that is no template means the templates in it, and files are ignored, so that `./templates` and
 * `./templates/*` mean the same. A path that leads to no template is returned as it is. Throws `template_not_found` if
 * all of several are files.
 */
export function findTemplateFolders(paths: readonly string[]): string[] {
  const isFile = (path: string) => statSync(path, { throwIfNoEntry: false })?.isFile() === true;
  const folders = paths
    .filter((path) => paths.length === 1 || !isFile(path))
    .flatMap((path) => {
      const inner = isTemplate(path) ? [] : templatesIn(path);
      return inner.length > 0 ? inner : [path];
    });
  if (folders.length === 0) throw new Failure('template_not_found', 'None of these is a folder.');
  return [...new Set(folders)];
}

const isTemplate = (folder: string): boolean =>
  ['template.html', 'template.md', 'editor.json'].some((name) =>
    statSync(join(folder, name), { throwIfNoEntry: false }),
  );

function templatesIn(folder: string): string[] {
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return [];
  return readdirSync(folder)
    .filter((name) => !name.startsWith('.'))
    .sort()
    .map((name) => join(folder, name))
    .filter(isTemplate);
}
