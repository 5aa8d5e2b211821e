/** The files of a template, independent of their storage: a folder on disk, or a version in a database. */

import type { AssetFile } from './template.ts';

export interface FileTree {
  /** The name of the tree, such as that of a folder. */
  readonly name: string;
  /** The name of one of its files for messages. */
  label(path: string): string;
  /**
   * Reads the file at a path with `/` between its parts; undefined if there is none. A refusal is the reason why the
   * file is never available to any caller. Throws `file_unreadable` if the system denies access.
   */
  read(path: string): Promise<TreeFile | PathRejection | undefined>;
  /** Reads a file as a stream, for files that are large. Rejects and throws as `read` does. */
  stream(path: string): Promise<FileStream | PathRejection | undefined>;
  /** The paths of all files that can be read, sorted; or those below one folder, with the folder in front. */
  list(folder?: string): Promise<readonly string[]>;
  /** The names of what may be files at the top of the tree, sorted, without looking into folders. */
  listTop(): Promise<readonly string[]>;
}

interface FileStream {
  readonly bytes: AsyncIterable<Uint8Array>;
}

/** The stream of a file that is in memory. */
export async function* streamBytes(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

interface TreeFile {
  readonly bytes: Uint8Array;
  /** Where it is on disk. */
  readonly file?: AssetFile | undefined;
  /** The actual path in the tree, after symbolic links. */
  readonly path: string;
}

export interface PathRejection {
  /** `it is a folder`. */
  readonly refusal: string;
}

/** The reason why no file may have this path, or undefined. Rejects hidden and parent paths and ambiguous spellings. */
export function rejectPath(path: string): string | undefined {
  if (path === '') return 'the path is empty';
  if (path.includes('\0')) return 'a name contains a NUL character';
  if (path.includes('\\')) return 'a path has "/" between its parts, not "\\"';
  const parts = path.split('/');
  if (parts.includes('..')) return 'it is outside the folder';
  if (parts.includes('') || parts.includes('.')) return 'a part of the path is empty';
  return parts.some((part) => part.startsWith('.')) ? 'hidden files are never used' : undefined;
}

export const byName = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
