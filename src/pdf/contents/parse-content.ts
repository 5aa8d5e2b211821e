/** Splits a content stream into operators with their operands (ISO 32000-2, 7.8.2). */
import { type PdfDict, PdfName, PdfString, type PdfValue } from '../object.ts';
import { PdfError } from '../pdf-error.ts';
import { endsToken, isDigit } from '../reading/character-class.ts';
import { NameTable } from '../reading/name-table.ts';
import { ObjectParser, type ObjectParserHost } from '../reading/object-parser.ts';
import { readContinuedText } from './continued-text.ts';
import { findInlineImageEnd } from './inline-image.ts';

/** Interned, because there are few. */
const operators = new NameTable();

/** In characters. Numbers up to this length are within every range. */
const maxPlainLength = 9;

/** DeviceN has up to 32 components. Operands beyond this are dropped. */
const maxOperands = 64;

/**
 * `start`, `end` and `next` are positions in the content: of the operator with its operands, and where parsing continues, which
 * is later after continued text and inline images. `isPlain`: the operands are only numbers, and short enough to be
 * within every range.
 */
export type OperatorCallback = (
  name: string,
  operands: PdfValue[],
  start: number,
  end: number,
  isPlain: boolean,
  next: number,
) => void;

/** How the caller reads operands, and its knowledge of the current font, which the parser does not have. */
export interface OperandReading {
  /** Reads an operand that is no number, at the position of the parser. Throws `malformed`. */
  operand(content: Buffer, parser: ObjectParser): PdfValue;
  /**
   * Returns how many bytes each code of the current font has, or 0 if that is not fixed. Text that continues
   * a shown string then comes as a part of that string: see `readContinuedText`.
   */
  codeLength(): number;
  /** Called for stray delimiters, and between a number and an operator without a space: viewers read them differently. */
  unclear(start: number, end: number): void;
}

/**
 * Calls back for each operator, with the bytes from its first operand on; for an inline image, which is the operator
 * `EI` with its dictionary (`BI` if it has no data), those of the dictionary. Skips what it cannot read, as viewers do. Throws
 * `malformed` for content that has no end, such as that of a string or an inline image.
 */
export function parseContent(
  content: Buffer,
  host: ObjectParserHost,
  reading: OperandReading,
  operator: OperatorCallback,
): void {
  const parser = new ObjectParser(content, 0, host);
  let operands: PdfValue[] = [];
  let start = -1;
  let isPlain = true;
  for (;;) {
    parser.skipSpace();
    if (start < 0) start = parser.position;
    const byte = content[parser.position];
    if (byte === undefined) return;
    if (startsNumber(byte)) {
      const before = parser.position;
      const value = readNumber(content, parser);
      if (!endsToken(content[parser.position])) reading.unclear(parser.position, parser.position);
      isPlain &&= parser.position - before <= maxPlainLength;
      if (operands.length < maxOperands) operands.push(value);
      continue;
    }
    if (startsOperand(byte)) {
      isPlain = false;
      const value = reading.operand(content, parser);
      if (operands.length < maxOperands) operands.push(value);
      continue;
    }
    const word = readWord(content, parser);
    if (word === 'true' || word === 'false') operands.push(word === 'true');
    else if (word === 'null') operands.push(null);
    else {
      if (word === 'BI') {
        const { dict, end, hasData } = readInlineImage(content, parser);
        operator(hasData ? 'EI' : 'BI', [dict], start, end, false, parser.position);
      } else if (word !== '') {
        const end = parser.position;
        if (word === 'Tj') readOn(content, parser, operands, reading.codeLength());
        operator(word, operands, start, end, isPlain, parser.position);
      } else reading.unclear(start, parser.position);
      operands = [];
      start = -1;
      isPlain = true;
    }
  }
}

/** Adds the text that continues the string of a `Tj`. */
function readOn(content: Buffer, parser: ObjectParser, operands: PdfValue[], codeLength: number): void {
  const [first] = operands;
  if (codeLength === 0 || !(first instanceof PdfString) || first.bytes.length % codeLength !== 0) return;
  const continued = readContinuedText(content, parser.position, codeLength);
  if (!continued) return;
  operands[0] = new PdfString(first.bytes + continued.shown);
  parser.position = continued.end;
}

/** `/`, `(`, `<`, `[`. */
function startsOperand(byte: number): boolean {
  return byte === 0x2f || byte === 0x28 || byte === 0x3c || byte === 0x5b;
}

/** A digit, a sign or a point. */
function startsNumber(byte: number | undefined): boolean {
  return isDigit(byte) || byte === 0x2b || byte === 0x2d || byte === 0x2e;
}

/** Longer numbers are read as text, because summing up their digits would be inexact. */
const maxDigits = 15;

/** Contents are mostly numbers, which are never parts of references there. */
function readNumber(content: Buffer, parser: ObjectParser): PdfValue {
  const start = parser.position;
  let at = start;
  const sign = content[at] === 0x2d ? -1 : 1;
  if (content[at] === 0x2d || content[at] === 0x2b) at++;
  let digits = 0;
  let scale = 0;
  const first = at;
  for (let byte = content[at]; byte !== undefined && at - first <= maxDigits; byte = content[++at]) {
    if (isDigit(byte)) {
      digits = digits * 10 + byte - 0x30;
      scale *= 10;
    } else if (byte === 0x2e && scale === 0) scale = 1;
    else break;
  }
  if (at - first > maxDigits || at === first || !endsToken(content[at]))
    return readOddNumber(content, parser);
  parser.position = at;
  return (sign * digits) / (scale || 1);
}

/** Most viewers end a number at the first byte that cannot be in one: `0 0 0RG` has three operands. */
function readOddNumber(content: Buffer, parser: ObjectParser): PdfValue {
  const start = parser.position;
  let at = start;
  while (startsNumber(content[at])) at++;
  if (endsToken(content[at])) return parser.value();
  parser.position = at;
  return Number.parseFloat(content.toString('latin1', start, at).replace(/^([+-])[+-]+/, '$1')) || 0;
}

/** Empty for a stray delimiter, which is skipped. */
function readWord(content: Buffer, parser: ObjectParser): string {
  const start = parser.position;
  while (!endsToken(content[parser.position])) parser.position++;
  if (parser.position === start) parser.position++;
  else return operators.text(content, start, parser.position);
  return '';
}

/** Starts after `BI` and moves past `EI`. Throws `malformed` if there is none. */
function readInlineImage(
  content: Buffer,
  parser: ObjectParser,
): { dict: PdfDict; end: number; hasData: boolean } {
  const dict: PdfDict = new Map();
  for (;;) {
    parser.skipSpace();
    if (content[parser.position] !== 0x2f) break;
    const key = parser.value();
    parser.skipSpace();
    if (parser.position < content.length && key instanceof PdfName) dict.set(key.value, parser.value());
  }
  const end = parser.position;
  const hasData = parser.keyword('ID');
  if (hasData) {
    const after = findInlineImageEnd(content, parser.position + 1, dict);
    if (after < 0) throw new PdfError('malformed', 'An inline image has no end.');
    parser.position = after;
  }
  return { dict, end, hasData };
}
