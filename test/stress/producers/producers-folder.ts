/** The folder of the libraries that make PDFs, and of their PDFs. It takes 700 MB, so it is beside the cached browser. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defaultCacheDirectory } from '../../../src/browser/install/cache-directory.ts';
import { PythonEnvironment } from '../../support/python-environment.ts';

const source = import.meta.dirname;
const programs = join(source, 'programs');
const manifests = ['package.json', 'package-lock.json', 'requirements.txt', 'debian-packages.txt'];

const hashOf = (paths: readonly string[]): string =>
  createHash('sha256')
    .update(paths.map((path) => readFileSync(path, 'utf8')).join())
    .digest('hex')
    .slice(0, 12);

/** Other versions get another folder. */
export const producersFolder = join(
  defaultCacheDirectory(process.env),
  `producers-${hashOf(manifests.map((name) => join(source, name)))}`,
);

/** Written last: what is installed cannot be moved to its place when it is complete. */
export const completeMark = join(producersFolder, 'complete');

/** Made once by each version of the programs. */
export const producedFolder = join(
  producersFolder,
  `documents-${hashOf(
    readdirSync(programs)
      .filter((name) => /\.m?(?:py|js)$/.test(name))
      .map((name) => join(programs, name)),
  )}`,
);

/** The libraries of Python. */
export const pythonOfProducers = new PythonEnvironment(
  join(producersFolder, 'python'),
  join(source, 'requirements.txt'),
);

export const hasProducers = existsSync(completeMark);
