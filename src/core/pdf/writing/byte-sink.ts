/** Collects the parts of a file and knows how far it has come. */

export class ByteSink {
  #position: number;
  readonly #parts: Uint8Array[] = [];

  /** `position` is where the first part will stand in the file. */
  constructor(position = 0) {
    this.#position = position;
  }

  get position(): number {
    return this.#position;
  }

  /** One character a byte. */
  text(text: string): void {
    this.data(Buffer.from(text, 'latin1'));
  }

  /** Kept as it is until `bytes`, not copied. */
  data(data: Uint8Array): void {
    this.#parts.push(data);
    this.#position += data.length;
  }

  bytes(): Buffer {
    return Buffer.concat(this.#parts);
  }
}
