/** Names that must be unique across the documents of one file. A duplicate gets the suffix `~2`. */
import { PdfString } from '../object.ts';
import { decodeTextString, encodeText } from '../text-string.ts';

export class UniqueNames {
  readonly #used = new Set<string>();
  readonly #next = new Map<string, number>();

  /** Returns the name itself if it is free. Names with the same text are equal, however they are encoded. */
  claim(bytes: string): string {
    const text = decodeTextString(new PdfString(bytes));
    if (!this.#used.has(text)) {
      this.#used.add(text);
      return bytes;
    }
    let number = this.#next.get(text) ?? 2;
    while (this.#used.has(`${text}~${number}`)) number++;
    this.#next.set(text, number + 1);
    this.#used.add(`${text}~${number}`);
    return encodeText(`${text}~${number}`).bytes;
  }
}
