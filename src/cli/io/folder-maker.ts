/** Folders of files whose names come from data. */
import { realpathSync } from 'node:fs';
import { dirname, sep } from 'node:path';
import { Failure } from '#contract/errors';
import { fileFailure } from '#contract/files/file-failure';
import { makeFolder } from '#contract/files/make-folder';

/** Returns a function that creates the folder of a file; a symbolic link may not lead it out of `root`. */
export function folderMaker(root: string): (path: string) => void {
  let last: string | undefined;
  return (path) => {
    const folder = dirname(path);
    if (folder === last) return;
    try {
      makeFolder(folder);
      const real = realpathSync(folder);
      const realRoot = realpathSync(root);
      if (real !== realRoot && !real.startsWith(realRoot.endsWith(sep) ? realRoot : `${realRoot}${sep}`)) {
        throw new Failure('invalid_data', `${folder} is a link to a folder outside ${root}.`);
      }
    } catch (error) {
      throw error instanceof Failure ? error : fileFailure('file_unwritable', path, error);
    }
    last = folder;
  };
}
