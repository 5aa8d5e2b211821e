/** The packages in a `node_modules` folder as any package manager lays it out. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface InstalledPackage {
  readonly name: string;
  readonly version: string;
  readonly scripts: Readonly<Record<string, string>>;
  readonly folder: string;
}

/** Symbolic links are not followed: pnpm links each package to a folder that is listed itself. */
export function installedPackages(modules: string): InstalledPackage[] {
  if (!existsSync(modules)) return [];
  return readdirSync(modules, { withFileTypes: true }).flatMap((entry) => {
    const path = join(modules, entry.name);
    if (!entry.isDirectory() || entry.name === '.bin') return [];
    if (entry.name === '.pnpm') {
      return readdirSync(path).flatMap((each) => installedPackages(join(path, each, 'node_modules')));
    }
    if (entry.name.startsWith('@')) return installedPackages(path);
    if (!existsSync(join(path, 'package.json'))) return [];
    const { name, version, scripts = {} } = JSON.parse(readFileSync(join(path, 'package.json'), 'utf8'));
    return [{ name, version, scripts, folder: path }, ...installedPackages(join(path, 'node_modules'))];
  });
}

/** What package managers run in a package from the registry when they install it. */
export const installScripts = (packages: readonly InstalledPackage[]): string[] =>
  packages.flatMap(({ name, scripts, folder }) => [
    ...['preinstall', 'install', 'postinstall']
      .filter((script) => script in scripts)
      .map((script) => `${name}: ${script}`),
    // npm compiles such a package.
    ...(existsSync(join(folder, 'binding.gyp')) ? [`${name}: binding.gyp`] : []),
  ]);
