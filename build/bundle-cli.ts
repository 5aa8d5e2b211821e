/**
 * The command line as few files instead of the 250 that tsc made of it: to find, read and link them takes a command
 * a tenth of its time. What is imported when it is needed stays in files of its own. Threads run what tsc made.
 */
import { readFile, rm } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'esbuild';
import { outputFolder } from './output-folder.ts';

const outdir = join(outputFolder, 'bundle');

/** What commands load at once: a hundred files of zod, most of them the languages it can speak. */
const bundled = ['@cfworker/json-schema', 'commander', 'parse5', 'zod'];
const { dependencies } = JSON.parse(await readFile('package.json', 'utf8')) as {
  readonly dependencies: Readonly<Record<string, string>>;
};

/** A module that names files beside itself means those beside its own file, and not beside the bundle. */
const ownPlace: Plugin = {
  name: 'own-place',
  setup({ onLoad }) {
    onLoad({ filter: /\.js$/ }, async ({ path }) => {
      if (!path.startsWith(outputFolder + sep)) return undefined;
      const place = JSON.stringify(relative(outdir, path).replaceAll('\\', '/'));
      const text = await readFile(path, 'utf8');
      return {
        contents: text.replaceAll('import.meta.url', `new URL(${place}, import.meta.url).href`),
        loader: 'js',
      };
    });
  },
};

/**
 * commander is a part of it too. What it takes from `node:util` is for help texts only, and that module takes 6 ms to
 * import, for all that else it has.
 */
const commander: Plugin = {
  name: 'commander',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^commander$/ }, () => ({ path: fileURLToPath(import.meta.resolve('commander')) }));
    onResolve({ filter: /^node:util$/ }, ({ path, importer }) =>
      /[\\/]commander[\\/]/.test(importer) ? { path, namespace: 'later' } : undefined,
    );
    onLoad({ filter: /.*/, namespace: 'later' }, ({ path }) => ({
      contents: `export const stripVTControlCharacters = (text) =>
        process.getBuiltinModule(${JSON.stringify(path)}).stripVTControlCharacters(text);`,
    }));
  },
};

// The names of its parts change with what is in them.
await rm(outdir, { recursive: true, force: true });
await build({
  // Comments name the files from there, so that equal sources make equal bundles.
  absWorkingDir: outputFolder,
  entryPoints: { main: 'cli/main.js', 'cache-directory': 'core/browser/install/cache-directory.js' },
  outdir,
  bundle: true,
  splitting: true,
  platform: 'node',
  format: 'esm',
  target: 'node22',
  // As written: in the stack of an unexpected error people find what they read here.
  minify: false,
  external: Object.keys(dependencies).filter((name) => !bundled.includes(name)),
  plugins: [ownPlace, commander],
  logLevel: 'warning',
});
