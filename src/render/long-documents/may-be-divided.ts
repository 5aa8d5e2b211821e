/** Whether a document may have a long table, list or text: a search that costs nothing for a short one. */

import { hasManyMatches } from '#browser/html/has-many-elements';

/** Chromium prints a table with fewer rows in a second. */
export const defaultMinRows = 3_000;

/** A row with one cell that is empty. */
const minRowCharacters = 9;

/** A search that costs nothing for a short document, and one pass over the text of another one. */
export function mayHaveLongTable(html: string, minRows: number = defaultMinRows): boolean {
  if (html.length < minRows * minRowCharacters) return false;
  // Neither `<track` nor the like.
  return hasManyMatches(html, /<tr[\s>]/g, minRows);
}

/** Chromium prints a list with fewer items in less time than parts of it: see bench/long. */
export const defaultMinItems = 20_000;

/** Characters from which on a text is long even with fewer items: a paragraph has some 300. See `readItems`. */
export const textCharacters = (minItems: number): number => minItems * 300;

/** The same for a list or a text. */
function mayHaveLongText(html: string, minItems: number = defaultMinItems): boolean {
  if (html.length >= textCharacters(minItems)) return true;
  // A paragraph with a word.
  if (html.length < minItems * 8) return false;
  const items = /<(?:li|p|d[dt]|div|section|article|h[1-6]|blockquote|pre)[\s>]/gi;
  return hasManyMatches(html, items, minItems);
}

/** Whether a document may have a long table, list or text. */
export const mayBeDivided = (
  html: string,
  {
    minRows,
    minItems,
  }: { readonly minRows?: number | undefined; readonly minItems?: number | undefined } = {},
): boolean => mayHaveLongTable(html, minRows) || mayHaveLongText(html, minItems);
