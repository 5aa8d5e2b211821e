/** The contents of pages and forms as text. Those with heads of tables are read twice, and decompressed once. */
import type { PdfStream } from '../object.ts';
import type { PdfReader } from '../reading/reader.ts';

/** In characters. Contents beyond are decompressed again. */
const maxKept = 32_000_000;

export class ContentTexts {
  readonly #file: PdfReader;
  readonly #kept = new Map<PdfStream, string>();
  #left = maxKept;

  constructor(file: PdfReader) {
    this.#file = file;
  }

  /** Reads what `take` is going to read again. Throws `malformed`, `too_large`. */
  peek(stream: PdfStream): string {
    const text = this.take(stream);
    if (text.length <= this.#left) {
      this.#left -= text.length;
      this.#kept.set(stream, text);
    }
    return text;
  }

  /** Throws `malformed`, `too_large`. */
  take(stream: PdfStream): string {
    const kept = this.#kept.get(stream);
    if (kept === undefined) return Buffer.from(this.#file.decode(stream)).toString('latin1');
    this.#kept.delete(stream);
    this.#left += kept.length;
    return kept;
  }
}
