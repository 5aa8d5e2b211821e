import type { BuilderName, ClockContext } from './clock-context.ts';

/** The globals that Paged.js and its polyfill define in the window. */
interface PagedWindow {
  PagedConfig?: { auto?: boolean; after?: (...args: never[]) => unknown };
  PagedPolyfill?: { chunker?: { rendered?: boolean; pagesArea?: unknown } };
}

/**
 * Detects libraries that lay out the document page by page after it has loaded.
 *
 * - Paged.js: `.pagedjs_pages` gets the number of pages when the last page is complete. The polyfill calls
 *   `PagedConfig.before` first and `PagedConfig.after` last, and awaits the results.
 * - Vivliostyle: an attribute of the viewport is `loading`, then `interactive`, and finally `complete`.
 *
 * @returns `isBuilding`, which returns the name of a library that is at work, and `watchBuilders`, which must be called
 *   before the library finishes.
 */
export function detectBuilders({ like, apply, then }: ClockContext) {
  const { querySelector } = Document.prototype;
  const { Promise } = window;
  const own = window as unknown as PagedWindow;
  let afterCalls = 0;
  let watchedAfter: unknown;
  const watchBuilders = (): void => {
    try {
      const config = own.PagedConfig;
      const after = config?.after;
      if (!config || typeof after !== 'function' || after === watchedAfter) return;
      config.after = like(after, (args, self) => {
        afterCalls++;
        const done = () => {
          afterCalls--;
        };
        const whenDone = new Promise((resolve) => resolve(apply(after, self, args)));
        apply(then, whenDone, [done, done]);
        return whenDone;
      });
      watchedAfter = config.after;
    } catch {
      // It is frozen, or something else has this name. It is then not waited for by name.
    }
  };
  const isBuilding = (): BuilderName | false => {
    try {
      watchBuilders();
      const paged = own.PagedPolyfill?.chunker;
      const isStarted = own.PagedConfig?.auto !== false || paged?.pagesArea;
      if (afterCalls > 0 || (paged?.rendered === false && isStarted)) return 'Paged.js';
      const pages: HTMLElement | null = apply(querySelector, document, ['.pagedjs_pages']);
      if (pages && !pages.style.getPropertyValue('--pagedjs-page-count')) return 'Paged.js';
      const viewport: Element | null = apply(querySelector, document, ['[data-vivliostyle-viewer-status]']);
      const status = viewport?.getAttribute('data-vivliostyle-viewer-status');
      return (status === 'loading' || status === 'interactive') && 'Vivliostyle';
    } catch {
      return false; // A page may have something else of these names.
    }
  };
  return { isBuilding, watchBuilders };
}
