/** Whether a document may have a long table, list or text: a search that costs nothing for a short one. */

/** Chromium prints a table with fewer rows in a second. */
export const defaultMinRows = 3_000;

/** A row with one cell that is empty. */
const minRowCharacters = 9;

/** A search that costs nothing for a short document, and one pass over the text of another one. */
export function mayHaveLongTable(html: string, minRows: number = defaultMinRows): boolean {
  if (html.length < minRows * minRowCharacters) return false;
  let rows = 0;
  for (let at = html.indexOf('<tr'); at >= 0; at = html.indexOf('<tr', at + 3)) {
    const next = html.charCodeAt(at + 3);
    // Neither `<track` nor the like.
    if ((next === 0x3e || next <= 0x20) && ++rows >= minRows) return true;
  }
  return false;
}

/** Chromium prints a list with fewer items in less time than parts of it: see bench/long. */
export const defaultMinItems = 20_000;

/** Of a list or a text with fewer items, at the least: a paragraph has some 300. See `readItems`. */
export const textCharacters = (minItems: number): number => minItems * 300;

/** The same for a list or a text. */
function mayHaveLongText(html: string, minItems: number = defaultMinItems): boolean {
  if (html.length >= textCharacters(minItems)) return true;
  // A paragraph with a word.
  if (html.length < minItems * 8) return false;
  let items = 0;
  for (const [start] of html.matchAll(/<(?:li|p|d[dt]|div|section|article|h[1-6]|blockquote|pre)[\s>]/gi)) {
    if (start && ++items >= minItems) return true;
  }
  return false;
}

/** Whether a document may have a long table, list or text. */
export const mayBeDivided = (
  html: string,
  {
    minRows,
    minItems,
  }: { readonly minRows?: number | undefined; readonly minItems?: number | undefined } = {},
): boolean => mayHaveLongTable(html, minRows) || mayHaveLongText(html, minItems);
