/** Exposes the files of a tree as a document's assets: styles, scripts, images and fonts, but no template source or data. */
import { extname } from 'node:path';
import { getContentType } from '../model/content-types.ts';
import { type FileTree, rejectPath } from '../model/file-tree.ts';
import type { Asset, Assets } from '../model/template.ts';

type TypeOf = (path: string) => string | undefined;

/** The default reason for a path without a file. */
export const missingFile = 'there is no such file';

/**
 * Reads each file when it is asked for, and keeps nothing. `except` are folders directly below that hold no assets, and
 * `typeOf` gives the media types of files that may be used.
 */
export function treeAssets(
  tree: FileTree,
  except: readonly string[] = [],
  typeOf: TypeOf = getContentType,
): Assets {
  const look = async (path: string): Promise<Asset | string> => {
    const wanted = path.replace(/^(?:\.\/)+/, '');
    const hidden = rejectPath(wanted) ?? rejectFolder(wanted, except);
    if (hidden !== undefined) return hidden;
    const found = await tree.read(wanted);
    if (!found) return missingFile;
    if ('refusal' in found) return found.refusal;
    // The target of a symbolic link has to meet the same rules as a path.
    const folder = rejectFolder(found.path, except);
    if (folder !== undefined) return folder;
    const type = typeOf(wanted);
    if (type === undefined) return rejectType(wanted, typeOf);
    return typeOf(found.path) === undefined ? rejectType(found.path, typeOf) : { type, bytes: found.bytes };
  };
  return {
    async read(path) {
      // Checked before the disk is read, because most files of a folder have types that documents do not use.
      if (typeOf(path) === undefined) return undefined;
      const found = await look(path).catch(() => undefined);
      return typeof found === 'string' ? undefined : found;
    },
    async explain(path) {
      const found = await look(path).catch((error: Error) => error.message.replace(/\.$/, ''));
      return typeof found === 'string' ? found : 'it exists now';
    },
  };
}

/** Ignores case, because the file system may. */
const rejectFolder = (path: string, except: readonly string[]): string | undefined => {
  const folder = path.split('/')[0]?.toLowerCase() ?? '';
  return except.includes(folder) ? `${folder}/ contains templates to include, not files to show` : undefined;
};

const rejectType = (path: string, typeOf: TypeOf): string => {
  const others = typeOf('x.html') === undefined ? '' : 'other pages, data, ';
  return `a document uses ${others}styles, scripts, images and fonts, but not ${extname(path) || 'files without an extension'}`;
};
