/** Packs the WebAssembly of HarfBuzz to where its bundle looks for it: beside itself. */
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { outputFolder } from './output-folder.ts';

const wasm = createRequire(import.meta.url).resolve('harfbuzzjs/dist/harfbuzz.wasm');
writeFileSync(join(outputFolder, 'bundle', 'harfbuzz.wasm.br'), brotliCompressSync(readFileSync(wasm)));
