/** Rules that apply only in the window of the browser. No media feature but the size tells it from a page. */

/** The id of an element that is displayed in the window only. */
export const windowMark = 'pdfapi-window';

/**
 * Not in a layer: a sheet with one has all styles computed again with each change between window and print.
 */
export const windowRules = `[data-pdfapi-skipped]{content-visibility:hidden!important}#${windowMark}{all:unset!important;position:absolute!important;display:block!important}`;
