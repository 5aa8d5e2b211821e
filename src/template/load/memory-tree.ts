/** The files of one template version from a database, as a tree. */
import { byName, type FileTree, rejectPath, streamBytes } from '../model/file-tree.ts';
import type { TemplateFiles } from '../model/template-files.ts';

/** Gives the same template as a folder called `name` with these files. */
export function memoryTree(files: TemplateFiles, name = 'template'): FileTree {
  return {
    name,
    label: (path) => path,
    async read(path) {
      const refusal = rejectPath(path);
      if (refusal !== undefined) return { refusal };
      const bytes = files.get(path);
      return bytes && { path, bytes };
    },
    async stream(path) {
      const refusal = rejectPath(path);
      if (refusal !== undefined) return { refusal };
      const bytes = files.get(path);
      return bytes && { bytes: streamBytes(bytes) };
    },
    async list(folder) {
      const prefix = folder === undefined ? '' : `${folder}/`;
      return [...files.keys()]
        .filter((path) => path.startsWith(prefix) && rejectPath(path) === undefined)
        .sort(byName);
    },
    async listTop() {
      return [...files.keys()]
        .filter((path) => !path.includes('/') && rejectPath(path) === undefined)
        .sort(byName);
    },
  };
}
