/** The doors of the rooms of `src`: the `imports` of package.json. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

const { imports } = JSON.parse(readFileSync(resolve(import.meta.dirname, '../package.json'), 'utf8')) as {
  readonly imports: Readonly<Record<string, string>>;
};

/**
 * Returns the file that `#room` or `#room/file` leads to, as a path from `src`. Undefined for a door that package.json does
 * not name.
 *
 * @example
 * findDoor('#contract/errors'); // 'contract/errors.ts'
 */
export function findDoor(specifier: string): string | undefined {
  const [room = '', ...path] = specifier.split('/');
  const target = imports[path.length === 0 ? room : `${room}/*`];
  return target?.replace('./src/', '').replace('*', path.join('/'));
}
