/** Files that the build makes and that are not modules: bundles for threads and browsers, libraries for pages. */

/** `dist` for what runs from the sources; the own build, whatever `dist` is by now, for what was built. */
const folder = new URL(import.meta.url.endsWith('.ts') ? '../../dist/' : '../', import.meta.url);

/** By its path in `dist`, such as `studio/designer.js`. */
export const builtFile = (path: string): URL => new URL(path, folder);
