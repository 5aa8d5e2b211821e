/** Finds and reads a file's cross-reference sections and its trailer, from the end of the file backwards. */

import { isDict, isNamed, type PdfDict, PdfRef, PdfStream, type PdfValue } from '../object.ts';
import { PdfError } from '../pdf-error.ts';
import { CrossReference, type CrossReferenceSection } from './cross-reference.ts';
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
  /** From the newest to the oldest. None if the objects were found by scanning. */
  readonly sections: readonly FileSection[];
}

/** A table or a stream of a file. */
export interface FileSection {
  readonly position: number;
  readonly section: CrossReferenceSection;
  readonly trailer: PdfDict;
  readonly isTable: boolean;
  /** The stream beside a table: `XRefStm`. */
  readonly hybrid: Omit<FileSection, 'hybrid'> | undefined;
}

/** The file in which the sections are. */
export interface SectionSource {
  /** Throws `malformed`. */
  findStartXref(): number;
  /** Calls `read` with bytes that begin at the position or before it, and returns its result. Throws `malformed`. */
  at<Result>(position: number, read: (bytes: Buffer, parser: ObjectParser) => Result): Result;
}

/** Throws `malformed`, `unsupported`, `too_large`. */
export function readCrossReference(
  bytes: Buffer,
  host: ObjectParserHost,
  budget: ReadingBudget,
): FileStructure {
  return readSections(
    {
      findStartXref: () => findStartXref(bytes, host),
      at: (position, read) => read(bytes, parserAt(bytes, position, host)),
    },
    budget,
  );
}

/** Like `readCrossReference`, for a file that need not be in memory. */
export function readSections(source: SectionSource, budget: ReadingBudget): FileStructure {
  const crossReference = new CrossReference(budget);
  const startXref = source.findStartXref();
  const seen = new Set<number>();
  const sections: FileSection[] = [];
  let position: PdfValue | undefined = startXref;
  while (typeof position === 'number' && !seen.has(position)) {
    seen.add(position);
    const section: Section = source.at(position, (bytes, parser) =>
      parser.keyword('xref') ? readTable(bytes, parser, budget) : readStream(bytes, parser, budget),
    );
    const hybridPosition = section.isTable ? section.trailer.get('XRefStm') : undefined;
    let hybrid: FileSection['hybrid'];
    if (typeof hybridPosition === 'number') {
      const stream = source.at(hybridPosition, (bytes, parser) => readStream(bytes, parser, budget));
      hybrid = { position: hybridPosition, ...stream };
      crossReference.addHybrid(section.section, stream.section);
    } else {
      crossReference.add(section.section);
    }
    sections.push({ position, ...section, hybrid });
    // Some producers write 0 where there is none. At byte 0 is the header.
    position = section.trailer.get('Prev') || undefined;
  }
  const [newest] = sections;
  if (!newest) throw new PdfError('malformed', 'The PDF has no cross-reference section.');
  return { crossReference, trailer: newest.trailer, startXref, usesStreams: !newest.isTable, sections };
}

type Section = Pick<FileSection, 'section' | 'trailer' | 'isTable'>;

/** The bytes may be the end of the file only. Throws `malformed`. */
export function findStartXref(bytes: Buffer, host: ObjectParserHost): number {
  const keyword = bytes.lastIndexOf('startxref', undefined, 'latin1');
  if (keyword < 0) throw new PdfError('malformed', 'The PDF is cut off: it has no startxref.');
  return new ObjectParser(bytes, keyword + 'startxref'.length, host).integer();
}

function parserAt(bytes: Buffer, position: number, host: ObjectParserHost): ObjectParser {
  assertWithin(position, bytes.length);
  return new ObjectParser(bytes, position, host);
}

/** Throws `malformed` for a position at which a file of this length has nothing. */
export function assertWithin(position: number, length: number): void {
  if (!Number.isInteger(position) || position < 0 || position >= length) {
    throw new PdfError('malformed', `The PDF points to byte ${position}, which is beyond its end.`);
  }
}

function readTable(bytes: Buffer, parser: ObjectParser, budget: ReadingBudget): Section {
  const start = parser.position;
  const section = readCrossReferenceTable(bytes, parser);
  const trailer = parser.value();
  budget.scanned(parser.position - start);
  if (!isDict(trailer)) throw new PdfError('malformed', 'The PDF has no trailer.');
  return { section, trailer, isTable: true };
}

function readStream(bytes: Buffer, parser: ObjectParser, budget: ReadingBudget): Section {
  const start = parser.position;
  const { value } = readIndirectObject(bytes, parser, direct, budget);
  if (!(value instanceof PdfStream) || !isNamed(value.dict.get('Type'), 'XRef')) {
    throw new PdfError('malformed', `There is no cross-reference section at byte ${start}.`);
  }
  const section = readCrossReferenceStream(value.dict, decodeStream(value, direct, budget));
  return { section, trailer: value.dict, isTable: false };
}

/** A cross-reference stream's own entries must be direct, because references cannot be resolved yet. */
function direct(value: PdfValue | undefined): PdfValue {
  return value === undefined || value instanceof PdfRef ? null : value;
}
