/**
 * pdfme and all that it needs as one file, made when the project is built: as its authors ship it, it is 38 packages
 * of 107 MB that take seconds to load, and most of that is for a browser.
 */
import { rmSync, writeFileSync } from 'node:fs';
import { build, type Plugin } from 'esbuild';
import { licences } from './licences.ts';
import { outputFolder } from './output-folder.ts';

const folder = `${outputFolder}/core/pdfme`;

/**
 * What only its editor uses, and the parser of its expressions: those are never to be run, so that the customer's
 * data cannot be code. `brotli` unpacks WOFF2, which no document may embed.
 */
const leftOut = ['acorn', 'air-datepicker', 'dompurify', 'signature_pad', 'brotli/decompress.js'];

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

const { metafile } = await build({
  entryPoints: ['src/core/pdfme/draw/pdfme-entry.ts'],
  outfile: `${folder}/pdfme.js`,
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node22',
  minify: true,
  legalComments: 'none',
  metafile: true,
  plugins: [empty],
  // Nothing in it may fetch anything.
  define: { fetch: 'undefined' },
  banner: {
    js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
  },
  logLevel: 'warning',
});
// The unbundled form of the same, which nothing loads.
for (const ending of ['js', 'd.ts']) rmSync(`${folder}/pdfme-entry.${ending}`, { force: true });
writeFileSync(`${folder}/pdfme.LICENSES.txt`, licences(Object.keys(metafile.inputs)));
