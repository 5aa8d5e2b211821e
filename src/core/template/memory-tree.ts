/** The files of one template version from a database, as a tree. */
import { byName, type FileTree, refusePath } from './file-tree.ts';
import type { TemplateFiles } from './template-files.ts';

/** Gives the same template as a folder called `name` with these files. */
export function memoryTree(files: TemplateFiles, name = 'template'): FileTree {
  return {
    name,
    label: (path) => path,
    async read(path) {
      const refusal = refusePath(path);
      if (refusal !== undefined) return { refusal };
      const bytes = files.get(path);
      return bytes && { path, bytes };
    },
    async list(folder) {
      const prefix = folder === undefined ? '' : `${folder}/`;
      return [...files.keys()]
        .filter((path) => path.startsWith(prefix) && refusePath(path) === undefined)
        .sort(byName);
    },
  };
}
