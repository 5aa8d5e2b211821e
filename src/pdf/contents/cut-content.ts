/**
 * Cuts the content of a page after operators that end something, at positions that depend only on the surrounding
 * text. Content that two pages share is therefore cut the same way on both, wherever it occurs.
 *
 * A page's contents may be any number of streams and are read as one (ISO 32000-2, 7.8.2), so cutting them changes
 * nothing.
 */

/** Piece lengths in characters. Shorter pieces would cost more than they save. */
const minPieceBytes = 256;
const maxPieceBytes = 8192;

/**
 * The end of a line, after an operator. No operand matches these. Not right before the end of marked content: veraPDF
 * takes what follows such pieces for a part of it where a page has the same piece several times.
 */
const ends = /(?<=[ \n])(?:ET|EMC|Q|f\*?|S|n)\n(?!EMC\n)/g;

/** Selects one in four of the possible positions. */
const chosen = 0b11;
const characters = 24;

/** Returns the end of each piece; the last one is the end of the text. Undefined if the positions are uncertain. */
export function cutContent(content: string): number[] | undefined {
  // Strings and inline images may contain something that resembles an operator at a line end.
  if (content.includes('(') || (content.includes('BI') && /(?:^|\s)BI\s/.test(content))) return undefined;
  const cuts: number[] = [];
  let start = 0;
  // Only the end of each match is needed, so `test` avoids a match object for each of thousands.
  ends.lastIndex = 0;
  while (ends.test(content)) {
    const end = ends.lastIndex;
    if (end - start < minPieceBytes) continue;
    if ((fingerprint(content, end) & chosen) !== 0 && end - start < maxPieceBytes) continue;
    if (isInBrackets(content.slice(start, end))) continue;
    cuts.push(end);
    start = end;
  }
  if (start < content.length) cuts.push(content.length);
  return cuts;
}

/** Glyph numbers may continue on the next line: in `<00 … f` the `f` is not an operator. */
const isInBrackets = (piece: string): boolean => piece.lastIndexOf('<') > piece.lastIndexOf('>');

/** Hash of the characters before the position (FNV-1a). */
function fingerprint(content: string, end: number): number {
  let hash = 0x811c9dc5;
  for (let i = Math.max(0, end - characters); i < end; i++) {
    hash = Math.imul(hash ^ content.charCodeAt(i), 0x01000193);
  }
  return hash >>> 16;
}
