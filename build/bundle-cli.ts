/**
 * The command line as few files instead of the 250 that tsc made of it: to find, read and link them takes a command
 * a tenth of its time. What is imported when it is needed stays in files of its own. Threads run what tsc made.
 */
import { readFile, rm } from 'node:fs/promises';
import { relative, resolve } from 'node:path';
import { build, type Plugin } from 'esbuild';

const outdir = resolve('dist/bundle');

/** A module that names files beside itself means those beside its own file, and not beside the bundle. */
const ownPlace: Plugin = {
  name: 'own-place',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]dist[\\/].*\.js$/ }, async ({ path }) => {
      const place = JSON.stringify(relative(outdir, path).replaceAll('\\', '/'));
      const text = await readFile(path, 'utf8');
      return {
        contents: text.replaceAll('import.meta.url', `new URL(${place}, import.meta.url).href`),
        loader: 'js',
      };
    });
  },
};

// The names of its parts change with what is in them.
await rm(outdir, { recursive: true, force: true });
await build({
  entryPoints: { main: 'dist/cli/main.js', 'cache-directory': 'dist/core/browser/cache-directory.js' },
  outdir,
  bundle: true,
  splitting: true,
  platform: 'node',
  format: 'esm',
  target: 'node22',
  // As written: in the stack of an unexpected error people find what they read here.
  minify: false,
  packages: 'external',
  plugins: [ownPlace],
  logLevel: 'warning',
});
