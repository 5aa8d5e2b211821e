/** Names that must not be the same in two documents of one file: the second one gets `~2`. */
import { PdfString } from '../object.ts';
import { decodeText, encodeText } from '../text-string.ts';

export class UniqueNames {
  readonly #used = new Set<string>();
  readonly #next = new Map<string, number>();

  /** The name itself where it is free. Names of the same text are the same, however they are encoded. */
  claim(bytes: string): string {
    const text = decodeText(new PdfString(bytes));
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
