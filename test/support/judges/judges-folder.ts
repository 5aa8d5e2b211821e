/** The folders of judges in Java and Python. They take 300 MB, so they are beside the cached browser, not in the project. */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defaultCacheDirectory } from '../../../src/browser/install/cache-directory.ts';
import { PythonEnvironment } from '../python-environment.ts';

export interface Judges {
  /** For people. */
  readonly names: string;
  /** The `pom.xml`, which names the exact versions. */
  readonly manifest: string;
  /** SHA-256 by name of file: all that is installed, and nothing else. */
  readonly checksums: ReadonlyMap<string, string>;
  readonly folder: string;
}

function judgesOf(names: string, prefix: string, source: string): Judges {
  const checksums = readFileSync(join(source, 'checksums.txt'), 'utf8');
  // Other files give another folder.
  const hash = createHash('sha256').update(checksums).digest('hex').slice(0, 12);
  return {
    names,
    manifest: join(source, 'pom.xml'),
    checksums: new Map(
      checksums
        .trim()
        .split('\n')
        .map((line) => {
          const [value = '', name = ''] = line.split(/\s+/);
          return [name, value];
        }),
    ),
    folder: join(defaultCacheDirectory(process.env), `${prefix}-${hash}`),
  };
}

/** Of documents that conform. */
export const documentJudges = judgesOf('veraPDF and Mustang', 'judges', import.meta.dirname);

/** Of signatures, after the standards of the EU. */
export const signatureJudges = judgesOf('DSS', 'signature-judges', join(import.meta.dirname, 'signatures'));

/** Of e-invoices in UBL: the rules, which `Schematron.java` applies. */
export const ublJudges = judgesOf('the rules for UBL', 'ubl-judges', join(import.meta.dirname, 'ubl'));

/** pypdf, pikepdf, PyMuPDF and pyHanko: other readers of PDFs, and of signatures. */
export const pythonJudges = PythonEnvironment.inCache(
  'python-judges',
  join(import.meta.dirname, 'requirements.txt'),
);

/**
 * Whether the tests can ask these judges. If not, it says so, and throws where the variable `PDFAPI_TEST_JUDGES` is
 * `required`.
 */
export function findJudges({ names, folder }: Judges = documentJudges): boolean {
  if (existsSync(folder)) return true;
  if (process.env.PDFAPI_TEST_JUDGES === 'required') throw new Error('First: npm run install-judges');
  console.warn(`Not judged by ${names}. To install them, with Java and Maven: npm run install-judges`);
  return false;
}
