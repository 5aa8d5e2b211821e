/** Exposes the files of a tree as a document's assets: styles, scripts, images and fonts, but no template source or data. */
import { extname } from 'node:path';
import { findContentType } from '../model/content-types.ts';
import { type FileTree, rejectPath } from '../model/file-tree.ts';
import type { Asset, Assets } from '../model/template.ts';

type FindType = (path: string) => string | undefined;

/** The default reason for a path without a file. */
export const missingFile = 'there is no such file';

/**
 * Reads each file when it is asked for, and keeps nothing. `except` are folders directly below that hold no assets, and
 * `findType` gives the media types of files that may be used.
 */
export function treeAssets(
  tree: FileTree,
  except: readonly string[] = [],
  findType: FindType = findContentType,
): Assets {
  const find = async (path: string): Promise<Asset | string> => {
    const wanted = path.replace(/^(?:\.\/)+/, '');
    const hidden = rejectPath(wanted) ?? rejectFolder(wanted, except);
    if (hidden !== undefined) return hidden;
    const found = await tree.read(wanted);
    if (!found) return missingFile;
    if ('refusal' in found) return found.refusal;
    // The target of a symbolic link has to meet the same rules as a path.
    const folder = rejectFolder(found.path, except);
    if (folder !== undefined) return folder;
    const type = findType(wanted);
    if (type === undefined) return rejectType(wanted, findType);
    return findType(found.path) === undefined
      ? rejectType(found.path, findType)
      : { type, bytes: found.bytes, file: found.file };
  };
  return {
    async read(path) {
      // Checked before the disk is read, because most files of a folder have types that documents do not use.
      if (findType(path) === undefined) return undefined;
      const found = await find(path).catch(() => undefined);
      return typeof found === 'string' ? undefined : found;
    },
    async explain(path) {
      const found = await find(path).catch((error: Error) => error.message.replace(/\.$/, ''));
      return typeof found === 'string' ? found : 'it exists now';
    },
  };
}

/** Ignores case, because the file system may. */
const rejectFolder = (path: string, except: readonly string[]): string | undefined => {
  const folder = path.split('/')[0]?.toLowerCase() ?? '';
  return except.includes(folder) ? `${folder}/ contains templates to include, not files to show` : undefined;
};

const rejectType = (path: string, findType: FindType): string => {
  if (/\.pdf$/i.test(path)) return 'browsers print no PDFs within documents: join the files (pdfapi merge)';
  const others = findType('x.html') === undefined ? '' : 'other pages, data, ';
  return `a document uses ${others}styles, scripts, images and fonts, but not ${extname(path) || 'files without an extension'}`;
};
