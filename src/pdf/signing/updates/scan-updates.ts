/** Reads the bytes behind a signed revision from their beginning to their end, as one update after the other. */
import { isNamed, PdfStream, type PdfValue } from '../../object.ts';
import { PdfError } from '../../pdf-error.ts';
import { isDigit, isWhiteSpace } from '../../reading/character-class.ts';
import { readCrossReferenceTable } from '../../reading/cross-reference-table.ts';
import { readIndirectObject } from '../../reading/indirect-object.ts';
import { isWordAt } from '../../reading/is-word-at.ts';
import { ObjectParser, type ObjectParserHost } from '../../reading/object-parser.ts';
import type { PdfReader } from '../../reading/reader.ts';
import type { ReadingBudget } from '../../reading/reading-budget.ts';
import { Ambiguity } from './ambiguity.ts';

interface UpdatedObject {
  readonly number: number;
  readonly generation: number;
  readonly offset: number;
  readonly value: PdfValue;
}

export interface Updates {
  readonly objects: readonly UpdatedObject[];
  /** Positions of the sections to which a `startxref` leads. */
  readonly sections: readonly number[];
}

/** Throws `Ambiguity`, `malformed`, `too_large`. */
export function scanUpdates(
  file: PdfReader,
  from: number,
  plain: ObjectParserHost,
  budget: ReadingBudget,
): Updates {
  const { bytes } = file;
  budget.scanned(bytes.length - from);
  const objects: UpdatedObject[] = [];
  const sections: number[] = [];
  let position = from;
  let table: number | undefined;
  let isOpen = false;
  for (;;) {
    position = skipGap(bytes, position);
    if (position >= bytes.length) break;
    const parser = new ObjectParser(bytes, position, plain);
    if (parser.keyword('startxref')) {
      const target = parser.integer();
      // Some programs count the line end before the section.
      if (skipSpace(bytes, target) !== (table ?? lastStream(objects)))
        throw new Ambiguity(`a startxref leads to byte ${target}`);
      sections.push(target);
      table = undefined;
      isOpen = false;
      position = endOfFile(bytes, parser.position);
    } else if (table !== undefined) {
      throw new Ambiguity(`something stands between a table and its startxref at byte ${position}`);
    } else if (parser.keyword('xref')) {
      table = position;
      readCrossReferenceTable(bytes, parser);
      const start = parser.position;
      parser.value();
      position = parser.position;
      assertWholeNumbers(bytes, start, position);
    } else {
      isOpen = true;
      const { object, end } = readObject(file, parser, budget);
      objects.push(object);
      position = end;
    }
  }
  if (isOpen || table !== undefined) throw new Ambiguity('its last update has no startxref');
  return { objects, sections };
}

export function skipSpace(bytes: Buffer, from: number): number {
  let position = from;
  while (isWhiteSpace(bytes[position])) position++;
  return position;
}

/** Skips white space and comments, which must not look like parts of a file. */
function skipGap(bytes: Buffer, from: number): number {
  let position = from;
  for (;;) {
    position = skipSpace(bytes, position);
    if (bytes[position] !== 0x25) return position;
    const start = position;
    while (position < bytes.length && bytes[position] !== 0x0a && bytes[position] !== 0x0d) position++;
    if (/obj|xref|trailer/.test(bytes.toString('latin1', start, position))) {
      throw new Ambiguity(`the comment at byte ${start} looks like a part of the file`);
    }
  }
}

/** The position of the stream in which the last update lists its objects. */
function lastStream(objects: readonly UpdatedObject[]): number | undefined {
  const last = objects.at(-1);
  return last?.value instanceof PdfStream && isNamed(last.value.dict.get('Type'), 'XRef')
    ? last.offset
    : undefined;
}

function endOfFile(bytes: Buffer, from: number): number {
  const position = skipSpace(bytes, from);
  if (!isWordAt(bytes, position, '%%EOF')) throw new Ambiguity(`no %%EOF follows at byte ${position}`);
  return position + '%%EOF'.length;
}

function readObject(
  file: PdfReader,
  parser: ObjectParser,
  budget: ReadingBudget,
): { readonly object: UpdatedObject; readonly end: number } {
  const { bytes } = file;
  const offset = parser.position;
  // Without signs and zeros before the numbers.
  if (
    !isDigit(bytes[offset]) ||
    !/^[1-9]\d*\s+(?:0|[1-9]\d*)\s+obj/.test(bytes.toString('latin1', offset, offset + 32))
  ) {
    throw new Ambiguity(`byte ${offset} is part of no object`);
  }
  const { number, generation, value } = readIndirectObject(
    bytes,
    parser,
    (length) => file.resolve(length),
    budget,
  );
  if (value instanceof PdfStream) {
    if (isNamed(value.dict.get('Type'), 'XRef')) {
      assertWholeNumbers(bytes, offset, parser.position - value.data.length);
    }
    assertLengthIsTrue(file, value, number, parser);
  }
  if (!parser.keyword('endobj')) throw new Ambiguity(`object ${number} has no end`);
  return { object: { number, generation, offset, value }, end: parser.position };
}

/** Some readers refuse other numbers in the entries that lead on. */
function assertWholeNumbers(bytes: Buffer, start: number, end: number): void {
  if (/\/(?:Prev|Size|XRefStm)\s*(?:[+-]|\d*\.)/.test(bytes.toString('latin1', start, end))) {
    throw new Ambiguity('a number of its trailer is not written as a whole number');
  }
}

/** Some readers take the length, others search for the end. */
function assertLengthIsTrue(
  file: PdfReader,
  { dict, data }: PdfStream,
  number: number,
  parser: ObjectParser,
): void {
  const start = data.byteOffset - file.bytes.byteOffset;
  const before = file.bytes.toString('latin1', start - 'stream\r\n'.length, start);
  const isTrue = file.resolve(dict.get('Length')) === data.length && /stream\r?\n$/.test(before);
  if (!isTrue || dict.has('F')) throw new Ambiguity(`stream ${number} has no certain length`);
  if (!parser.keyword('endstream')) throw new PdfError('malformed', `Stream ${number} has no end.`);
}
