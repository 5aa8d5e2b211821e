/** Text in PDF strings (ISO 32000-2, 7.9.2.2): PDFDocEncoding, UTF-16BE or UTF-8, distinguished by byte order mark. */
import { PdfString } from './object.ts';

const utf16Mark = '\xfe\xff';
const utf16LittleEndianMark = '\xff\xfe';
const utf8Mark = '\xef\xbb\xbf';

const escapeCode = '\\u001b';
const languageMark = new RegExp(`${escapeCode}[^${escapeCode}]*${escapeCode}`, 'g');

/** Characters in which PDFDocEncoding differs from Latin-1 (ISO 32000-2, annex D.3), from each code on. */
const docEncodingRuns: readonly (readonly [number, string])[] = [
  [0x18, '\u02d8\u02c7\u02c6\u02d9\u02dd\u02db\u02da\u02dc'],
  [0x80, '\u2022\u2020\u2021\u2026\u2014\u2013\u0192\u2044\u2039\u203a\u2212\u2030\u201e\u201c\u201d\u2018'],
  [0x90, '\u2019\u201a\u2122\ufb01\ufb02\u0141\u0152\u0160\u0178\u017d\u0131\u0142\u0153\u0161\u017e\ufffd'],
  [0xa0, '\u20ac'],
];

const docEncoding = new Map(
  docEncodingRuns.flatMap(([first, characters]) =>
    [...characters].map((character, i) => [String.fromCharCode(first + i), character] as const),
  ),
);

/** ASCII stays ASCII, which everything reads. Other text becomes UTF-16. Lone surrogates become U+FFFD. */
export function encodeText(text: string): PdfString {
  if (/^[\t\n\r\x20-\x7e]*$/.test(text)) return new PdfString(text);
  return new PdfString(utf16Mark + Buffer.from(wellFormed(text), 'utf16le').swap16().toString('latin1'));
}

export function decodeTextString({ bytes }: PdfString): string {
  if (bytes.startsWith(utf16Mark)) return utf16(bytes.slice(2), true);
  if (bytes.startsWith(utf16LittleEndianMark)) return utf16(bytes.slice(2), false);
  if (bytes.startsWith(utf8Mark)) return Buffer.from(bytes.slice(3), 'latin1').toString('utf8');
  let text = '';
  for (const byte of bytes) text += docEncoding.get(byte) ?? byte;
  return text;
}

/** An odd last byte is ignored. Language marks (`ESC … ESC`) are not text. */
function utf16(bytes: string, bigEndian: boolean): string {
  const units = Buffer.from(bytes.length % 2 ? bytes.slice(0, -1) : bytes, 'latin1');
  if (bigEndian) units.swap16();
  return units.toString('utf16le').replace(languageMark, '');
}

/** Replaces every lone surrogate by U+FFFD, as UTF-8 and XML require. */
export function wellFormed(text: string): string {
  // Equivalent to String.prototype.toWellFormed, which the type library of the project's target lacks.
  return Buffer.from(text, 'utf8').toString('utf8');
}
