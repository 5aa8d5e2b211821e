/**
 * What reading one file may cost. A hostile file of a few kilobytes can name the same bytes a million times
 * or unpack to gigabytes; every limit here grows with the file's own length, so that no real file meets it.
 */
import { PdfError } from '../pdf-error.ts';

const mebibyte = 2 ** 20;

export class ReadingBudget {
  #scannable: number;
  #decodable: number;
  #containers: number;

  constructor(fileLength: number) {
    // Every object is parsed once, some bytes two or three times (a search for `endstream`, a second section).
    this.#scannable = 8 * mebibyte + 4 * fileLength;
    // Structure (not pictures) packed by us and by others unpacks to 5 to 20 times its size.
    this.#decodable = Math.min(8 * mebibyte + 32 * fileLength, 1024 * mebibyte);
    // Tagged files in object streams hold about 0.2 arrays and dictionaries a byte; an empty one takes 200 bytes.
    this.#containers = mebibyte / 4 + fileLength / 2;
  }

  /** The bytes that all streams together may still unpack to. */
  get decodable(): number {
    return this.#decodable;
  }

  /** Bytes were looked at. Throws `too_large`. */
  scanned(bytes: number): void {
    this.#scannable -= bytes;
    if (this.#scannable < 0) throw this.#exceeded('the same bytes are read again and again');
  }

  /** A stream was unpacked to this length. Throws `too_large`. */
  decoded(bytes: number): void {
    this.#decodable -= bytes;
    if (this.#decodable < 0) throw this.#exceeded('its streams unpack to too much');
    // What is unpacked will be read.
    this.#scannable += 2 * bytes;
  }

  /** An array or a dictionary was met. Throws `too_large`. */
  container(): void {
    if (--this.#containers < 0) throw this.#exceeded('it has too many arrays and dictionaries');
  }

  #exceeded(what: string): PdfError {
    return new PdfError('too_large', `The PDF takes too much memory or time to read: ${what}.`);
  }
}
