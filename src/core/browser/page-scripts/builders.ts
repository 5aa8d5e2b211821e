/**
 * Detects libraries that lay out the document page by page after it has loaded. This is a part of `pageClock`. It
 * defines `isBuilding`, which returns the name of a library that is at work, and `watchBuilders`, which must be called
 * before the library finishes.
 *
 * - Paged.js: `.pagedjs_pages` gets the number of pages when the last page is complete. The polyfill calls
 *   `PagedConfig.before` first and `PagedConfig.after` last, and awaits the results.
 * - Vivliostyle: an attribute of the viewport is `loading`, then `interactive`, and finally `complete`.
 */
export const builders = `
  const { querySelector } = Document.prototype;
  let afterCalls = 0;
  let watchedAfter;
  const watchBuilders = () => {
    try {
      const config = window.PagedConfig;
      const after = config?.after;
      if (typeof after !== 'function' || after === watchedAfter) return;
      config.after = watchedAfter = like(after, (args, self) => {
        afterCalls++;
        const done = () => { afterCalls--; };
        const whenDone = new Promise((resolve) => resolve(apply(after, self, args)));
        apply(then, whenDone, [done, done]);
        return whenDone;
      });
    } catch { /* frozen, or something else of that name: it is then not waited for by name */ }
  };
  const isBuilding = () => {
    try {
      watchBuilders();
      const paged = window.PagedPolyfill?.chunker;
      const isStarted = window.PagedConfig?.auto !== false || paged?.pagesArea;
      if (afterCalls > 0 || (paged?.rendered === false && isStarted)) return 'Paged.js';
      const pages = apply(querySelector, document, ['.pagedjs_pages']);
      if (pages && !pages.style.getPropertyValue('--pagedjs-page-count')) return 'Paged.js';
      const status = apply(querySelector, document, ['[data-vivliostyle-viewer-status]'])?.getAttribute('data-vivliostyle-viewer-status');
      return (status === 'loading' || status === 'interactive') && 'Vivliostyle';
    } catch {
      return false; // A page may have something else of these names.
    }
  };
`;
