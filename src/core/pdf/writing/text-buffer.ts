/** Text as bytes, one character a byte, in a buffer that grows. Whoever writes byte by byte writes into it directly. */

export class TextBuffer {
  bytes: Buffer = Buffer.allocUnsafeSlow(16 * 1024);
  length = 0;

  /** Makes room for as many more bytes. */
  reserve(count: number): void {
    if (this.length + count <= this.bytes.length) return;
    const grown = Buffer.allocUnsafeSlow(Math.max(2 * this.bytes.length, this.length + count));
    this.bytes.copy(grown, 0, 0, this.length);
    this.bytes = grown;
  }

  text(text: string): void {
    this.reserve(text.length);
    this.length += this.bytes.write(text, this.length, 'latin1');
  }

  /** What is in it: a view, which the next write after `clear` overwrites. */
  content(): Buffer {
    return this.bytes.subarray(0, this.length);
  }

  clear(): void {
    this.length = 0;
  }
}
