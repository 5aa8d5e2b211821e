/**
 * Chromium shows glyph by glyph: `5.61 0 Td <0020> Tj 2.26 0 Td <0013> Tj …`. Nine of ten operators of a text are such
 * pairs, which mean the same to every rule as one string, so that they are read in one go.
 */
import { endsToken, hexDigit, isDigit, isWhiteSpace } from '../reading/character-class.ts';

/** Bytes that are read in one go. */
const joined = Buffer.alloc(4096);

/** Bytes of a string. */
const maxLength = 64;

/** Numbers below these lengths are within every range, and so are strings below `maxLength`. */
const maxIntegerLength = 9;
const maxRealLength = 16;

export interface ContinuedText {
  /** One character a byte. */
  readonly shown: string;
  /** Position after the last operator. */
  readonly end: number;
}

/**
 * Reads as many pairs of `Td` and `Tj` as follow each other from `start` on, if there is nothing in them that a rule
 * could object to. `codeLength`: bytes of the font's codes, of which a string must have whole ones. Undefined if
 * nothing can be read so.
 */
export function readContinuedText(
  content: Buffer,
  start: number,
  codeLength: number,
): ContinuedText | undefined {
  let length = 0;
  let end = start;
  while (length + maxLength <= joined.length) {
    let at = skipNumber(content, skipSpace(content, end));
    if (at < 0) break;
    at = skipNumber(content, skipSpace(content, at));
    if (at < 0) break;
    at = skipOperator(content, skipSpace(content, at), 0x64);
    if (at < 0) break;
    at = skipSpace(content, at);
    if (content[at] !== 0x3c) break;
    const string = at + 1;
    const size = readHex(content, string, length);
    if (size <= 0 || size % codeLength !== 0) break;
    at = skipOperator(content, skipSpace(content, string + 2 * size + 1), 0x6a);
    if (at < 0) break;
    length += size;
    end = at;
  }
  return length > 0 ? { shown: joined.toString('latin1', 0, length), end } : undefined;
}

function skipSpace(content: Buffer, start: number): number {
  let at = start;
  while (isWhiteSpace(content[at])) at++;
  return at;
}

/** The end of the number, or -1 if there is none that is certainly in range. */
function skipNumber(content: Buffer, start: number): number {
  let at = start;
  if (content[at] === 0x2d) at++;
  let hasPoint = false;
  let digits = 0;
  for (; ; at++) {
    if (isDigit(content[at])) digits++;
    else if (content[at] === 0x2e && !hasPoint) hasPoint = true;
    else break;
  }
  if (digits === 0 || !endsToken(content[at])) return -1;
  return at - start <= (hasPoint ? maxRealLength : maxIntegerLength) ? at : -1;
}

/** The end of `Td` or `Tj`, whose second letter is given, or -1. */
function skipOperator(content: Buffer, at: number, letter: number): number {
  return content[at] === 0x54 && content[at + 1] === letter && endsToken(content[at + 2]) ? at + 2 : -1;
}

/** Puts the bytes of a hexadecimal string behind those read before. Returns their number, 0 for another syntax. */
function readHex(content: Buffer, start: number, length: number): number {
  for (let size = 0; size <= maxLength; size++) {
    const at = start + 2 * size;
    if (content[at] === 0x3e) return size;
    const high = hexDigit(content[at]);
    const low = hexDigit(content[at + 1]);
    if (high < 0 || low < 0 || size === maxLength) return 0;
    joined[length + size] = 16 * high + low;
  }
  return 0;
}
