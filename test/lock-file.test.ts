/** What `npm install` drops from package-lock.json on some machines, and `npm ci` then misses on others. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';

interface Entry {
  readonly version?: string;
  readonly gypfile?: boolean;
  readonly resolved?: string;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

const file = resolve(import.meta.dirname, '../package-lock.json');
const { packages } = JSON.parse(readFileSync(file, 'utf8')) as { packages: Record<string, Entry> };

it('the database driver is not compiled: older npm takes its binding.gyp as an order to', () => {
  expect(packages['node_modules/better-sqlite3']?.gypfile).toBe(false);
});

it('packages for other platforms are locked too: npm ci refuses the file without them', () => {
  const wanted = Object.values(packages).flatMap((entry) => Object.keys(entry.optionalDependencies ?? {}));
  const locked = new Set(Object.keys(packages).map((path) => path.replace(/^.*node_modules\//, '')));
  expect(wanted.filter((name) => !locked.has(name))).toEqual([]);
  expect(wanted.length).toBeGreaterThan(20);
});

it('no download address is locked, so that any registry serves', () => {
  expect(Object.values(packages).filter((entry) => entry.resolved)).toEqual([]);
});
