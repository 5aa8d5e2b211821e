/**
 * Bundles modules of the build for Node.js, with the packages that they import. Installing one file instead of a
 * hundred packages is faster, and nothing that the user installs beside pdfapi can change it.
 */
import { writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { isBuiltin } from 'node:module';
import { dirname, join, relative, sep } from 'node:path';
import { transform } from 'esbuild';
import { type ModuleInfo, type Plugin, rolldown } from 'rolldown';
import { licences } from './licences.ts';
import { outputFolder } from './output-folder.ts';

export interface BundleOptions {
  /** The name of the folder in the build. */
  readonly folder: string;
  /** Modules of the build by the names of their bundles. */
  readonly entryPoints: Readonly<Record<string, string>>;
  /**
   * Files of the bundle by name, in the order in which they are loaded, each with the modules that it begins with. A file
   * also contains everything that those import statically, unless an earlier file does. Modules in no file are bundled
   * by the entry points and dynamic imports that reach them.
   */
  readonly files?: Readonly<Record<string, readonly string[]>>;
  /** Modules of the build and packages that stay out of the bundle, with the files that have them, from the folder. */
  readonly elsewhere?: Readonly<Record<string, string>>;
}

export async function bundleNode(options: BundleOptions): Promise<void> {
  const { folder, entryPoints, files = {}, elsewhere = {} } = options;
  const outdir = join(outputFolder, folder);
  const bundle = await rolldown({
    cwd: outputFolder,
    input: { ...entryPoints },
    platform: 'node',
    // Entry points may export what other files of the bundle need.
    preserveEntrySignatures: 'allow-extension',
    plugins: [sqlite, unused, inOtherFiles(elsewhere), ownModules(outdir), builtins, smallPackages],
    // The modules that import them statically are themselves imported dynamically, so both are loaded late.
    // On a busy machine plugins take long, which is no fault of the build.
    checks: { ineffectiveDynamicImport: false, bundlerTimings: false },
    // A warning is an error, because the output of a build that succeeds is not read.
    onLog(_level, { message }) {
      throw new Error(message);
    },
  });
  let assigned: ReadonlyMap<string, string> | undefined;
  const { output } = await bundle.write({
    dir: outdir,
    // Names change with their content, so an earlier build may have left stale files.
    cleanDir: true,
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: '[name]-[hash].js',
    // Keeps the stack of an unexpected error readable.
    minify: false,
    comments: { legal: false, jsdoc: false },
    codeSplitting: {
      includeDependenciesRecursively: false,
      groups: [
        {
          debugName: 'files',
          name(id, chunking) {
            assigned ??= assignModules(files, (module) => chunking.getModuleInfo(module));
            return assigned.get(id) ?? null;
          },
        },
      ],
    },
  });
  await bundle.close();
  const inputs = output.flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []));
  const paths = inputs.filter((id) => !id.startsWith('\0')).map((id) => relative('.', id));
  writeFileSync(join(outdir, 'LICENSES.txt'), licences(paths));
}

