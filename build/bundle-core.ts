/**
 * Bundles the template language and the PDF layer into their entry files, replacing the 128 and 90 files that tsc
 * emits. Finding, reading and linking those takes a command longer than starting its browser, and every thread loads
 * them again.
 */
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { outputFolder } from './output-folder.ts';

/** Folders of the output, each with the only files in it that other modules import. */
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
    // Packages are loaded on first use.
    packages: 'external',
    logLevel: 'warning',
  });
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (name.endsWith('.js') && !entries.includes(name)) rmSync(join(folder, name));
  }
}
