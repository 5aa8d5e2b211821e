/**
 * `npm run install-clients` installs the client generators: those for TypeScript, and with Java and Maven the one for other
 * languages, with the packages that its clients need in Python and Go. Then the clients of Gotenberg.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { generators, gotenbergClients } from './cached-packages.ts';
import { openApiGenerator, pythonPackages } from './openapi-generator.ts';

const npm = ['npm', 'ci', '--ignore-scripts', '--no-audit', '--no-fund'] as const;
installManifest(generators, ...npm);

const missing = ['java', 'mvn'].find((name) => spawnSync(name, ['-version']).status !== 0);
if (missing) console.warn(`OpenAPI Generator is not installed, because there is no ${missing}`);
else {
  const { artifact, folder, file, sha256 } = openApiGenerator;
  installOnce(folder, (unfinished) => {
    const copy = ['dependency:copy', `-Dartifact=${artifact}`, `-DoutputDirectory=${unfinished}`];
    execFileSync('mvn', ['-q', '-B', ...copy], { cwd: unfinished, stdio: ['ignore', 2, 2] });
    const found = createHash('sha256')
      .update(readFileSync(join(unfinished, file)))
      .digest('hex');
    if (found !== sha256) throw new Error(`${file}: expected ${sha256}, got ${found}`);
  });
  if (!pythonPackages.install())
    console.warn('No packages for Python, because there is no Python 3 with venv');
  const program = resolve(import.meta.dirname, '../../../clients/go');
  if (spawnSync('go', ['mod', 'download'], { cwd: program, stdio: ['ignore', 2, 2] }).status !== 0)
    console.warn('No packages for Go, because there is no go');
}

installManifest(gotenbergClients.js, ...npm);
if (!gotenbergClients.python.install())
  console.warn('No client of Gotenberg for Python, because there is no Python 3 with venv');
if (spawnSync('composer', ['--version']).status !== 0)
  console.warn('No client of Gotenberg for PHP, because there is no composer');
else {
  try {
    installManifest(gotenbergClients.php, 'composer', 'install', '--no-interaction', '--no-plugins');
  } catch {
    console.warn('No client of Gotenberg for PHP, because composer failed');
  }
}

function installManifest(
  { folder, manifest }: typeof generators,
  command: string,
  ...args: readonly string[]
): void {
  installOnce(folder, (unfinished) => {
    for (const { name, text } of manifest) writeFileSync(join(unfinished, name), text);
    execFileSync(command, args, { cwd: unfinished, stdio: ['ignore', 2, 2] });
  });
}

/** Renames the folder only when it is complete, so that an interrupted installation is not used. */
function installOnce(folder: string, install: (unfinished: string) => void): void {
  if (!existsSync(folder)) {
    const unfinished = `${folder}.${process.pid}`;
    mkdirSync(dirname(folder), { recursive: true });
    mkdirSync(unfinished);
    try {
      install(unfinished);
      renameSync(unfinished, folder);
    } finally {
      rmSync(unfinished, { recursive: true, force: true });
    }
  }
  console.log(folder);
}
