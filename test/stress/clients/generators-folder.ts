/** The folder for the client generators. They take 150 MB, so it is beside the cached browser, not in the project. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defaultCacheDirectory } from '../../../src/browser/install/cache-directory.ts';

/** The manifest of the installation. A different lock file gives a different folder. */
export const generatorsManifest = ['package.json', 'package-lock.json'].map((name) => ({
  name,
  text: readFileSync(join(import.meta.dirname, name), 'utf8'),
}));

const hash = createHash('sha256')
  .update(generatorsManifest.map(({ text }) => text).join())
  .digest('hex');

export const generatorsFolder = join(
  defaultCacheDirectory(process.env),
  `client-generators-${hash.slice(0, 12)}`,
);
