/**
 * Libraries that lay out the document page by page after it has loaded, and how they show that they are at work. A part
 * of `pageClock`: it has `isBuilding`, which returns the name of such a library, and `watchBuilders`, which has to be
 * called before the library is done.
 *
 * - Paged.js: `.pagedjs_pages` gets the number of its pages when the last one is there. The polyfill calls
 *   `PagedConfig.before` first and `PagedConfig.after` last, and waits for what they return.
 * - Vivliostyle: an attribute of the viewport is `loading`, then `interactive`, and `complete` in the end.
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
