/** The PDFs in folders of the command line. */
import { type Dirent, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from '#contract/errors';
import { fileFailure } from '#contract/files/file-failure';
import { statPath } from '../../io/stat-path.ts';

/**
 * Returns the paths with the PDFs in place of each folder, also those of the folders in it, in the order of their names.
 * Hidden ones and links to folders are left out. Returns `paths` itself if none is a folder. Throws `file_unreadable`.
 */
export function findPdfs(paths: readonly string[]): readonly string[] {
  const isFolder = (path: string) => path !== '-' && statPath(path)?.isDirectory() === true;
  return paths.some(isFolder) ? paths.flatMap((path) => (isFolder(path) ? pdfsOf(path) : [path])) : paths;
}

function pdfsOf(folder: string): string[] {
  const found = pdfsBelow(folder);
  if (found.length > 0) return found;
  throw new Failure('file_unreadable', `There is no PDF in ${folder}.`, {
    hint: `Files whose name ends with .pdf are found, also in the folders below it. Invoices that are XML are named: pdfapi check ${join(folder, '*.xml')}`,
  });
}

function pdfsBelow(folder: string): string[] {
  let entries: Dirent[];
  try {
    entries = readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    throw fileFailure('file_unreadable', folder, error);
  }
  return entries
    .filter(({ name }) => !name.startsWith('.'))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return pdfsBelow(path);
      return /\.pdf$/i.test(entry.name) && statPath(path)?.isFile() ? [path] : [];
    });
}
