/**
 * Where the content of a page can be cut: after operators that end something, at places that depend on nothing but
 * the text around them. What two pages have in common is so cut in the same way on both, wherever it stands.
 *
 * A page's contents may be any number of streams, and are read as if they were one (ISO 32000-2, 7.8.2): to cut them
 * changes nothing.
 */

/** Characters. Shorter ones would cost more than they save. */
const shortest = 256;
const longest = 8192;

/** The end of a line, behind an operator at its end. No operand looks like these. */
const ends = /(?<=[ \n])(?:ET|EMC|Q|f\*?|S|n)\n/g;

/** One place in four of those that are possible. */
const chosen = 0b11;
const characters = 24;

/** Where the pieces end, the last of them at the end of the text. Undefined where it cannot be told for sure. */
export function cutContent(content: string): number[] | undefined {
  // Texts and pictures may hold what looks like such a line.
  if (content.includes('(') || (content.includes('BI') && /(?:^|\s)BI\s/.test(content))) return undefined;
  const cuts: number[] = [];
  let start = 0;
  // Not what was matched is wanted, only where it ends: nothing is made for each of thousands.
  ends.lastIndex = 0;
  while (ends.test(content)) {
    const end = ends.lastIndex;
    if (end - start < shortest) continue;
    if ((fingerprint(content, end) & chosen) !== 0 && end - start < longest) continue;
    if (isInBrackets(content.slice(start, end))) continue;
    cuts.push(end);
    start = end;
  }
  if (start < content.length) cuts.push(content.length);
  return cuts;
}

/** Numbers of glyphs may go on in the next line: `<00 … f` is no operator then. */
const isInBrackets = (piece: string): boolean => piece.lastIndexOf('<') > piece.lastIndexOf('>');

/** Of the characters before the place (FNV-1a). */
function fingerprint(content: string, end: number): number {
  let hash = 0x811c9dc5;
  for (let i = Math.max(0, end - characters); i < end; i++) {
    hash = Math.imul(hash ^ content.charCodeAt(i), 0x01000193);
  }
  return hash >>> 16;
}
