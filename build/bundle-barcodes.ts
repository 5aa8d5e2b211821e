/**
 * Bundles the libraries that draw codes and read Markdown in templates into a file each, which the first use loads with
 * `require`: a bundle of modules would load them with every template.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { licences } from './licences.ts';
import { outputFolder } from './output-folder.ts';

const names = ['jsbarcode', 'qrcode-generator', 'markdown-it'];
const folder = join(outputFolder, 'barcodes');

for (const name of names) {
  await build({
    stdin: { contents: `module.exports = require('${name}');`, resolveDir: '.' },
    outfile: join(folder, `${name}.cjs`),
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node22',
    minify: true,
    legalComments: 'none',
    logLevel: 'warning',
  });
}
writeFileSync(
  join(folder, 'LICENSES.txt'),
  licences(names.map((name) => `node_modules/${name}/package.json`)),
);
