/** Locates files of the build that are not modules: bundles for threads and browsers, libraries for pages. */

/** `dist` if running from the sources; otherwise the folder of this build, even if `dist` has changed since. */
const folder = new URL(import.meta.url.endsWith('.ts') ? '../../dist/' : '../', import.meta.url);

/** `path` is relative to `dist`, such as `studio/designer.js`. */
export const builtFile = (path: string): URL => new URL(path, folder);
