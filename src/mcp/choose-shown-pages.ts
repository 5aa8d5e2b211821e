/** Which pages of a PDF an assistant looks at. */
import { resolvePages } from '#contract/api/page-selection';
import { maxPictures } from './tool-result.ts';

export interface ShownPages {
  /** From 1. */
  readonly pages: readonly number[];
  /** Says that the selection has more pages than are drawn. */
  readonly note?: string;
}

/** Throws `invalid_option` for a page that the document does not have. `selection` is `show_pages`. */
export function chooseShownPages(selection: string | undefined, count: number): ShownPages {
  if (selection === '') return { pages: [] };
  const chosen = resolvePages(selection ?? '1', count, { field: 'show_pages' });
  const pages = (chosen ?? Array.from({ length: count }, (_, index) => index)).map((index) => index + 1);
  if (pages.length <= maxPictures) return { pages };
  const shown = pages.slice(0, maxPictures);
  return {
    pages: shown,
    note: `${pages.length} pages were chosen, and a result shows at most ${maxPictures}: here are ${shown.join(', ')}.`,
  };
}
