/** Locates files that are not modules: bundles for threads and browsers, libraries for pages, fonts, lists. */
import { readFileSync } from 'node:fs';

/** `dist` if running from the sources; otherwise the folder of this build, even if `dist` has changed since. */
const folder = new URL(import.meta.url.endsWith('.ts') ? '../../dist/' : '../', import.meta.url);

/** `path` is relative to `dist`, such as `studio/designer.js`. */
export const builtFile = (path: string): URL => new URL(path, folder);

/** A file that is not compiled: it stays beside the sources, also when the program runs from `dist`. */
export const sourceFile = (path: string): URL => new URL(`../../src/${path}`, import.meta.url);

/** Open Sans and Vazirmatn. */
export const ownFontsFolder = sourceFile('template/pdfme/fonts/');

/** The TrueType file of a bundled font, such as `OpenSans-Regular`. */
export const readOwnFont = (name: string): Buffer => readFileSync(new URL(`${name}.ttf`, ownFontsFolder));
