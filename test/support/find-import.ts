/** Where the imports of the sources lead to. */
import { dirname, relative, resolve, sep } from 'node:path';
import { findDoor } from '../../build/find-door.ts';

export const sourceFolder: string = resolve(import.meta.dirname, '../../src');

/**
 * Returns the file that `#room`, `#room/file` or a relative path leads to, as a path from `src` with forward slashes. Empty
 * for a door that package.json does not name, undefined for a package. `from`: the file that has the import, as a path from `src`.
 *
 * @example
 * findImport('cli/main.ts', '#contract/errors'); // 'contract/errors.ts'
 */
export function findImport(from: string, specifier: string): string | undefined {
  if (specifier.startsWith('.')) {
    return relative(sourceFolder, resolve(sourceFolder, dirname(from), specifier))
      .split(sep)
      .join('/');
  }
  if (!specifier.startsWith('#')) return undefined;
  return findDoor(specifier) ?? '';
}

/** Whether an import of these names, as they are written, is none at run time. */
export function isOfTypesOnly(names: string): boolean {
  const listed = /^\{(.*)\}\s*$/s.exec(names.trim())?.[1];
  if (listed === undefined) return names.startsWith('type ');
  return listed.split(',').every((name) => name.trim() === '' || name.trim().startsWith('type '));
}
