/**
 * Bundles the template language, the PDF layer, the checker and the forms into their entry files, replacing the 350 files that tsc
 * emits. Finding, reading and linking those takes a command longer than starting its browser, and every thread loads
 * them again.
 */
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { build, type Plugin } from 'esbuild';
import { outputFolder } from './output-folder.ts';

/** Folders of the output, each with the only files in it that other modules import. */
const parts: Readonly<Record<string, readonly string[]>> = {
  twig: ['index.js'],
  pdf: ['index.js', 'clean-worker.js'],
  conformance: ['index.js', 'check-worker.js'],
  forms: ['index.js', 'form-worker.js'],
};

const core = join(outputFolder, 'core');
const entries = Object.entries(parts).flatMap(([part, names]) => names.map((name) => join(part, name)));
/**
 * Workers beside a module are found from wherever it is: the file of its folder, or one that is shared. All of them are one
 * folder below `core`. The template language has none, and `bundle-node.ts` places the libraries that it loads.
 */
const ownPlaces: Plugin = {
  name: 'own-places',
  setup({ onLoad }) {
    onLoad({ filter: /\.js$/, namespace: 'file' }, ({ path }) => {
      if (!path.startsWith(core) || path.startsWith(join(core, 'twig'))) return undefined;
      const place = JSON.stringify(`../${relative(core, path).replaceAll('\\', '/')}`);
      const contents = readFileSync(path, 'utf8');
      return { contents: contents.replaceAll('import.meta.url', `new URL(${place}, import.meta.url).href`) };
    });
  },
};

await build({
  absWorkingDir: outputFolder,
  entryPoints: entries.map((entry) => join(core, entry)),
  outdir: core,
  outbase: core,
  allowOverwrite: true,
  bundle: true,
  // The checker reads files with modules of the PDF layer, and its errors must be those of that layer.
  splitting: true,
  chunkNames: 'shared/[hash]',
  platform: 'node',
  format: 'esm',
  target: 'node22',
  // Packages are loaded on first use.
  packages: 'external',
  plugins: [ownPlaces],
  logLevel: 'warning',
});
for (const part of Object.keys(parts)) {
  for (const name of readdirSync(join(core, part), { recursive: true, encoding: 'utf8' })) {
    if (name.endsWith('.js') && !entries.includes(join(part, name))) rmSync(join(core, part, name));
  }
}
