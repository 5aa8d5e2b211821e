/** `npm run install-paged` installs what `bench/paged` compares with: with npm, and WeasyPrint with Python where there is one. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { peersFolder, peersManifest, pythonOfPeers } from './peers-folder.ts';

/** Written last: what is installed cannot be moved to its place when it is complete. */
const complete = join(peersFolder, 'complete');

if (!existsSync(complete)) {
  rmSync(peersFolder, { recursive: true, force: true });
  mkdirSync(peersFolder, { recursive: true });
  for (const { name, text } of peersManifest) writeFileSync(join(peersFolder, name), text);
  // Without their install scripts, which would download browsers: all print with the same one.
  // Not `npm ci`, which rejects a lock file without the optional packages of other platforms.
  run('npm', 'install', '--no-save', '--ignore-scripts', '--no-audit', '--no-fund');
  writeFileSync(complete, '');
}
if (!pythonOfPeers.install()) {
  console.warn('WeasyPrint is not installed, because there is no Python 3 with venv');
}
console.log(peersFolder);

function run(program: string, ...args: string[]): void {
  execFileSync(program, args, { cwd: peersFolder, stdio: ['ignore', 2, 2] });
}
