/** Where the libraries of the corpus are installed: 500 MB, so outside the project and beside the cached browser. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defaultCacheDirectory } from '../../src/core/browser/install/cache-directory.ts';

/** What is installed there; another lock file is another folder. */
export const librariesManifest = ['package.json', 'package-lock.json'].map((name) => ({
  name,
  text: readFileSync(join(import.meta.dirname, name), 'utf8'),
}));

const hash = createHash('sha256')
  .update(
    [
      ...librariesManifest.map(({ text }) => text),
      readFileSync(join(import.meta.dirname, 'build-libraries.ts')),
    ].join(),
  )
  .digest('hex');

export const librariesFolder = join(
  defaultCacheDirectory(process.env),
  `corpus-libraries-${hash.slice(0, 12)}`,
);
