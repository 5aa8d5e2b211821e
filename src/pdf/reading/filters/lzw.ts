/** LZWDecode (ISO 32000-2, 7.4.4): codes of 9 to 12 bits for earlier sequences. */

const clear = 256;
const endOfData = 257;
const firstSequence = 258;
const maxCodes = 4096;

/**
 * `early`: codes grow one code earlier than necessary. `grow` receives the decoded sizes and throws if they exceed
 * the budget.
 */
export function decodeLzw(data: Uint8Array, early: boolean, grow: (bytes: number) => void): Buffer {
  let out = Buffer.allocUnsafeSlow(Math.max(4 * data.length, 1024));
  let length = 0;
  /** The start and length of each sequence in the output. */
  const starts = new Int32Array(maxCodes);
  const lengths = new Int32Array(maxCodes);
  let next = firstSequence;
  let width = 9;
  let previousStart = -1;
  let previousLength = 0;
  let bits = 0;
  let held = 0;
  for (const byte of data) {
    bits = (bits << 8) | byte;
    held += 8;
    if (held < width) continue;
    held -= width;
    const code = (bits >> held) & ((1 << width) - 1);
    bits &= (1 << held) - 1;
    if (code === endOfData) break;
    if (code === clear) {
      next = firstSequence;
      width = 9;
      previousStart = -1;
      continue;
    }
    const start = length;
    // The sequence that this very code defines: the previous one followed by its first byte.
    const known = code < clear || code < next;
    const count = code < clear ? 1 : known ? (lengths[code] ?? 0) : previousLength + 1;
    if (!known && (code !== next || previousStart < 0)) break;
    grow(count);
    if (length + count > out.length) out = Buffer.concat([out, Buffer.allocUnsafeSlow(out.length + count)]);
    if (code < clear) out[length] = code;
    else {
      const from = known ? (starts[code] ?? 0) : previousStart;
      // Byte by byte, because the two may overlap.
      for (let i = 0; i < count; i++) out[length + i] = out[from + i] ?? 0;
    }
    length += count;
    if (previousStart >= 0 && next < maxCodes) {
      // The previous sequence and the first byte of this one are already adjacent in the output.
      starts[next] = previousStart;
      lengths[next] = previousLength + 1;
      next++;
      const limit = next + (early ? 1 : 0);
      width = limit >= 2048 ? 12 : limit >= 1024 ? 11 : limit >= 512 ? 10 : 9;
    }
    previousStart = start;
    previousLength = count;
  }
  return out.subarray(0, length);
}
