/** The scripts that the build generated: a shell reads one at every start, and loading all commands takes too long. */
import { readFileSync } from 'node:fs';
import { brotliDecompressSync } from 'node:zlib';
import type { Shell } from './shells.ts';

export const completionScript = (shell: Shell): string =>
  brotliDecompressSync(readFileSync(new URL(`pdfapi.${shell}.br`, import.meta.url))).toString();
