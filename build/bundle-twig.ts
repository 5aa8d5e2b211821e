/**
 * The template language as one file, in the place of the 128 that tsc made of it: to find, read and link so many
 * takes a command longer than to start its browser, and every thread that fills templates loads them again.
 */
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';

const folder = 'dist/core/twig';

await build({
  entryPoints: [`${folder}/index.js`],
  outfile: `${folder}/index.js`,
  allowOverwrite: true,
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node22',
  // Loaded at the first code that a template draws, if it ever does.
  packages: 'external',
  logLevel: 'warning',
});
for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
  if (name.endsWith('.js') && name !== 'index.js') rmSync(join(folder, name));
}
