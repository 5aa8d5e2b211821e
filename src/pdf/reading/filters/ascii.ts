/** Filters that encode bytes as text (ISO 32000-2, 7.4.2 and 7.4.3). Other characters are skipped. */
import { hexDigit } from '../character-class.ts';

const endOfHex = 0x3e;

export function decodeAsciiHex(data: Uint8Array): Buffer {
  const out = Buffer.allocUnsafeSlow(Math.ceil(data.length / 2));
  let length = 0;
  let high = -1;
  for (const byte of data) {
    if (byte === endOfHex) break;
    const digit = hexDigit(byte);
    if (digit < 0) continue;
    if (high < 0) high = digit;
    else {
      out[length++] = high * 16 + digit;
      high = -1;
    }
  }
  if (high >= 0) out[length++] = high * 16;
  return out.subarray(0, length);
}

const [firstDigit, lastDigit, zeros, endOf85] = [0x21, 0x75, 0x7a, 0x7e];

export function decodeAscii85(data: Uint8Array): Buffer {
  // `z` encodes four bytes, as do five digits.
  const out = Buffer.alloc(4 * data.length + 4);
  let length = 0;
  let group = 0;
  let digits = 0;
  const put = (value: number, count: number) => {
    for (let i = 0; i < count; i++) out[length++] = Math.floor(value / 256 ** (3 - i)) & 255;
  };
  // Some producers write the `<~` mark that PostScript puts before the data.
  const start = data[0] === 0x3c && data[1] === endOf85 ? 2 : 0;
  for (const byte of data.subarray(start)) {
    if (byte === endOf85) break;
    if (byte === zeros && digits === 0) put(0, 4);
    if (byte < firstDigit || byte > lastDigit) continue;
    group = group * 85 + byte - firstDigit;
    if (++digits < 5) continue;
    put(group, 4);
    group = 0;
    digits = 0;
  }
  if (digits > 1) {
    const count = digits - 1;
    for (; digits < 5; digits++) group = group * 85 + 84;
    put(group, count);
  }
  return out.subarray(0, length);
}
