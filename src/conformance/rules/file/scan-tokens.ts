/**
 * Finds problems in how strings, numbers and names are written, which the text of an object shows and its values no
 * longer do. Clauses 6.1.6 and 6.1.13.
 */

import { PdfError } from '#pdf/pdf-error';
import { endsToken, hexDigit, isDigit, isWhiteSpace } from '#pdf/reading/character-class';
import { readLiteralString } from '#pdf/reading/read-string';

export interface TokenProblems {
  /** A hexadecimal string with an odd number of characters. */
  oddHexString?: boolean;
  /** A character that is not hexadecimal. */
  badHexCharacter?: boolean;
  /** The length of a string that is too long. */
  longString?: number;
  longName?: string;
  /** The text of a number that is out of range. */
  largeInteger?: string;
  largeReal?: string;
  smallReal?: string;
}

export const maxStringBytes = 32_767;
export const maxNameBytes = 127;
const maxInteger = 2_147_483_647;
const minInteger = -2_147_483_648;
const maxReal = 3.403e38;
const minReal = 1.175e-38;

/** Shorter numbers are within every range. */
const minNumberLength = 10;

/** Looks at the bytes from `start` to `end`, which must not contain the data of a stream or an inline image. */
export function scanTokens(bytes: Buffer, start: number, end: number, problems: TokenProblems): void {
  let at = start;
  while (at < end) {
    const byte = bytes[at] as number;
    if (byte === 0x28) at = scanLiteralString(bytes, at, problems);
    else if (byte === 0x3c) at = bytes[at + 1] === 0x3c ? at + 2 : scanHexString(bytes, at, end, problems);
    else if (byte === 0x2f) at = scanName(bytes, at, end, problems);
    else if (byte === 0x25) at = skipComment(bytes, at, end);
    else if (isDigit(byte) || byte === 0x2b || byte === 0x2d || byte === 0x2e) {
      const tokenEnd = findTokenEnd(bytes, at + 1, end);
      if (tokenEnd - at >= minNumberLength) scanNumber(bytes.toString('latin1', at, tokenEnd), problems);
      at = tokenEnd;
    } else at = isWhiteSpace(byte) || endsToken(byte) ? at + 1 : findTokenEnd(bytes, at + 1, end);
  }
}

function findTokenEnd(bytes: Buffer, start: number, end: number): number {
  let at = start;
  while (at < end && !endsToken(bytes[at])) at++;
  return at;
}

function skipComment(bytes: Buffer, start: number, end: number): number {
  let at = start;
  while (at < end && bytes[at] !== 0x0a && bytes[at] !== 0x0d) at++;
  return at;
}

function scanLiteralString(bytes: Buffer, start: number, problems: TokenProblems): number {
  try {
    const string = readLiteralString(bytes, start);
    if (string.text.length > maxStringBytes) problems.longString = string.text.length;
    return string.end;
  } catch (error) {
    // An object that cannot be read ends here.
    if (error instanceof PdfError) return bytes.length;
    throw error;
  }
}

function scanHexString(bytes: Buffer, start: number, end: number, problems: TokenProblems): number {
  let characters = 0;
  let at = start + 1;
  for (; at < end && bytes[at] !== 0x3e; at++) {
    if (isWhiteSpace(bytes[at])) continue;
    characters++;
    if (hexDigit(bytes[at]) < 0) problems.badHexCharacter = true;
  }
  if (characters % 2 === 1) problems.oddHexString = true;
  if (characters > 2 * maxStringBytes) problems.longString = Math.ceil(characters / 2);
  return at + 1;
}

function scanName(bytes: Buffer, start: number, end: number, problems: TokenProblems): number {
  const tokenEnd = findTokenEnd(bytes, start + 1, end);
  if (tokenEnd - start - 1 > maxNameBytes) {
    const name = bytes.toString('latin1', start + 1, tokenEnd).replaceAll(/#[\da-fA-F]{2}/g, 'x');
    if (name.length > maxNameBytes) problems.longName = name;
  }
  return tokenEnd;
}

function scanNumber(text: string, problems: TokenProblems): void {
  const value = Number(text);
  if (!text.includes('.')) {
    if (value > maxInteger || value < minInteger) problems.largeInteger = text;
  } else if (Math.abs(value) > maxReal) problems.largeReal = text;
  else if (Math.abs(value) < minReal && /[1-9]/.test(text)) problems.smallReal = text;
}
