/**
 * The versions of npm in use, for tests of the behaviour of each. `npm run test:install-npm` installs them; tests skip
 * those that are missing.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

export const npmVersions = [9, 10, 11] as const;

const folder = (version: number): string =>
  resolve(import.meta.dirname, '../../../node_modules/.cache/npm', String(version));

/** Returns the script that node runs for `npm` or `npx`, or undefined if this version is not installed. */
export function npmScript(version: number, command: 'npm' | 'npx'): string | undefined {
  const script = join(folder(version), `node_modules/npm/bin/${command}-cli.js`);
  if (existsSync(script)) return script;
  console.warn(`npm ${version} is not installed and not tested. Install it: npm run test:install-npm`);
  return undefined;
}

if (process.argv[1] === import.meta.filename) {
  for (const version of npmVersions) {
    mkdirSync(folder(version), { recursive: true });
    writeFileSync(join(folder(version), 'package.json'), '{}\n');
    execFileSync('npm', ['install', '--no-audit', '--no-fund', `npm@${version}`], {
      cwd: folder(version),
      stdio: 'inherit',
    });
  }
}
