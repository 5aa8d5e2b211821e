/** Reads literal and hexadecimal strings (ISO 32000-2, 7.3.4) as text with one character per byte. */
import { PdfError } from '../pdf-error.ts';
import { hexDigit } from './character-class.ts';

interface StringToken {
  readonly text: string;
  /** The position after the token. */
  readonly end: number;
}

const escapes: Readonly<Record<number, string>> = { 110: '\n', 114: '\r', 116: '\t', 98: '\b', 102: '\f' };

/** Starts at the opening parenthesis. Throws `malformed`. */
export function readLiteralString(bytes: Buffer, position: number): StringToken {
  let start = position + 1;
  let text = '';
  let open = 1;
  for (let at = start; at < bytes.length; at++) {
    const byte = bytes[at];
    if (byte === 0x28) open++;
    else if (byte === 0x29) {
      if (--open > 0) continue;
      return { text: text + bytes.toString('latin1', start, at), end: at + 1 };
    } else if (byte === 0x5c) {
      const escaped = readEscape(bytes, at + 1);
      text += bytes.toString('latin1', start, at) + escaped.text;
      start = escaped.end;
      at = start - 1;
    } else if (byte === 0x0d) {
      // An unescaped line end of any kind reads as one line feed.
      text += `${bytes.toString('latin1', start, at)}\n`;
      if (bytes[at + 1] === 0x0a) at++;
      start = at + 1;
    }
  }
  throw new PdfError('malformed', 'A string has no end.');
}

/** Reads `\x`, starting after the backslash. */
function readEscape(bytes: Buffer, position: number): StringToken {
  const byte = bytes[position];
  if (byte === undefined) return { text: '', end: position };
  if (byte === 0x0a) return { text: '', end: position + 1 };
  if (byte === 0x0d) return { text: '', end: position + (bytes[position + 1] === 0x0a ? 2 : 1) };
  if (!isOctal(byte)) return { text: escapes[byte] ?? String.fromCharCode(byte), end: position + 1 };
  let code = 0;
  let end = position;
  for (; end < position + 3; end++) {
    const digit = bytes[end];
    if (!isOctal(digit)) break;
    code = code * 8 + digit - 0x30;
  }
  return { text: String.fromCharCode(code & 0xff), end };
}

function isOctal(byte: number | undefined): byte is number {
  return byte !== undefined && byte >= 0x30 && byte <= 0x37;
}

/** In bytes. The codes of a shown text are shorter, and contents have thousands of them. */
const maxShortLength = 64;

/** Faster for a few characters than a conversion of the whole. */
function readShortHex(bytes: Buffer, start: number, end: number): string {
  let text = '';
  let high = -1;
  for (let i = start; i < end; i++) {
    const digit = hexDigit(bytes[i] ?? 0);
    if (digit < 0) continue;
    if (high < 0) high = digit;
    else {
      text += String.fromCharCode(high * 16 + digit);
      high = -1;
    }
  }
  return high < 0 ? text : text + String.fromCharCode(high * 16);
}

/** Starts at the opening bracket and skips other characters than digits. Throws `malformed`. */
export function readHexString(bytes: Buffer, position: number): StringToken {
  const end = bytes.indexOf(0x3e, position);
  if (end < 0) throw new PdfError('malformed', 'A hexadecimal string has no end.');
  if (end - position <= maxShortLength) return { text: readShortHex(bytes, position + 1, end), end: end + 1 };
  let digits = '';
  for (let i = position + 1; i < end; i++) {
    const byte = bytes[i];
    if (byte !== undefined && hexDigit(byte) >= 0) digits += String.fromCharCode(byte);
  }
  const text = Buffer.from(digits.length % 2 ? `${digits}0` : digits, 'hex').toString('latin1');
  return { text, end: end + 1 };
}
