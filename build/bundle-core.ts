/**
 * The template language and the PDF layer as one file each, in the place of the 128 and 90 that tsc made of them: to
 * find, read and link so many takes a command longer than to start its browser, and every thread loads them again.
 */
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { outputFolder } from './output-folder.ts';

/** Folders of the output, and the only files of theirs that anything else names. */
const parts: Readonly<Record<string, readonly string[]>> = {
  'core/twig': ['index.js'],
  'core/pdf': ['index.js', 'clean-worker.js'],
};

for (const [part, entries] of Object.entries(parts)) {
  const folder = join(outputFolder, part);
  await build({
    absWorkingDir: outputFolder,
    entryPoints: entries.map((entry) => join(folder, entry)),
    outdir: folder,
    allowOverwrite: true,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node22',
    // Loaded when first needed, if ever.
    packages: 'external',
    logLevel: 'warning',
  });
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (name.endsWith('.js') && !entries.includes(name)) rmSync(join(folder, name));
  }
}
