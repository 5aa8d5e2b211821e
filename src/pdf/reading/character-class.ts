/** The character classes of PDF syntax (ISO 32000-2, 7.2.3), as tables indexed by byte. */

function table(characters: string): Uint8Array {
  const marks = new Uint8Array(256);
  for (const character of characters) marks[character.charCodeAt(0)] = 1;
  return marks;
}

const whiteSpaces = '\0\t\n\f\r ';

const isWhiteSpaceTable = table(whiteSpaces);
const endsTokenTable = table(`${whiteSpaces}()<>[]{}/%`);

export function isWhiteSpace(byte: number | undefined): boolean {
  return byte !== undefined && isWhiteSpaceTable[byte] === 1;
}

/** White space, a delimiter, or the end of the bytes. */
export function endsToken(byte: number | undefined): boolean {
  return byte === undefined || endsTokenTable[byte] === 1;
}

export function isDigit(byte: number | undefined): boolean {
  return byte !== undefined && byte >= 0x30 && byte <= 0x39;
}

/** 0–15, or -1 when the byte is no hexadecimal digit. */
export function hexDigit(byte: number | undefined): number {
  if (byte === undefined) return -1;
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30;
  const letter = byte | 0x20;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : -1;
}
