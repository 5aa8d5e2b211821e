/** An object stream (ISO 32000-2, 7.5.7): many objects compressed together, after a list of their positions. */
import type { PdfStream, PdfValue } from '../object.ts';
import { PdfError } from '../pdf-error.ts';
import { ObjectParser } from './object-parser.ts';
import type { PdfReader, TextReader } from './reader.ts';
import type { ReadingBudget } from './reading-budget.ts';

export class ObjectStream {
  readonly #data: Buffer;
  readonly #positions = new Map<number, number>();
  readonly #file: PdfReader;
  readonly #budget: ReadingBudget;
  #readable: number;

  /** Throws `malformed`, `unsupported`, `too_large`. */
  constructor(stream: PdfStream, file: PdfReader, budget: ReadingBudget) {
    const decoded = file.decode(stream);
    this.#data = Buffer.from(decoded.buffer, decoded.byteOffset, decoded.byteLength);
    this.#file = file;
    this.#budget = budget;
    // Objects are adjacent and read once each. A hostile list can use one large object for all of them.
    this.#readable = 2 * this.#data.length;
    const count = file.number(stream.dict, 'N');
    const first = file.number(stream.dict, 'First');
    if (count === undefined || first === undefined) {
      throw new PdfError('malformed', 'An object stream does not list its objects.');
    }
    const parser = new ObjectParser(this.#data, 0, file);
    for (let i = 0; i < count; i++) {
      const number = parser.integer();
      const offset = parser.integer();
      if (number < 0 || offset < 0) throw new PdfError('malformed', 'An object stream has a damaged list.');
      this.#positions.set(number, first + offset);
    }
  }

  /** The numbers of the objects in the stream. */
  get numbers(): Iterable<number> {
    return this.#positions.keys();
  }

  /** Null if the stream does not contain the object. Throws `malformed`, `too_large`. */
  object(number: number): PdfValue {
    const position = this.#positions.get(number);
    if (position === undefined) return null;
    const parser = new ObjectParser(this.#data, position, this.#file);
    const value = parser.value();
    this.#wasRead(parser.position - position);
    return value;
  }

  /** Works like `PdfReader.readText`. */
  readText(number: number, reader: TextReader): boolean {
    const position = this.#positions.get(number);
    const end = position === undefined ? -1 : reader.read(this.#data, position);
    if (position === undefined || end < 0) return false;
    this.#wasRead(end - position);
    return true;
  }

  #wasRead(length: number): void {
    this.#budget.scanned(length);
    this.#readable -= length;
    if (this.#readable < 0) throw new PdfError('too_large', 'Objects of the PDF share the same bytes.');
  }
}
