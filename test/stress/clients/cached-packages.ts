/** Where packages for the tests of clients are installed: they take 150 MB, so it is beside the cached browser, not in the project. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { defaultCacheDirectory } from '../../../src/browser/install/cache-directory.ts';
import { PythonEnvironment } from '../../support/python-environment.ts';

interface CachedPackages {
  readonly folder: string;
  /** The manifest of the installation. */
  readonly manifest: readonly { readonly name: string; readonly text: string }[];
}

/** Another manifest gives another folder. */
function inCache(prefix: string, source: string, names: readonly string[]): CachedPackages {
  const manifest = names.map((name) => ({ name, text: readFileSync(join(source, name), 'utf8') }));
  const hash = createHash('sha256')
    .update(manifest.map(({ text }) => text).join())
    .digest('hex');
  return { folder: join(defaultCacheDirectory(process.env), `${prefix}-${hash.slice(0, 12)}`), manifest };
}

/** Generators of clients for TypeScript. */
export const generators = inCache('client-generators', import.meta.dirname, [
  'package.json',
  'package-lock.json',
]);

/** Programs for Gotenberg, each with a client that others wrote. */
export const gotenbergPrograms = resolve(import.meta.dirname, '../../../clients/gotenberg');

export const gotenbergClients = {
  js: inCache('gotenberg-client-js', join(gotenbergPrograms, 'js'), ['package.json', 'package-lock.json']),
  php: inCache('gotenberg-client-php', join(gotenbergPrograms, 'php'), ['composer.json']),
  python: PythonEnvironment.inCache(
    'gotenberg-client-python',
    join(gotenbergPrograms, 'python/requirements.txt'),
  ),
};
