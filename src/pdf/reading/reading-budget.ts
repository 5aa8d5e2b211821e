/**
 * Limits the cost of reading one file. A hostile file of a few kilobytes can refer to the same bytes a million times
 * or decompress to gigabytes. Every limit grows with the length of the file, so that real files stay below it.
 */
import { PdfError } from '../pdf-error.ts';

const mebibyte = 2 ** 20;

export class ReadingBudget {
  #scannable: number;
  #decodable: number;
  #containers: number;

  constructor(fileLength: number) {
    // Every object is parsed once, and some bytes two or three times (searches for `endstream`, overlapping
    // sections).
    this.#scannable = 8 * mebibyte + 4 * fileLength;
    // Compressed structure (not images) decompresses to 5 to 20 times its size.
    this.#decodable = Math.min(8 * mebibyte + 32 * fileLength, 1024 * mebibyte);
    // Tagged files in object streams have about 0.2 arrays and dictionaries per byte. An empty one takes 200 bytes.
    this.#containers = mebibyte / 4 + fileLength / 2;
  }

  /** The bytes to which all streams together may still decompress. */
  get decodable(): number {
    return this.#decodable;
  }

  /** Charges bytes that were read. Throws `too_large`. */
  scanned(bytes: number): void {
    this.#scannable -= bytes;
    if (this.#scannable < 0) throw this.#exceeded('the same bytes are read again and again');
  }

  /** Charges the decoded length of a stream. Throws `too_large`. */
  decoded(bytes: number): void {
    this.#decodable -= bytes;
    if (this.#decodable < 0) throw this.#exceeded('its streams are too large when decompressed');
    // Decoded bytes will be read as well.
    this.#scannable += 2 * bytes;
  }

  /** Charges an array or a dictionary. Throws `too_large`. */
  container(): void {
    if (--this.#containers < 0) throw this.#exceeded('it has too many arrays and dictionaries');
  }

  #exceeded(what: string): PdfError {
    return new PdfError('too_large', `The PDF takes too much memory or time to read: ${what}.`);
  }
}
