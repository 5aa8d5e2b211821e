/** The folder for veraPDF and Mustang. They take 70 MB, so it is beside the cached browser, not in the project. */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defaultCacheDirectory } from '../../../src/core/browser/install/cache-directory.ts';

/** Names the exact versions. */
export const judgesManifest = join(import.meta.dirname, 'pom.xml');

const checksums = readFileSync(join(import.meta.dirname, 'checksums.txt'), 'utf8');

/** SHA-256 by name of file: all that is installed, and nothing else. */
export const judgeChecksums: ReadonlyMap<string, string> = new Map(
  checksums
    .trim()
    .split('\n')
    .map((line) => {
      const [hash = '', name = ''] = line.split(/\s+/);
      return [name, hash];
    }),
);

/** Other files give another folder. */
export const judgesFolder = join(
  defaultCacheDirectory(process.env),
  `judges-${createHash('sha256').update(checksums).digest('hex').slice(0, 12)}`,
);

/**
 * Whether the tests can ask veraPDF and Mustang. If not, it says so, and throws where the variable
 * `PDFAPI_TEST_JUDGES` is `required`.
 */
export function findJudges(): boolean {
  if (existsSync(judgesFolder)) return true;
  if (process.env.PDFAPI_TEST_JUDGES === 'required') throw new Error('First: npm run install-judges');
  console.warn(
    'Not judged by veraPDF and Mustang. To install them, with Java and Maven: npm run install-judges',
  );
  return false;
}
