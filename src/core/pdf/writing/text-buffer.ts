/** Text as bytes, one character per byte, in a growing buffer. Callers that write single bytes access it directly. */

export class TextBuffer {
  bytes: Buffer = Buffer.allocUnsafeSlow(16 * 1024);
  length = 0;

  /** Makes room for `count` more bytes. */
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

  /** Returns a view of the content, which the next write after `clear` overwrites. */
  content(): Buffer {
    return this.bytes.subarray(0, this.length);
  }

  clear(): void {
    this.length = 0;
  }
}
