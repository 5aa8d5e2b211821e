/** New and changed objects to append to a file (ISO 32000-2, 7.5.6). The file itself is neither scanned nor copied. */

import { type PdfDict, PdfName, PdfRef, type PdfRefOwner, PdfStream, type PdfValue } from '../object.ts';
import { PdfError } from '../pdf-error.ts';
import type { PdfReader } from '../reading/reader.ts';
import { ByteSink } from './byte-sink.ts';
import { ownReferences, serialize } from './serialize.ts';

interface Row {
  readonly number: number;
  readonly generation: number;
  readonly offset: number;
}

/** Bytes of the three columns of a cross-reference stream's row: type, offset, generation. */
const columnWidths = [1, 5, 2] as const;
const rowLength = 8;

const greatestNumber = 2 ** 31;
/** ISO 32000-1, annex C. References to greater ones are damage. */
const greatestUsualNumber = 8_388_607;
/** ISO 32000-2, 7.5.4. */
const greatestGeneration = 65_535;

export class IncrementalUpdate implements PdfRefOwner {
  readonly description = 'the update that is written';
  readonly #file: PdfReader;
  readonly #objects = new Map<PdfRef, PdfValue>();
  readonly #offsets = new Map<PdfRef, number>();
  /** One more than the highest number of the file's objects. */
  readonly #oldEnd: number;
  /** The number of the first object that is added. */
  readonly #firstNumber: number;
  #nextNumber: number;

  /** Throws `malformed` if the file's objects have impossible numbers. */
  constructor(file: PdfReader) {
    this.#file = file;
    const size = file.number(file.trailer, 'Size') ?? 0;
    // Some producers write too small a size. A new object must not reuse the number of an old one, nor one that the file refers
    // to without having it, as some do with /Info.
    this.#oldEnd = Math.max(size, file.structure.crossReference.end);
    this.#firstNumber = Math.max(this.#oldEnd, file.greatestReference(greatestUsualNumber) + 1);
    this.#nextNumber = this.#firstNumber;
    if (!Number.isInteger(this.#nextNumber) || this.#nextNumber > greatestNumber) {
      throw new PdfError('malformed', 'The trailer has no number of objects.');
    }
  }

  /** Whether nothing was added or replaced. Such an update is not worth appending. */
  get isEmpty(): boolean {
    return this.#objects.size === 0;
  }

  add(value: PdfValue): PdfRef {
    const ref = new PdfRef(this.#nextNumber++, 0, this);
    this.#objects.set(ref, value);
    return ref;
  }

  /** The value that an object has in the update. Undefined for one that is neither added nor replaced. */
  get(ref: PdfRef): PdfValue | undefined {
    return this.#objects.get(ref);
  }

  /** Throws `malformed` for a reference that no file can hold. */
  replace(ref: PdfRef, value: PdfValue): void {
    if (ref.number > greatestNumber || ref.generation > greatestGeneration) {
      throw new PdfError('malformed', 'A reference of the PDF has an impossible number.');
    }
    this.#objects.set(ref, value);
  }

  /**
   * Returns the bytes to append. `trailer` holds the changed trailer entries; null removes one. `/Size` and `/Prev` are set, and
   * `/Root`, `/Info` and `/ID` are kept.
   */
  bytes(trailer: PdfDict): Uint8Array {
    const { bytes, structure } = this.#file;
    const sink = new ByteSink(bytes.length);
    if (bytes.at(-1) !== 0x0a) sink.text('\n');
    const rows: Row[] = [];
    for (const [ref, value] of this.#objects) {
      this.#offsets.set(ref, sink.position);
      rows.push({ number: ref.number, generation: ref.generation, offset: sink.position });
      writeObject(sink, ref, value);
    }
    rows.sort((a, b) => a.number - b.number);
    const startXref = sink.position;
    if (structure.usesStreams) this.#writeStream(sink, rows, trailer);
    else this.#writeTable(sink, rows, trailer);
    sink.text(`startxref\n${startXref}\n%%EOF\n`);
    return sink.bytes();
  }

  /** Where `bytes` wrote an object: its offset in the whole file. */
  offsetOf(ref: PdfRef): number {
    const offset = this.#offsets.get(ref);
    if (offset === undefined) throw new Error(`Object ${ref.number} is not part of the update.`);
    return offset;
  }

  #trailer(changes: PdfDict, size: number): PdfDict {
    const { trailer, startXref } = this.#file.structure;
    const merged: PdfDict = new Map([['Size', size]]);
    for (const key of ['Root', 'Info', 'ID']) {
      const value = changes.has(key) ? changes.get(key) : trailer.get(key);
      if (value !== undefined && value !== null) merged.set(key, value);
    }
    merged.set('Prev', startXref);
    return merged;
  }

  #writeTable(sink: ByteSink, rows: readonly Row[], changes: PdfDict): void {
    sink.text('xref\n');
    for (const { number, generation, offset } of rows) {
      sink.text(`${number} 1\n${digits(offset, 10)} ${digits(generation, 5)} n \n`);
    }
    // Without new objects, numbers that the file only refers to do not count (ISO 32000-2, table 15).
    const size = this.#nextNumber === this.#firstNumber ? this.#oldEnd : this.#nextNumber;
    sink.text(`trailer\n${serialize(this.#trailer(changes, size), ownReferences)}\n`);
  }

  #writeStream(sink: ByteSink, rows: readonly Row[], changes: PdfDict): void {
    const own: Row = { number: this.#nextNumber, generation: 0, offset: sink.position };
    const all = [...rows, own];
    const data = Buffer.alloc(all.length * rowLength);
    for (const [i, { generation, offset }] of all.entries()) {
      data[i * rowLength] = 1;
      data.writeUIntBE(offset, i * rowLength + 1, 5);
      data.writeUInt16BE(generation, i * rowLength + 6);
    }
    const dict: PdfDict = new Map<string, PdfValue>([
      ['Type', new PdfName('XRef')],
      ['W', [...columnWidths]],
      ['Index', all.flatMap((row) => [row.number, 1])],
      ...this.#trailer(changes, this.#nextNumber + 1),
    ]);
    writeObject(sink, new PdfRef(own.number, 0, this), new PdfStream(dict, data));
  }
}

function writeObject(sink: ByteSink, ref: PdfRef, value: PdfValue): void {
  sink.text(`${ref.number} ${ref.generation} obj\n`);
  if (value instanceof PdfStream) {
    const dict = new Map(value.dict).set('Length', value.data.length);
    sink.text(`${serialize(dict, ownReferences)}\nstream\n`);
    sink.data(value.data);
    sink.text('\nendstream');
  } else {
    sink.text(serialize(value, ownReferences));
  }
  sink.text('\nendobj\n');
}

function digits(value: number, length: number): string {
  return String(value).padStart(length, '0');
}
