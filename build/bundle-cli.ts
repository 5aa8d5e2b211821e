/**
 * Bundles the command line and the library into a few files. tsc emits 250, and finding, reading and linking them takes a tenth of a
 * command's time. Dynamic imports stay in separate files. Worker threads run the unbundled output of tsc.
 */
import { readFile, rm } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'esbuild';
import { outputFolder } from './output-folder.ts';

const outdir = join(outputFolder, 'bundle');

/** Packages that commands load on startup. zod alone has a hundred files, most of them locales. */
const bundled = ['@cfworker/json-schema', 'commander', 'parse5', 'zod'];
const { dependencies } = JSON.parse(await readFile('package.json', 'utf8')) as {
  readonly dependencies: Readonly<Record<string, string>>;
};

/** Keeps `import.meta.url` pointing to the original module, so that files beside it are found from the bundle. */
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
 * Bundles commander and defers its import of `node:util`. commander uses that module for help texts only, and
 * importing it takes 6 ms.
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

// Chunk names change with their content, so an earlier build may have left stale chunks.
await rm(outdir, { recursive: true, force: true });
await build({
  // Comments in the bundle name files relative to this folder, so that equal sources produce equal bundles.
  absWorkingDir: outputFolder,
  entryPoints: {
    main: 'cli/main.js',
    'cache-directory': 'core/browser/install/cache-directory.js',
    // The library shares its chunks with the command line.
    index: 'index.js',
  },
  outdir,
  bundle: true,
  splitting: true,
  platform: 'node',
  format: 'esm',
  target: 'node22',
  // Keeps the stack of an unexpected error readable.
  minify: false,
  external: Object.keys(dependencies).filter((name) => !bundled.includes(name)),
  plugins: [ownPlace, commander],
  logLevel: 'warning',
});
