/** Whether a document may have a long table: a search that costs nothing for a short one. */

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
