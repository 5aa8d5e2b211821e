/** Reads the cross-reference sections of a file that is too large for memory. */
import { PdfRef, type PdfRefOwner } from '../object.ts';
import { PdfError } from '../pdf-error.ts';
import { NameTable } from '../reading/name-table.ts';
import { ObjectParser, type ObjectParserHost } from '../reading/object-parser.ts';
import { assertWithin, findStartXref, type SectionSource } from '../reading/read-cross-reference.ts';

/** A file that is read in parts. */
export interface ByteSource {
  /** In bytes. */
  readonly size: number;
  /** Fills the buffer with the bytes from the position on. Throws if the file ends before. */
  read(target: Buffer, position: number): void;
}

/** Readers accept bytes before the header. Offsets then count from the header. */
const headerSearchLength = 1024;
/** Bytes at the end in which `startxref` is looked for. */
const tailLength = 64 * 1024;
/** A section is read in a part of this size first, and in larger ones while that is too short. */
const firstWindow = 256 * 1024;
const windowFactor = 8;
/** The table of a file with ten million objects. */
const maxWindow = 256 * 1024 * 1024;

export class FileSource implements SectionSource, PdfRefOwner, ObjectParserHost {
  readonly description = 'the PDF that is skimmed';
  readonly names = new NameTable();
  readonly #source: ByteSource;
  readonly #refs = new Map<number, PdfRef>();
  /** Where the header is. All other offsets count from it. */
  readonly header: number;

  /** Throws `not_pdf`. */
  constructor(source: ByteSource) {
    this.#source = source;
    const start = Buffer.alloc(Math.min(headerSearchLength, source.size));
    source.read(start, 0);
    this.header = start.indexOf('%PDF-', 0, 'latin1');
    if (this.header < 0) throw new PdfError('not_pdf', 'This is not a PDF: it has no %PDF header.');
  }

  /** From the header to the end. */
  get length(): number {
    return this.#source.size - this.header;
  }

  ref(number: number, generation: number): PdfRef {
    if (generation !== 0) return new PdfRef(number, generation, this);
    const ref = this.#refs.get(number) ?? new PdfRef(number, 0, this);
    this.#refs.set(number, ref);
    return ref;
  }

  /** Only dictionaries of streams and trailers are parsed, each once: they are as long as the bytes that were read. */
  container(): void {}

  /** Returns the bytes from the position on, fewer than `length` at the end of the file. */
  bytes(position: number, length: number): Buffer {
    const bytes = Buffer.allocUnsafeSlow(Math.max(0, Math.min(length, this.length - position)));
    this.copy(bytes, position);
    return bytes;
  }

  /** Fills the buffer. */
  copy(target: Buffer, position: number): void {
    if (target.length > 0) this.#source.read(target, this.header + position);
  }

  findStartXref(): number {
    return findStartXref(this.bytes(Math.max(0, this.length - tailLength), tailLength), this);
  }

  at<Result>(position: number, read: (bytes: Buffer, parser: ObjectParser) => Result): Result {
    assertWithin(position, this.length);
    for (let size = firstWindow; ; size *= windowFactor) {
      const bytes = this.bytes(position, Math.min(size, maxWindow));
      try {
        return read(bytes, new ObjectParser(bytes, 0, this));
      } catch (error) {
        const isWhole = position + bytes.length >= this.length || size >= maxWindow;
        if (isWhole || !(error instanceof PdfError) || error.code !== 'malformed') throw error;
      }
    }
  }
}
