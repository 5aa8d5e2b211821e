/** Text as bytes, one character per byte, in a growing buffer. Callers that write single bytes access it directly. */

const maxLengthInLoop = 24;

/** The most digits of an integer that JavaScript counts exactly. */
const maxDigits = 16;

export class TextBuffer {
  bytes: Buffer;
  length = 0;

  constructor(capacity = 16 * 1024) {
    this.bytes = Buffer.allocUnsafeSlow(capacity);
  }

  /** Makes room for `count` more bytes. */
  reserve(count: number): void {
    if (this.length + count <= this.bytes.length) return;
    const grown = Buffer.allocUnsafeSlow(Math.max(2 * this.bytes.length, this.length + count));
    this.bytes.copy(grown, 0, 0, this.length);
    this.bytes = grown;
  }

  text(text: string): void {
    this.reserve(text.length);
    // A call into the engine takes longer than a few characters do.
    if (text.length > maxLengthInLoop) this.length += this.bytes.write(text, this.length, 'latin1');
    else for (let i = 0; i < text.length; i++) this.bytes[this.length++] = text.charCodeAt(i);
  }

  byte(byte: number): void {
    this.reserve(1);
    this.bytes[this.length++] = byte;
  }

  /** Writes an integer from 0 on. */
  integer(value: number): void {
    this.reserve(maxDigits);
    let divisor = 1;
    while (divisor * 10 <= value) divisor *= 10;
    let rest = value;
    for (; divisor >= 1; divisor /= 10) {
      const digit = Math.floor(rest / divisor);
      this.bytes[this.length++] = 0x30 + digit;
      rest -= digit * divisor;
    }
  }

  /** Writes `12 0 R`. */
  reference(number: number): void {
    this.integer(number);
    this.reserve(4);
    const { bytes } = this;
    bytes[this.length++] = 0x20;
    bytes[this.length++] = 0x30;
    bytes[this.length++] = 0x20;
    bytes[this.length++] = 0x52;
  }

  /** Adds what another one holds. */
  add({ bytes, length }: TextBuffer): void {
    this.reserve(length);
    bytes.copy(this.bytes, this.length, 0, length);
    this.length += length;
  }

  /** Returns a view of the content, which the next write after `clear` overwrites. */
  content(): Buffer {
    return this.bytes.subarray(0, this.length);
  }

  clear(): void {
    this.length = 0;
  }
}
