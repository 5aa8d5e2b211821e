/** Where the data of a stream begins (ISO 32000-2, 7.3.8.1). */

const [tab, lineFeed, carriageReturn, space] = [0x09, 0x0a, 0x0d, 0x20];

/**
 * `position`: after the keyword `stream`. A line end must follow it. Some producers write spaces before the line end, which
 * all readers skip.
 */
export function streamStart(bytes: Buffer, position: number): number {
  let at = position;
  while (bytes[at] === space || bytes[at] === tab) at++;
  if (bytes[at] !== carriageReturn && bytes[at] !== lineFeed) return position;
  if (bytes[at] === carriageReturn) at++;
  return bytes[at] === lineFeed ? at + 1 : at;
}
