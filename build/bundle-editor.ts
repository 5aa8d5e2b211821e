/**
 * Bundles pdfme and its dependencies into one file. As published, they are 38 packages of 107 MB that take seconds to
 * load, and most of their code is for browsers.
 */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { build, type Plugin } from 'esbuild';
import { licences } from './licences.ts';
import { outputFolder } from './output-folder.ts';

const folder = `${outputFolder}/template/pdfme`;

/**
 * Packages that only pdfme's editor uses, and acorn, which parses its expressions. Expressions must never run, so that
 * the customer's data cannot be code. `brotli` unpacks WOFF2, which no document may embed. The locales are zod's messages
 * in fifty languages.
 */
const leftOut = [
  'acorn',
  'air-datepicker',
  'dompurify',
  'signature_pad',
  'brotli/decompress.js',
  '../locales/index.js',
];

const empty: Plugin = {
  name: 'left out',
  setup({ onResolve, onLoad }) {
    const names = leftOut.map((name) => name.replace(/[.]/g, '\\.')).join('|');
    onResolve({ filter: new RegExp(`^(?:${names})(?:/locale/.*)?$`) }, ({ path }) => ({
      path,
      namespace: 'empty',
    }));
    onLoad({ filter: /.*/, namespace: 'empty' }, () => ({ contents: 'module.exports = {};', loader: 'js' }));
  },
};

/** Removes the default font, which is embedded as text. A document always gets its fonts from `template/pdfme/draw`. */
const withoutDefaultFont: Plugin = {
  name: 'without the default font',
  setup({ onLoad }) {
    onLoad({ filter: /@pdfme[\\/]common[\\/]dist[\\/].*\.js$/ }, ({ path }) => ({
      contents: readFileSync(path, 'utf8').replace(/"data:font\/ttf;base64,[^"]+"/g, '""'),
      loader: 'js',
    }));
  },
};

const { metafile } = await build({
  entryPoints: ['src/template/pdfme/draw/pdfme-entry.ts'],
  outfile: `${folder}/pdfme.js`,
  bundle: true,
  platform: 'node',
  // As modules, icons and other parts that nothing uses are left out.
  mainFields: ['module', 'main'],
  format: 'esm',
  target: 'node22',
  minify: true,
  legalComments: 'none',
  metafile: true,
  plugins: [empty, withoutDefaultFont],
  // The bundle must not make network requests.
  define: { fetch: 'undefined' },
  banner: {
    js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
  },
  logLevel: 'warning',
});
// Remove the unbundled entry file, which nothing loads.
for (const ending of ['js', 'd.ts']) rmSync(`${folder}/pdfme-entry.${ending}`, { force: true });
writeFileSync(`${folder}/pdfme.LICENSES.txt`, licences(Object.keys(metafile.inputs)));
