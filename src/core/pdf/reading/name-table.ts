/**
 * Names as texts, each made once: a file has a few hundred names, a hundred thousand times, and to make a text of
 * bytes costs more than to see that it is the one from before.
 */

/** A power of two. A name that takes the place of another costs time, nothing else. */
const places = 1024;

/** Longer ones are rare. */
const longest = 32;

export class NameTable {
  readonly #known = new Array<string | undefined>(places);

  /** The text of these bytes, one character a byte. */
  text(bytes: Buffer, start: number, end: number): string {
    const length = end - start;
    if (length > longest) return bytes.toString('latin1', start, end);
    let hash = length;
    for (let i = start; i < end; i++) hash = (hash * 31 + (bytes[i] ?? 0)) | 0;
    const place = hash & (places - 1);
    const known = this.#known[place];
    if (known !== undefined && isText(known, bytes, start, length)) return known;
    const text = bytes.toString('latin1', start, end);
    this.#known[place] = text;
    return text;
  }
}

function isText(text: string, bytes: Buffer, start: number, length: number): boolean {
  if (text.length !== length) return false;
  for (let i = 0; i < length; i++) if (text.charCodeAt(i) !== bytes[start + i]) return false;
  return true;
}
