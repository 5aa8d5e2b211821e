/**
 * A folder on disk as a tree of files. Its documents may be untrusted, so every path is validated: it must stay below
 * the folder after symbolic links, must not be hidden, and must be a regular file.
 */
import { createReadStream, type Dirent, type Stats } from 'node:fs';
import { readdir, readFile, realpath, stat } from 'node:fs/promises';
import { basename, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { Failure } from '#contract/errors';
import { fileFailure } from '#contract/files/file-failure';
import { byName, type FileTree, type PathRejection, rejectPath } from '../model/file-tree.ts';

/** A folder with more files is not a template, but probably a home folder or a disk. */
const maxFiles = 10_000;

/** Reads each file on request and caches nothing. */
export function folderTree(folder: string): FileTree {
  const label = (path: string) => join(folder, path);
  async function withFile<T>(path: string, use: (place: Place, found: Stats) => Promise<T>) {
    const refusal = rejectPath(path);
    if (refusal !== undefined) return { refusal };
    try {
      const place = await follow(folder, path);
      if ('refusal' in place) return place;
      const found = await stat(place.file);
      if (found.isDirectory()) return { refusal: 'it is a folder' };
      // A pipe or a device would never end.
      if (!found.isFile()) return { refusal: 'it is not a file but a pipe, a socket or a device' };
      return await use(place, found);
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw fileFailure('file_unreadable', label(path), error);
    }
  }
  return {
    name: basename(resolve(folder)) || 'template',
    label,
    async read(wanted) {
      return await withFile(wanted, async ({ path, file }, { size, mtimeMs, ino }) => ({
        path,
        bytes: await readFile(file),
        file: { path: file, size, mtimeMs, ino },
      }));
    },
    async stream(path) {
      return await withFile(path, async (place) => ({ bytes: createReadStream(place.file) }));
    },
    async list(below = '') {
      const found: string[] = [];
      await collect(folder, below, [], found);
      return found.sort(byName);
    },
    async listTop() {
      const entries = await readdir(folder, { withFileTypes: true }).catch((error) => {
        if (isMissing(error)) return [];
        throw fileFailure('file_unreadable', folder, error);
      });
      const names = entries
        .filter((entry) => entry.isFile() || entry.isSymbolicLink())
        .map(({ name }) => name);
      return names.filter((name) => rejectPath(name) === undefined).sort(byName);
    },
  };
}

const isMissing = (error: unknown): boolean =>
  ['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '');

interface Place {
  readonly file: string;
  readonly path: string;
}

/** Resolves a path. The target of a link obeys the same rules as a name. */
async function follow(folder: string, path: string): Promise<Place | PathRejection> {
  const root = await realpath(folder);
  const file = await realpath(join(root, ...path.split('/')));
  const inside = relative(root, file);
  if (isAbsolute(inside) || inside.split(sep)[0] === '..')
    return { refusal: 'it is a link to a place outside the folder' };
  const real = inside.split(sep).join('/');
  if (real === '') return { refusal: 'it is a folder' };
  const refusal = rejectPath(real);
  return refusal === undefined
    ? { file, path: real }
    : { refusal: `it is a link, and for its target, ${refusal}` };
}

/** `above` are the real parent folders, so that a link to one of them does not cause an endless walk. */
async function collect(folder: string, below: string, above: readonly string[], found: string[]) {
  const directory = join(folder, below);
  let entries: Dirent[];
  try {
    const real = await realpath(directory);
    if (above.includes(real)) return;
    above = [...above, real];
    entries = await readdir(real, { withFileTypes: true });
  } catch (error) {
    if (isMissing(error)) return;
    throw fileFailure('file_unreadable', directory, error);
  }
  for (const entry of entries) {
    const path = below === '' ? entry.name : `${below}/${entry.name}`;
    // Packages installed for tools that build the template are not part of it.
    if (entry.name.startsWith('.') || entry.name === 'node_modules') continue;
    const kind = entry.isSymbolicLink() ? await kindBehind(folder, path) : entry;
    if (kind?.isDirectory()) await collect(folder, path, above, found);
    else if (kind?.isFile()) found.push(path);
    if (found.length > maxFiles) {
      throw new Failure(
        'invalid_template',
        `${folder} holds more than ${maxFiles} files and is not a template.`,
      );
    }
  }
}

/** Undefined for links that dangle, leave the folder or lead to something hidden. */
async function kindBehind(folder: string, path: string) {
  try {
    const place = await follow(folder, path);
    return 'refusal' in place ? undefined : await stat(place.file);
  } catch {
    return undefined;
  }
}
