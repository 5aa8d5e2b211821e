/** RunLengthDecode (ISO 32000-2, 7.4.5): runs of one byte, and literal bytes. */

const endOfData = 128;

/** `grow` receives the decoded size of each run and throws if the sum exceeds the budget. */
export function decodeRunLength(data: Uint8Array, grow: (bytes: number) => void): Buffer {
  const parts: Uint8Array[] = [];
  for (let at = 0; at < data.length; ) {
    const length = data[at++] ?? endOfData;
    if (length === endOfData) break;
    const isRun = length > endOfData;
    const part = isRun
      ? Buffer.alloc(257 - length, data[at] ?? 0)
      : data.subarray(at, Math.min(at + length + 1, data.length));
    grow(part.length);
    parts.push(part);
    at += isRun ? 1 : length + 1;
  }
  return Buffer.concat(parts);
}
