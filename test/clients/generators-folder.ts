/** Where the generators of clients are installed: 150 MB, so outside the project and beside the cached browser. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defaultCacheDirectory } from '../../src/core/browser/install/cache-directory.ts';

/** What is installed there; another lock file is another folder. */
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
