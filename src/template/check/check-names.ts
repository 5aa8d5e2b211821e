/** Finds unused files of a template's folder whose name is slightly wrong: `style.css`, `partial/`. */
import { nearest } from '#contract/did-you-mean';
import type { Warning } from '../model/check-result.ts';
import type { FileTree } from '../model/file-tree.ts';
import { parsePageFile } from '../model/page-files.ts';
import { namedFiles } from '../model/template-files.ts';

/** `used` are the files that the document refers to, under any name. */
export async function checkNames(tree: FileTree, used: ReadonlySet<string>): Promise<readonly Warning[]> {
  const paths = await tree.list();
  const missing = namedFiles.filter((name) => !paths.includes(name));
  const files = paths
    .filter((path) => !path.includes('/') && !used.has(path))
    .filter((path) => !namedFiles.some((name) => name === path) && !parsePageFile(path))
    .flatMap((path) => suggestion(tree, path, nearest(path, missing)));
  // Assets may be in folders of any name; only partials and translations have a place of their own.
  const folders = new Set(
    paths.flatMap((path) => (path.includes('/') ? [path.slice(0, path.indexOf('/'))] : [])),
  );
  const absent = ['partials', 'translations'].filter((name) => !folders.has(name));
  const misspelt = [...folders]
    .filter((folder) => ![...used].some((path) => path.startsWith(`${folder}/`)))
    .flatMap((folder) => {
      const meant = nearest(folder, absent);
      return suggestion(tree, `${folder}/`, meant && `${meant}/`);
    });
  return [...files, ...misspelt];
}

const suggestion = (tree: FileTree, path: string, meant: string | undefined): Warning[] =>
  meant === undefined
    ? []
    : [{ message: `${tree.label(path)} is not used. Did you mean ${tree.label(meant)}?` }];
