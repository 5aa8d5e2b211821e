/** The files of a template, wherever they are kept: a folder on disk, or a version in a database. */

export interface FileTree {
  /** What the tree as a whole is called: the name of a folder. */
  readonly name: string;
  /** What a person calls one of its files, for messages. */
  label(path: string): string;
  /**
   * The file at a path with `/` between its parts, or undefined where there is none. A refusal is a reason why
   * the file is never given away, whoever asks. Throws `file_unreadable` where the system refuses.
   */
  read(path: string): Promise<TreeFile | Refusal | undefined>;
  /** The paths of all files that can be read, sorted; or those below one folder, with the folder in front. */
  list(folder?: string): Promise<readonly string[]>;
}

interface TreeFile {
  readonly bytes: Uint8Array;
  /** Where it really lies in the tree, after symbolic links. */
  readonly path: string;
}

export interface Refusal {
  /** `it is a folder`. */
  readonly refusal: string;
}

/** Why no file may have this path, or undefined: nothing hidden, nothing above, one way to write each path. */
export function refusePath(path: string): string | undefined {
  if (path === '') return 'the path is empty';
  if (path.includes('\0')) return 'a name holds a NUL character';
  if (path.includes('\\')) return 'a path has "/" between its parts, and no "\\"';
  const parts = path.split('/');
  if (parts.includes('..')) return 'it is outside of the folder';
  if (parts.includes('') || parts.includes('.')) return 'a part of the path is empty';
  return parts.some((part) => part.startsWith('.')) ? 'hidden files are never used' : undefined;
}

export const byName = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
