/**
 * Copies the SQLite driver with its binaries for each platform. Its package has 10 MB of sources besides, which some
 * package managers compile when they install it.
 */
import { cpSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { outputFolder } from './output-folder.ts';

const source = dirname(createRequire(import.meta.url).resolve('better-sqlite3/package.json'));
const target = join(outputFolder, 'better-sqlite3');

for (const name of ['lib', 'prebuilds', 'LICENSE']) {
  cpSync(join(source, name), join(target, name), { recursive: true });
}
// Its modules are CommonJS, unlike this package's.
writeFileSync(join(target, 'package.json'), '{ "type": "commonjs" }\n');
