/** What `npm install` drops from package-lock.json on some machines, and `npm ci` then misses on others. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';

interface Entry {
  readonly version?: string;
  readonly gypfile?: boolean;
  readonly hasInstallScript?: boolean;
  readonly dev?: boolean;
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

// Whoever adds one reads its script first: none may report an installation, or load from anywhere but the registry.
const knownInstallScripts = [
  // Puts its binary, which is a package of its own, in the place of its script.
  'esbuild',
  // Installs the package of the registry that holds node for this platform.
  'node',
];

it('install scripts run for known packages only', () => {
  const withScripts = Object.entries(packages)
    .filter(([, { hasInstallScript }]) => hasInstallScript)
    .map(([path]) => path.replace(/^.*node_modules\//, ''));
  expect([...new Set(withScripts)].sort()).toEqual(knownInstallScripts);
  expect(Object.keys(packages).filter((path) => /scarf/i.test(path))).toEqual([]);
});
