/**
 * `npm run install-producers` installs programs and libraries that make PDFs, for `images-of-producers.test.ts`: with npm,
 * with Python where there is one, and as root on Debian with apt-get. Documents of what is missing are not made.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { completeMark, producersFolder, pythonOfProducers } from './producers-folder.ts';

const source = import.meta.dirname;

if (!existsSync(completeMark)) {
  rmSync(producersFolder, { recursive: true, force: true });
  mkdirSync(producersFolder, { recursive: true });
  installDebianPackages();
  for (const name of ['package.json', 'package-lock.json']) {
    copyFileSync(join(source, name), join(producersFolder, name));
  }
  // Not `npm ci`, which rejects a lock file without the optional packages of other platforms.
  run('npm', 'install', '--no-save', '--ignore-scripts', '--no-audit', '--no-fund');
  writeFileSync(completeMark, '');
}
if (!pythonOfProducers.install()) {
  console.warn('The libraries of Python are not installed, because there is no Python 3 with venv');
}
console.log(producersFolder);

function installDebianPackages(): void {
  const packages = readFileSync(join(source, 'debian-packages.txt'), 'utf8').trim().split('\n');
  const missing = packages.filter((name) => spawnSync('dpkg', ['-s', name]).status !== 0);
  if (missing.length === 0) return;
  const isPossible = process.getuid?.() === 0 && spawnSync('apt-get', ['--version']).status === 0;
  const install = ['install', '-y', '-q', '--no-install-recommends', ...missing];
  if (!isPossible) console.warn(`Install as root: apt-get ${install.join(' ')}`);
  else if (spawnSync('apt-get', ['update', '-q'], { stdio: ['ignore', 2, 2] }).status === 0) {
    run('apt-get', ...install);
  }
}

function run(program: string, ...args: string[]): void {
  execFileSync(program, args, {
    cwd: producersFolder,
    stdio: ['ignore', 2, 2],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
}
