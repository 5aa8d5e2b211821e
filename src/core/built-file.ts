/** Locates files that are not modules: bundles for threads and browsers, libraries for pages, fonts. */

/** `dist` if running from the sources; otherwise the folder of this build, even if `dist` has changed since. */
const folder = new URL(import.meta.url.endsWith('.ts') ? '../../dist/' : '../', import.meta.url);

/** `path` is relative to `dist`, such as `studio/designer.js`. */
export const builtFile = (path: string): URL => new URL(path, folder);

/** Open Sans. Fonts are not compiled: they stay beside the sources, also when the program runs from `dist`. */
export const ownFontsFolder = new URL('../../src/core/pdfme/fonts/', import.meta.url);
