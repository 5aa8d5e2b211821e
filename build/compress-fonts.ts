/** Compresses the bundled fonts: Open Sans and Vazirmatn, which take half of the room then. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { outputFolder } from './output-folder.ts';

const source = join('src', 'template', 'pdfme', 'fonts');
const target = join(outputFolder, 'fonts');

mkdirSync(target);
for (const file of readdirSync(source).filter((name) => name.endsWith('.ttf')))
  writeFileSync(join(target, `${file}.br`), brotliCompressSync(readFileSync(join(source, file))));
