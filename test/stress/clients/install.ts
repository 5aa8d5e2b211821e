/** `npm run install-clients` installs the client generators for `clients.test.ts`. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { generatorsFolder, generatorsManifest } from './generators-folder.ts';

if (!existsSync(generatorsFolder)) {
  // Rename the folder only when it is complete, so that an interrupted installation is not used.
  const unfinished = `${generatorsFolder}.${process.pid}`;
  mkdirSync(dirname(generatorsFolder), { recursive: true });
  mkdirSync(unfinished);
  try {
    for (const { name, text } of generatorsManifest) writeFileSync(join(unfinished, name), text);
    execFileSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], {
      cwd: unfinished,
      stdio: ['ignore', 2, 2],
    });
    renameSync(unfinished, generatorsFolder);
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
}
console.log(generatorsFolder);
