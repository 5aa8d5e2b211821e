/**
 * The files of a folder as a document's assets. The document may come from a stranger, so a path is a request
 * that must earn its answer: below the folder also after symbolic links, nothing hidden, no template source,
 * no data.
 */
import { readFile, realpath, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { contentTypeOf } from './content-types.ts';
import type { Asset, Assets } from './template.ts';

/** Reads lazily, each time anew. `except` are folders directly below that hold no assets. */
export function folderAssets(folder: string, except: readonly string[] = []): Assets {
  const isAllowed = (segments: readonly string[]) =>
    segments.every((segment) => segment !== '' && !segment.startsWith('.')) &&
    !except.includes(segments[0]?.toLowerCase() ?? '');

  return {
    async read(path): Promise<Asset | undefined> {
      const type = contentTypeOf(path);
      if (type === undefined || /[\\\0]/.test(path)) return undefined;
      const segments = path.replace(/^(?:\.\/)+/, '').split('/');
      if (!isAllowed(segments)) return undefined;
      try {
        const root = await realpath(folder);
        const file = await realpath(join(root, ...segments));
        // The link's target obeys the same rules as the name; a path outside begins with `..` here.
        const inside = relative(root, file).split(sep);
        if (!isAllowed(inside) || contentTypeOf(file) === undefined) return undefined;
        // A pipe or a device would never end.
        if (!(await stat(file)).isFile()) return undefined;
        return { type, bytes: await readFile(file) };
      } catch {
        return undefined;
      }
    },
  };
}
