/** Copies the WebAssembly of HarfBuzz to where its bundle looks for it: beside itself. */
import { copyFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { outputFolder } from './output-folder.ts';

copyFileSync(
  createRequire(import.meta.url).resolve('harfbuzzjs/dist/harfbuzz.wasm'),
  join(outputFolder, 'bundle', 'harfbuzz.wasm'),
);
