/**
 * Interned names. A file has a few hundred distinct names and a hundred thousand occurrences; comparing bytes with
 * the previous name costs less than creating a string.
 */

/** A power of two. A name that evicts another costs only time. */
const places = 1024;

/** Longer names are rare. */
const maxNameLength = 32;

export class NameTable {
  readonly #known = new Array<string | undefined>(places);

  /** Returns these bytes as text, one character per byte. */
  text(bytes: Buffer, start: number, end: number): string {
    const length = end - start;
    if (length > maxNameLength) return bytes.toString('latin1', start, end);
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
