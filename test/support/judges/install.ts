/**
 * `npm run install-judges` installs veraPDF, Mustang, DSS and the rules for UBL for `test/stress/conformance`, with Maven, whose settings say
 * where from, and pypdf, pikepdf, PyMuPDF and pyHanko with pip. It says what it does not install where there is no Java,
 * Maven or Python.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { documentJudges, type Judges, pythonJudges, signatureJudges, ublJudges } from './judges-folder.ts';

const missing = ['java', 'mvn'].find((name) => spawnSync(name, ['-version']).status !== 0);

for (const judges of [documentJudges, signatureJudges, ublJudges]) {
  if (existsSync(judges.folder)) console.log(judges.folder);
  else if (missing) console.warn(`${judges.names} not installed, because there is no ${missing}`);
  else install(judges);
}
installPythonJudges();

/** A failure only warns: the tests ask for the judges in Java all the same. */
function installPythonJudges(): void {
  const names = 'pypdf, pikepdf, PyMuPDF and pyHanko';
  try {
    if (pythonJudges.install()) console.log(pythonJudges.folder);
    else console.warn(`${names} not installed, because there is no Python 3 with venv`);
  } catch (error) {
    console.warn(`${names} not installed: ${(error as Error).message}`);
  }
}

function install({ manifest, checksums, folder }: Judges): void {
  // Rename the folder only when it is complete, so that an interrupted installation is not used.
  const unfinished = `${folder}.${process.pid}`;
  mkdirSync(dirname(folder), { recursive: true });
  mkdirSync(unfinished);
  try {
    const options = ['-q', '-B', '-f', manifest, `-DoutputDirectory=${unfinished}`];
    execFileSync('mvn', [...options, 'dependency:copy-dependencies', '-DincludeScope=runtime'], {
      stdio: ['ignore', 2, 2],
    });
    assertUnchanged(unfinished, checksums);
    renameSync(unfinished, folder);
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
  console.log(folder);
}

/** Throws for a file that is missing, differs, or is not expected. */
function assertUnchanged(folder: string, checksums: ReadonlyMap<string, string>): void {
  const found = readdirSync(folder);
  for (const name of new Set([...found, ...checksums.keys()])) {
    const hash = found.includes(name)
      ? createHash('sha256')
          .update(readFileSync(join(folder, name)))
          .digest('hex')
      : 'missing';
    const expected = checksums.get(name) ?? 'no such file';
    if (hash !== expected) throw new Error(`${name}: expected ${expected}, got ${hash}`);
  }
}
