/**
 * `npm run install-judges` installs veraPDF and Mustang for `test/stress/conformance`, with Maven, whose settings say
 * where from. It says so and does nothing where Java or Maven is not installed.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { judgeChecksums, judgesFolder, judgesManifest } from './judges-folder.ts';

const missing = ['java', 'mvn'].find((name) => spawnSync(name, ['-version']).status !== 0);

if (existsSync(judgesFolder)) {
  console.log(judgesFolder);
} else if (missing) {
  console.warn(`veraPDF and Mustang are not installed, because there is no ${missing}`);
} else {
  // Rename the folder only when it is complete, so that an interrupted installation is not used.
  const unfinished = `${judgesFolder}.${process.pid}`;
  mkdirSync(dirname(judgesFolder), { recursive: true });
  mkdirSync(unfinished);
  try {
    const options = ['-q', '-B', '-f', judgesManifest, `-DoutputDirectory=${unfinished}`];
    execFileSync('mvn', [...options, 'dependency:copy-dependencies', '-DincludeScope=runtime'], {
      stdio: ['ignore', 2, 2],
    });
    assertUnchanged(unfinished);
    renameSync(unfinished, judgesFolder);
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
  console.log(judgesFolder);
}

/** Throws for a file that is missing, differs, or is not expected. */
function assertUnchanged(folder: string): void {
  const found = readdirSync(folder);
  for (const name of new Set([...found, ...judgeChecksums.keys()])) {
    const hash = found.includes(name)
      ? createHash('sha256')
          .update(readFileSync(join(folder, name)))
          .digest('hex')
      : 'missing';
    const expected = judgeChecksums.get(name) ?? 'no such file';
    if (hash !== expected) throw new Error(`${name}: expected ${expected}, got ${hash}`);
  }
}
