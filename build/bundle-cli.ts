/**
 * Bundles the command line and the library into a few files. tsc emits 250, and finding, reading and linking them takes a
 * tenth of a command's time. What a render loads is in one file for each moment at which it is needed; other dynamic
 * imports stay in files of their own. Worker threads run the unbundled output of tsc.
 */
import { readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { type ModuleInfo, type Plugin, rolldown } from 'rolldown';
import { outputFolder } from './output-folder.ts';

const outdir = join(outputFolder, 'bundle');

/** Packages that commands load on startup. zod alone has a hundred files, most of them locales. */
const bundled = ['@cfworker/json-schema', 'commander', 'parse5', 'zod'];
const { dependencies } = JSON.parse(await readFile('package.json', 'utf8')) as {
  readonly dependencies: Readonly<Record<string, string>>;
};
const external = Object.keys(dependencies).filter((name) => !bundled.includes(name));

/**
 * The files of a render in the order in which they are loaded, each with the modules that it begins with. It also contains
 * everything that those import statically, unless an earlier file does. A module is found once instead of a hundred
 * times, and what is not needed to start the browser is loaded while it starts.
 */
const files: Readonly<Record<string, readonly string[]>> = {
  command: ['cli/main.js'],
  'start-render': [
    'cli/commands/html/html.js',
    'cli/commands/generate/generate.js',
    'cli/rendering/local-browser.js',
    'core/browser/single-use-browser.js',
  ],
  print: [
    'core/browser/print/print-in-context.js',
    'cli/rendering/local.js',
    'core/template/load/read-html-file.js',
  ],
  fill: ['core/fill/in-process.js'],
};

/** Keeps `import.meta.url` pointing to the original module, so that files beside it are found from the bundle. */
const ownPlace: Plugin = {
  name: 'own-place',
  transform(code, id) {
    if (!id.startsWith(outputFolder + sep) || !code.includes('import.meta.url')) return undefined;
    const place = JSON.stringify(relative(outdir, id).replaceAll('\\', '/'));
    return code.replaceAll('import.meta.url', `new URL(${place}, import.meta.url).href`);
  },
};

/**
 * commander imports `node:util`, which it uses for help texts only and which takes 6 ms to load, and `node:process`,
 * whose import reads every property of the global object and so loads what they need, 4 ms.
 */
const commander: Plugin = {
  name: 'commander',
  resolveId(id, importer) {
    const isNeeded = id === 'node:util' || id === 'node:process';
    return isNeeded && importer && /[\\/]commander[\\/]/.test(importer) ? `\0${id}` : undefined;
  },
  load(id) {
    if (id === '\0node:process') return 'export default globalThis.process;';
    if (id !== '\0node:util') return undefined;
    return `export const stripVTControlCharacters = (text) =>
      process.getBuiltinModule('node:util').stripVTControlCharacters(text);`;
  },
};

/** Assigns modules to `files`. */
function assignModules(getModule: (id: string) => ModuleInfo | null): ReadonlyMap<string, string> {
  const assigned = new Map<string, string>();
  for (const [name, entries] of Object.entries(files)) {
    const rest = entries.map((entry) => join(outputFolder, entry));
    for (let id = rest.pop(); id !== undefined; id = rest.pop()) {
      const found = getModule(id);
      if (!found) throw new Error(`${id} of the file ${name} is not in the bundle`);
      if (assigned.has(id)) continue;
      assigned.set(id, name);
      rest.push(...found.importedIds.filter((imported) => getModule(imported)?.code != null));
    }
  }
  return assigned;
}

const bundle = await rolldown({
  cwd: outputFolder,
  input: {
    main: 'cli/main.js',
    'cache-directory': 'core/browser/install/cache-directory.js',
    // The library shares its chunks with the command line.
    index: 'index.js',
  },
  platform: 'node',
  preserveEntrySignatures: 'allow-extension',
  external: (id) => external.some((name) => id === name || id.startsWith(`${name}/`)),
  plugins: [ownPlace, commander],
  logLevel: 'warn',
});
let assigned: ReadonlyMap<string, string> | undefined;
await bundle.write({
  dir: outdir,
  // Names change with their content, so an earlier build may have left stale files.
  cleanDir: true,
  format: 'esm',
  entryFileNames: '[name].js',
  chunkFileNames: '[name]-[hash].js',
  // Keeps the stack of an unexpected error readable.
  minify: false,
  codeSplitting: {
    includeDependenciesRecursively: false,
    groups: [
      {
        debugName: 'files of a render',
        name(id, chunking) {
          assigned ??= assignModules((module) => chunking.getModuleInfo(module));
          return assigned.get(id) ?? null;
        },
      },
    ],
  },
});
await bundle.close();
