/** The folder of the programs that are compared. They take 400 MB, so they are outside the project, beside the cached browser. */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defaultCacheDirectory } from '../../src/browser/install/cache-directory.ts';
import { PythonEnvironment } from '../../test/support/python-environment.ts';

/** Identifies what is installed there: other versions get another folder. */
export const peersManifest = ['package.json', 'package-lock.json', 'requirements.txt'].map((name) => ({
  name,
  text: readFileSync(join(import.meta.dirname, name), 'utf8'),
}));

const hash = createHash('sha256')
  .update(peersManifest.map(({ text }) => text).join())
  .digest('hex');

export const peersFolder = join(defaultCacheDirectory(process.env), `paged-peers-${hash.slice(0, 12)}`);

/** WeasyPrint. */
export const pythonOfPeers = new PythonEnvironment(
  join(peersFolder, 'python'),
  join(peersFolder, 'requirements.txt'),
);

/** Returns the path of a program, or undefined if it is not installed. */
export function peerProgram(name: 'pagedjs-cli' | 'vivliostyle' | 'weasyprint'): string | undefined {
  const path =
    name === 'weasyprint' ? pythonOfPeers.program(name) : join(peersFolder, 'node_modules/.bin', name);
  return existsSync(path) ? path : undefined;
}
