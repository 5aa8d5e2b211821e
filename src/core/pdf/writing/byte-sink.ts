/** Collects the parts of a file and knows how far it has come. What it is given is copied and may be let go of. */

/** Small parts are gathered in blocks of this size: a part of its own costs a hundred bytes of administration. */
const blockLength = 64 * 1024;

export class ByteSink {
  #position: number;
  readonly #parts: Uint8Array[] = [];
  #block = Buffer.alloc(0);
  #used = 0;

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

  data(data: Uint8Array): void {
    this.#position += data.length;
    if (data.length > this.#block.length - this.#used) this.#nextBlock(data.length);
    this.#block.set(data, this.#used);
    this.#used += data.length;
  }

  /** Everything so far, in order, without joining it. */
  parts(): readonly Uint8Array[] {
    return [...this.#parts, this.#block.subarray(0, this.#used)];
  }

  bytes(): Buffer {
    return Buffer.concat(this.parts());
  }

  #nextBlock(needed: number): void {
    if (this.#used > 0) this.#parts.push(this.#block.subarray(0, this.#used));
    // The first block is as small as the first part: most updates are a few kilobytes.
    const length = this.#parts.length === 0 ? 4096 : blockLength;
    this.#block = Buffer.allocUnsafeSlow(Math.max(length, needed));
    this.#used = 0;
  }
}
