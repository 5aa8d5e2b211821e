/**
 * Reads a PDF that is too large for memory as a small one, its skeleton: the same file in which each large stream holds a
 * short text in place of its data. Everything that works on PDFs then works on the skeleton.
 */
import { PdfName, PdfRef, type PdfValue } from '../object.ts';
import { PdfError } from '../pdf-error.ts';
import type { CrossReference } from '../reading/cross-reference.ts';
import { type OpenedFile, openEncrypted } from '../reading/encryption/open-encrypted.ts';
import { encryptStream } from '../reading/encryption/stream-cipher.ts';
import { readIndirectObject } from '../reading/indirect-object.ts';
import { type FileStructure, readSections } from '../reading/read-cross-reference.ts';
import { ReadingBudget } from '../reading/reading-budget.ts';
import { ownReferences, serialize } from '../writing/serialize.ts';
import { type ByteSource, FileSource } from './file-source.ts';
import {
  findLargeStreams,
  type LargeStream,
  type LargeStreamLimits,
  largeStreamLimits,
} from './find-large-streams.ts';

export interface SkimmedPdf {
  /** In the order of their offsets, which count from `header`. */
  readonly streams: readonly LargeStream[];
  /** Where the file begins, after bytes that do not belong to it. */
  readonly header: number;
  /** The key of an encrypted file, whose skeleton is encrypted in the same way. */
  readonly fileKey: Uint8Array | undefined;
  /** `marks`: the text in place of the data of a stream. Streams without one stay as they are. */
  skeleton(marks: ReadonlyMap<LargeStream, string>): Buffer;
}

export interface SkimOptions {
  readonly limits?: LargeStreamLimits | undefined;
  /** User or owner password. Default: the empty one, which opens files that need none. */
  readonly password?: string | undefined;
}

/**
 * Throws the errors of `PdfReader` for a file that has to be read in another way: `not_pdf`, `malformed`, `encrypted` (for
 * another password), `unsupported`, `too_large`, and what the source throws.
 */
export function skimPdf(
  source: ByteSource,
  { limits = largeStreamLimits, password = '' }: SkimOptions = {},
): SkimmedPdf {
  const file = new FileSource(source);
  const budget = new ReadingBudget(file.length);
  const structure = readSections(file, budget);
  const { crossReference, trailer } = structure;
  const opened = trailer.has('Encrypt') ? openSkimmed(file, structure, budget, password) : undefined;
  const streams = findLargeStreams(file, crossReference, limits, opened?.decryption);
  return {
    streams,
    header: file.header,
    fileKey: opened?.key,
    skeleton(marks) {
      const skeleton = writeSkeleton(file, streams, marks);
      const own: [string, PdfValue][] = [...trailer].filter(([key]) => !keysOfSection.has(key));
      const section = writeSection(skeleton, crossReference, own);
      return Buffer.concat([...skeleton.parts, section]);
    },
  };
}

/** The description of the encryption is in the trailer, or in objects of its own (ISO 32000-2, 7.5.7). */
function openSkimmed(
  file: FileSource,
  { crossReference, trailer }: FileStructure,
  budget: ReadingBudget,
  password: string,
): OpenedFile {
  const resolve = (value: PdfValue | undefined): PdfValue => {
    if (!(value instanceof PdfRef)) return value ?? null;
    const entry = crossReference.find(value.number);
    if (entry.kind !== 'plain') return null;
    return file.at(
      entry.offset,
      (bytes, parser) => readIndirectObject(bytes, parser, () => null, budget).value,
    );
  };
  return openEncrypted({ trailer, resolve }, password);
}

/** Keys of the trailer that describe how the file is stored. */
const keysOfSection = new Set([
  'DecodeParms',
  'Filter',
  'Index',
  'Length',
  'Prev',
  'Size',
  'Type',
  'W',
  'XRefStm',
]);

interface Skeleton {
  readonly parts: readonly Buffer[];
  readonly length: number;
  /** Returns where an object of the file is in the skeleton. */
  place(offset: number): number;
}