/** Assigns modules to `files`. */
function assignModules(
  files: Readonly<Record<string, readonly string[]>>,
  getModule: (id: string) => ModuleInfo | null,
): ReadonlyMap<string, string> {
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

const ownModules = (outdir: string): Plugin => ({
  name: 'own-modules',
  transform(code, id) {
    if (!id.startsWith(outputFolder + sep)) return undefined;
    const place = JSON.stringify(relative(outdir, id).replaceAll('\\', '/'));
    const codes = relative(dirname(id), join(outputFolder, 'barcodes')).replaceAll('\\', '/');
    return (
      code
        // Node.js 18 has neither `hash` nor `crc32`. It must be able to link the library, whose entry then names the
        // version it needs.
        .replace(
          /^import \{([^}]*\b(?:hash|crc32)\b[^}]*)\} from ['"]node:(crypto|zlib)['"];$/gm,
          (_, names: string, module: string) =>
            `import own_${module} from 'node:${module}'; const {${names.replaceAll(' as ', ': ')}} = own_${module};`,
        )
        // Files beside the original module are found from the bundle.
        .replaceAll('import.meta.url', `new URL(${place}, import.meta.url).href`)
        // `bundle-barcodes.ts` makes the libraries that are loaded with `require`. Where `bundle-core.ts` unites modules,
        // it numbers names that they share.
        .replace(/\b(load\d*)\((['"])(jsbarcode|qrcode-generator|markdown-it)\2\)/g, `$1('${codes}/$3.cjs')`)
    );
  },
});

const inOtherFiles = (elsewhere: Readonly<Record<string, string>>): Plugin => ({
  name: 'in-other-files',
  resolveId(id, importer) {
    if (!importer) return undefined;
    const name = id.startsWith('.')
      ? relative(outputFolder, join(dirname(importer), id)).replaceAll('\\', '/')
      : id;
    const file = Object.hasOwn(elsewhere, name) ? elsewhere[name] : undefined;
    return file === undefined ? undefined : { id: file, external: true };
  },
});

/** The driver and its binaries stay files, which `copy-sqlite.ts` copies beside the folder of the bundle. */
const sqlite: Plugin = {
  name: 'sqlite',
  resolveId: (id) =>
    id === 'better-sqlite3' ? { id: '../better-sqlite3/lib/index.js', external: true } : undefined,
};

/**
 * Leaves out modules that are imported and never used: a command line of `@puppeteer/browsers`, zod's messages in fifty
 * languages, and what the SDK of the Model Context Protocol has for schemas of zod 3 and for validating answers of clients
 * (`create-mcp-server.ts` gives it a validator of its own).
 */
const unused: Plugin = {
  name: 'unused',
  resolveId(id, importer) {
    if (/^(?:yargs(?:\/helpers)?|\.\.\/locales\/index\.js)$/.test(id)) return '\0unused';
    const isOfProtocol = /[\\/]@modelcontextprotocol[\\/]sdk[\\/]/.test(importer ?? '');
    return isOfProtocol && unusedByProtocol.has(id) ? '\0unused-names' : undefined;
  },
  load(id) {
    if (id === '\0unused') return 'export {};';
    // CommonJS, from which any name can be imported.
    return id === '\0unused-names' ? 'module.exports = {};' : undefined;
  },
};

const unusedByProtocol: ReadonlySet<string> = new Set(['ajv', 'ajv-formats', 'zod/v3', 'zod-to-json-schema']);

/**
 * Modules of Node.js that packages use. CommonJS packages get them when they ask, without a `require` in each bundle.
 * commander imports `node:util`, which it uses for help texts only and which takes 6 ms to load, and `node:process`,
 * whose import reads every property of the global object and so loads what they need, 4 ms.
 */
const builtins: Plugin = {
  name: 'builtins',
  resolveId(id, importer, { kind }) {
    if (kind === 'require-call' && isBuiltin(id)) return `\0builtin:${id}`;
    const isDeferred = id === 'node:util' || id === 'node:process';
    return isDeferred && importer && /[\\/]commander[\\/]/.test(importer) ? `\0deferred:${id}` : undefined;
  },
  load(id) {
    if (id === '\0deferred:node:process') return 'export default globalThis.process;';
    if (id === '\0deferred:node:util') {
      return `export const stripVTControlCharacters = (text) =>
        process.getBuiltinModule('node:util').stripVTControlCharacters(text);`;
    }
    if (!id.startsWith('\0builtin:')) return undefined;
    return `module.exports = process.getBuiltinModule(${JSON.stringify(id.slice('\0builtin:'.length))});`;
  },
};

const isPackage = (id: string) => /[\\/]node_modules[\\/].*\.[cm]?js$/.test(id);

/** Makes packages small: their comments, white space and long names are a third of them. */
/** HarfBuzz reads its WebAssembly as `copy-harfbuzz.ts` packs it, in a third of the size. */
function withPackedWasm(id: string, source: string): string {
  if (!/[\\/]harfbuzzjs[\\/]dist[\\/]index\.mjs$/.test(id)) return source;
  const start = 'createHarfBuzz()';
  if (!source.includes(start)) throw new Error(`${id} no longer calls ${start}.`);
  const binary = `brotliDecompressSync(readFileSync(new URL('harfbuzz.wasm.br', import.meta.url)))`;
  return `import { readFileSync } from 'node:fs';
import { brotliDecompressSync } from 'node:zlib';
${source.replace(start, `createHarfBuzz({ wasmBinary: ${binary} })`)}`;
}

const smallPackages: Plugin = {
  name: 'small-packages',
  async load(id) {
    if (!isPackage(id)) return undefined;
    const { code } = await transform(withPackedWasm(id, await readFile(id, 'utf8')), {
      minify: true,
      legalComments: 'none',
    });
    return code;
  },
  // The bundler indents what it bundles, which is a third of a file. The project's own code keeps its lines, so that the
  // stack of an unexpected error is readable.
  async renderChunk(code, { modules }) {
    let small = code;
    for (const [id, { code: rendered }] of Object.entries(modules)) {
      if (!rendered || !isPackage(id)) continue;
      const { code: packed } = await transform(rendered, { minifyWhitespace: true, legalComments: 'none' });
      small = small.replace(rendered, () => packed);
    }
    return small;
  },
};
