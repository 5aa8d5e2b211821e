/** Finds and reads a file's cross-reference sections and its trailer, from the end of the file backwards. */

import { isDict, isNamed, type PdfDict, PdfRef, PdfStream, type PdfValue } from '../object.ts';
import { PdfError } from '../pdf-error.ts';
import { CrossReference } from './cross-reference.ts';
import { readCrossReferenceStream } from './cross-reference-stream.ts';
import { readCrossReferenceTable } from './cross-reference-table.ts';
import { decodeStream } from './decode-stream.ts';
import { readIndirectObject } from './indirect-object.ts';
import { ObjectParser, type ObjectParserHost } from './object-parser.ts';
import type { ReadingBudget } from './reading-budget.ts';

export interface FileStructure {
  readonly crossReference: CrossReference;
  /** The newest trailer, or the dictionary of the newest cross-reference stream. */
  readonly trailer: PdfDict;
  /** Offset of the newest section. */
  readonly startXref: number;
  /** The form of the newest section, which an incremental update must keep. */
  readonly usesStreams: boolean;
}

/** Throws `malformed`, `unsupported`, `too_large`. */
export function readCrossReference(
  bytes: Buffer,
  host: ObjectParserHost,
  budget: ReadingBudget,
): FileStructure {
  const crossReference = new CrossReference(budget);
  const startXref = findStartXref(bytes, host);
  const seen = new Set<number>();
  let newest: PdfDict | undefined;
  let usesStreams = false;
  let position: PdfValue | undefined = startXref;
  while (typeof position === 'number' && !seen.has(position)) {
    seen.add(position);
    const parser = parserAt(bytes, position, host);
    const isTable = parser.keyword('xref');
    const trailer: PdfDict = isTable
      ? readTable(bytes, parser, host, budget, crossReference)
      : readStream(bytes, parser, budget, crossReference);
    if (!newest) {
      newest = trailer;
      usesStreams = !isTable;
    }
    position = trailer.get('Prev');
  }
  if (!newest) throw new PdfError('malformed', 'The PDF has no cross-reference section.');
  return { crossReference, trailer: newest, startXref, usesStreams };
}

function findStartXref(bytes: Buffer, host: ObjectParserHost): number {
  const keyword = bytes.lastIndexOf('startxref', undefined, 'latin1');
  if (keyword < 0) throw new PdfError('malformed', 'The PDF is cut off: it has no startxref.');
  return new ObjectParser(bytes, keyword + 'startxref'.length, host).integer();
}

function parserAt(bytes: Buffer, position: number, host: ObjectParserHost): ObjectParser {
  if (!Number.isInteger(position) || position < 0 || position >= bytes.length) {
    throw new PdfError('malformed', `The PDF points to byte ${position}, which is beyond its end.`);
  }
  return new ObjectParser(bytes, position, host);
}

function readTable(
  bytes: Buffer,
  parser: ObjectParser,
  host: ObjectParserHost,
  budget: ReadingBudget,
  crossReference: CrossReference,
): PdfDict {
  const start = parser.position;
  const section = readCrossReferenceTable(bytes, parser);
  const trailer = parser.value();
  budget.scanned(parser.position - start);
  if (!isDict(trailer)) throw new PdfError('malformed', 'The PDF has no trailer.');
  // In a hybrid file the stream lists the objects that the table marks as free for old readers.
  const hidden = trailer.get('XRefStm');
  if (typeof hidden === 'number') readStream(bytes, parserAt(bytes, hidden, host), budget, crossReference);
  crossReference.add(section);
  return trailer;
}

function readStream(
  bytes: Buffer,
  parser: ObjectParser,
  budget: ReadingBudget,
  crossReference: CrossReference,
): PdfDict {
  const start = parser.position;
  const { value } = readIndirectObject(bytes, parser, direct, budget);
  if (!(value instanceof PdfStream) || !isNamed(value.dict.get('Type'), 'XRef')) {
    throw new PdfError('malformed', `There is no cross-reference section at byte ${start}.`);
  }
  crossReference.add(readCrossReferenceStream(value.dict, decodeStream(value, direct, budget)));
  return value.dict;
}

/** A cross-reference stream's own entries must be direct, because references cannot be resolved yet. */
function direct(value: PdfValue | undefined): PdfValue {
  return value === undefined || value instanceof PdfRef ? null : value;
}