/** `removed`: the bytes that the skeleton lacks from the offset on. */
interface Step {
  readonly offset: number;
  readonly removed: number;
}

function writeSkeleton(
  file: FileSource,
  streams: readonly LargeStream[],
  marks: ReadonlyMap<LargeStream, string>,
): Skeleton {
  const parts: Buffer[] = [];
  const steps: Step[] = [];
  let length = 0;
  let at = 0;
  const add = (part: Buffer) => {
    parts.push(part);
    length += part.length;
  };
  for (const stream of streams) {
    const mark = marks.get(stream);
    if (mark === undefined) continue;
    add(file.bytes(at, stream.object - at));
    add(placeholderFor(stream, mark));
    at = stream.end;
    steps.push({ offset: stream.end, removed: at - length });
  }
  add(file.bytes(at, file.length - at));
  return { parts, length, place: (offset) => offset - removedBefore(steps, offset) };
}

/** The rest of the object, from `endstream` on, is the file's own. */
function placeholderFor(
  { number, generation, dict, isCompressed, cipher }: LargeStream,
  mark: string,
): Buffer {
  const text = Buffer.from(mark, 'latin1');
  const data = cipher ? encryptStream(cipher, text) : text;
  const entries = new Map(dict).set('Length', data.length);
  if (!isCompressed) entries.set('Filter', new PdfName('FlateDecode'));
  const head = `${number} ${generation} obj\n${serialize(entries, ownReferences)}\nstream\n`;
  return Buffer.concat([Buffer.from(head, 'latin1'), data, Buffer.from('\n')]);
}

function removedBefore(steps: readonly Step[], offset: number): number {
  let [low, high] = [0, steps.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((steps[middle]?.offset ?? 0) <= offset) low = middle + 1;
    else high = middle;
  }
  return steps[low - 1]?.removed ?? 0;
}

/** Bytes of the columns: kind; offset or number of the object stream; generation, or index in the stream. */
const columns = [1, 6, 4];
const rowLength = 11;

/** The only section of the skeleton: a cross-reference stream, which can list every kind of object. */
function writeSection(
  { length, place }: Skeleton,
  crossReference: CrossReference,
  trailer: readonly [string, PdfValue][],
): Buffer {
  const { numbers } = crossReference;
  const size = (numbers.at(-1) ?? 0) + 1;
  const rows = Buffer.alloc(numbers.length * rowLength);
  /** Pairs of the first number of a range and its count. */
  const index: number[] = [];
  let last = -1;
  const start = length + 1;
  const add = (row: number, number: number, kind: number, second: number, third: number) => {
    if (second >= 2 ** 48 || third >= 2 ** 32) {
      throw new PdfError('malformed', `The PDF says an impossible place of object ${number}.`);
    }
    const at = row * rowLength;
    rows[at] = kind;
    rows.writeUIntBE(second, at + 1, 6);
    rows.writeUInt32BE(third, at + 7);
    if (number === last + 1 && index.length > 0) index[index.length - 1] = (index.at(-1) ?? 0) + 1;
    else index.push(number, 1);
    last = number;
  };
  for (const [row, number] of numbers.entries()) {
    const entry = crossReference.find(number);
    if (entry.kind === 'plain') add(row, number, 1, place(entry.offset), entry.generation);
    else if (entry.kind === 'packed') add(row, number, 2, entry.stream, entry.index);
    else add(row, number, 0, 0, 0);
  }
  const dict = new Map<string, PdfValue>([
    ...trailer,
    ['Type', new PdfName('XRef')],
    ['Size', size],
    ['W', columns],
    ['Index', index],
    ['Length', rows.length],
  ]);
  // It has no row of its own: the file may refer to an object of this number, which it does not have.
  return Buffer.concat([
    Buffer.from(`\n${size} 0 obj\n${serialize(dict, ownReferences)}\nstream\n`, 'latin1'),
    rows,
    Buffer.from(`\nendstream\nendobj\nstartxref\n${start}\n%%EOF\n`, 'latin1'),
  ]);
}
