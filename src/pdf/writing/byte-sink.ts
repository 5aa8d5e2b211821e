/** Collects the parts of a file and tracks the position. Input is copied, so that it can be garbage-collected. */

/** Small parts are collected in blocks of this size, because a separate part costs a hundred bytes of overhead. */
const blockLength = 64 * 1024;

export class ByteSink {
  #position: number;
  readonly #parts: Uint8Array[] = [];
  #block = Buffer.alloc(0);
  #used = 0;
  /** Bytes that `parts` returns. */
  #written = 0;
  /** Offsets in the joined parts where the caller adds data. */
  readonly gaps: number[] = [];

  /** `position` is the offset of the first part in the file. */
  constructor(position = 0) {
    this.#position = position;
  }

  get position(): number {
    return this.#position;
  }

  /** One character per byte. */
  text(text: string): void {
    this.data(Buffer.from(text, 'latin1'));
  }

  data(data: Uint8Array): void {
    this.#position += data.length;
    this.#written += data.length;
    if (data.length > this.#block.length - this.#used) this.#nextBlock(data.length);
    this.#block.set(data, this.#used);
    this.#used += data.length;
  }

  /** Leaves room for data that the caller adds to the joined parts. */
  gap(length: number): void {
    this.gaps.push(this.#written);
    this.#position += length;
  }

  /** Returns all parts in sequence, without joining them. */
  parts(): readonly Uint8Array[] {
    return [...this.#parts, this.#block.subarray(0, this.#used)];
  }

  bytes(): Buffer {
    return Buffer.concat(this.parts());
  }

  #nextBlock(needed: number): void {
    if (this.#used > 0) this.#parts.push(this.#block.subarray(0, this.#used));
    // The first block is small, because most updates are a few kilobytes.
    const length = this.#parts.length === 0 ? 4096 : blockLength;
    this.#block = Buffer.allocUnsafeSlow(Math.max(length, needed));
    this.#used = 0;
  }
}
