/** Locates files that are not modules: bundles for threads and browsers, libraries for pages, fonts, lists. */
import { readFileSync } from 'node:fs';
import { brotliDecompressSync } from 'node:zlib';

/** `dist` if running from the sources; otherwise the folder of this build, even if `dist` has changed since. */
const folder = new URL(import.meta.url.endsWith('.ts') ? '../../dist/' : '../', import.meta.url);

/** `path` is relative to `dist`, such as `studio/designer.js`. */
export const builtFile = (path: string): URL => new URL(path, folder);

/** A file that is not compiled: it stays beside the sources, also when the program runs from `dist`. */
export const sourceFile = (path: string): URL => new URL(`../../src/${path}`, import.meta.url);

const ownFonts = new Map<string, Buffer>();

/** The TrueType file of a bundled font: Open Sans or Vazirmatn, such as `OpenSans-Regular`. */
export function readOwnFont(name: string): Buffer {
  const known = ownFonts.get(name);
  if (known) return known;
  const font = brotliDecompressSync(readFileSync(builtFile(`fonts/${name}.ttf.br`)));
  ownFonts.set(name, font);
  return font;
}
