/** The pages that a selection names, for a document of which the number of pages is known. */
import {
  type PageRange,
  pageSelectionExamples,
  parsePageSelection,
} from '../../../contract/api/page-selection.ts';
import { PdfError } from '../pdf-error.ts';

/**
 * Returns the indexes of the selected pages, from 0 on and in the order of the selection; undefined if it is the whole
 * document. Throws `no_such_page` for a page that the document does not have, or that is selected twice: its tags and form
 * fields can be in a document only once.
 *
 * @example
 * resolvePages('2-', 3) // [1, 2]
 */
export function resolvePages(selection: string, count: number): readonly number[] | undefined {
  const ranges = parsePageSelection(selection);
  if (!ranges) {
    throw new PdfError('no_such_page', `"${selection}" is no selection of pages, ${pageSelectionExamples}.`);
  }
  const pages = new Set<number>();
  for (const range of ranges) {
    for (const page of pagesOf(range, count)) {
      if (pages.has(page - 1)) {
        const message = `Page ${page} is selected twice, but a document has each page once.`;
        throw new PdfError('no_such_page', message);
      }
      pages.add(page - 1);
    }
  }
  const selected = [...pages];
  return selected.length === count && selected.every((page, index) => page === index) ? undefined : selected;
}

function* pagesOf({ first, last, text }: PageRange, count: number): Generator<number> {
  const from = first ?? count;
  const to = last ?? count;
  // `14-` is not a range that goes backwards.
  if (Math.max(from, to) > count) {
    const has = `The document has ${count} ${count === 1 ? 'page' : 'pages'}`;
    const selectsNone = Math.min(from, to) > count || last === undefined;
    const message = selectsNone
      ? `${has}; ${text} selects none.`
      : `${has}; ${text} goes beyond the last one.`;
    throw new PdfError('no_such_page', message);
  }
  const step = from <= to ? 1 : -1;
  for (let page = from; page !== to + step; page += step) yield page;
}
