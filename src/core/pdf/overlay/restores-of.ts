/** How many graphics states the content of a page leaves open, as that of some producers does. */
import { PdfStream, type PdfValue } from '../object.ts';
import { PdfError } from '../pdf-error.ts';
import type { PdfReader } from '../reading/reader.ts';

/** More are not restored: no viewer keeps as many. */
const maxOpen = 1_000;

/**
 * Returns the number of `Q` that are missing at the end of the contents. 0 for content with a filter that cannot be undone
 * here. Throws `malformed`, `too_large`.
 */
export function restoresOf(file: PdfReader, contents: readonly PdfValue[]): number {
  let open = 0;
  for (const item of contents) {
    const stream = file.resolve(item);
    if (!(stream instanceof PdfStream)) continue;
    try {
      open = countOpen(Buffer.from(file.decode(stream)), open);
    } catch (error) {
      if (error instanceof PdfError && error.code === 'unsupported') return 0;
      throw error;
    }
  }
  return Math.min(open, maxOpen);
}

const [backslash, openParenthesis, closeParenthesis, percent] = [0x5c, 0x28, 0x29, 0x25];
const [lowerQ, upperQ, lineFeed, carriageReturn] = [0x71, 0x51, 0x0a, 0x0d];

/** Skips texts, comments and inline images, in which the letters mean nothing. */
function countOpen(content: Buffer, before: number): number {
  let open = before;
  for (let at = 0; at < content.length; at++) {
    const byte = content[at];
    if (byte === openParenthesis) at = endOfText(content, at);
    else if (byte === percent) at = endOfLine(content, at);
    else if (byte === 0x49 && isWord(content, at, 'ID')) at = endOfImage(content, at);
    else if (byte === lowerQ && isWord(content, at, 'q')) open++;
    else if (byte === upperQ && isWord(content, at, 'Q')) open = Math.max(0, open - 1);
  }
  return open;
}

function endOfText(content: Buffer, start: number): number {
  let depth = 0;
  for (let at = start; at < content.length; at++) {
    const byte = content[at];
    if (byte === backslash) at++;
    else if (byte === openParenthesis) depth++;
    else if (byte === closeParenthesis && --depth === 0) return at;
  }
  return content.length;
}

function endOfLine(content: Buffer, start: number): number {
  let at = start;
  while (at < content.length && content[at] !== lineFeed && content[at] !== carriageReturn) at++;
  return at;
}

function endOfImage(content: Buffer, start: number): number {
  for (
    let at = content.indexOf('EI', start + 2, 'latin1');
    at >= 0;
    at = content.indexOf('EI', at + 2, 'latin1')
  ) {
    if (isWord(content, at, 'EI')) return at + 1;
  }
  return content.length;
}

function isWord(content: Buffer, at: number, word: string): boolean {
  if (!isBoundary(content[at - 1]) || !isBoundary(content[at + word.length])) return false;
  for (let i = 0; i < word.length; i++) if (content[at + i] !== word.charCodeAt(i)) return false;
  return true;
}

/** White space, a delimiter, or an end of the content. */
const isBoundary = (byte: number | undefined): boolean =>
  byte === undefined || byte <= 0x20 || boundaries.has(byte);
const boundaries = new Set(Buffer.from('()<>[]{}/%', 'latin1'));
