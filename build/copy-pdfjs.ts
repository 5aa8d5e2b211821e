/** Copies pdf.js, which `pdfapi dev` draws PDFs with, so that users need not install 70 MB for two files. */
import { copyFileSync, mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { outputFolder } from './output-folder.ts';

const source = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'));
const target = join(outputFolder, 'pdfjs');

mkdirSync(target, { recursive: true });
// The legacy build also runs in browsers that are a few years old.
for (const name of ['legacy/build/pdf.min.mjs', 'legacy/build/pdf.worker.min.mjs', 'LICENSE']) {
  copyFileSync(join(source, name), join(target, name.replace('legacy/build/', '')));
}
