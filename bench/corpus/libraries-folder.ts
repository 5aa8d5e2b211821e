/** The folder of the corpus's libraries. They take 500 MB, so they are outside the project, beside the cached browser. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defaultCacheDirectory } from '../../src/browser/install/cache-directory.ts';

/** Identifies what is installed there: each lock file has a folder of its own. */
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
