/** Where the imports of the sources lead to. */
import { readFileSync } from 'node:fs';
import { dirname, relative, resolve, sep } from 'node:path';

export const sourceFolder: string = resolve(import.meta.dirname, '../../src');

const { imports: doors } = JSON.parse(readFileSync(resolve(sourceFolder, '../package.json'), 'utf8')) as {
  readonly imports: Readonly<Record<string, string>>;
};

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
  const [room = '', ...path] = specifier.split('/');
  const door = doors[path.length === 0 ? room : `${room}/*`] ?? '';
  return door.replace('./src/', '').replace('*', path.join('/'));
}
