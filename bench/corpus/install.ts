/** Installs the libraries of the corpus: npm run install-corpus. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { buildLibraries } from './build-libraries.ts';
import { librariesFolder, librariesManifest } from './libraries-folder.ts';

if (!existsSync(librariesFolder)) {
  // Renamed when it is complete, so that an interrupted installation is not taken for one.
  const unfinished = `${librariesFolder}.${process.pid}`;
  mkdirSync(dirname(librariesFolder), { recursive: true });
  mkdirSync(unfinished);
  try {
    for (const { name, text } of librariesManifest) writeFileSync(join(unfinished, name), text);
    execFileSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], {
      cwd: unfinished,
      stdio: ['ignore', 2, 2],
    });
    await buildLibraries(unfinished);
    renameSync(unfinished, librariesFolder);
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
}
console.log(librariesFolder);
