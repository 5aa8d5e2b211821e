/**
 * Looks up objects in a PDF. Parsing is lazy, so that opening a file costs the same whatever its size. Reads classic
 * tables, cross-reference streams, both together (hybrid files), object streams and incremental updates. A damaged
 * file throws a `PdfError` unless `repair` is set.
 */

import {
  isDict,
  type PdfDict,
  PdfName,
  PdfRef,
  type PdfRefOwner,
  PdfStream,
  PdfString,
  type PdfValue,
} from '../object.ts';
import { PdfError } from '../pdf-error.ts';
import type { CrossReferenceEntry } from './cross-reference.ts';
import { decodeStream } from './decode-stream.ts';
import { type OpenedFile, openEncrypted } from './encryption/open-encrypted.ts';
import { readIndirectObject } from './indirect-object.ts';
import { NameTable } from './name-table.ts';
import { ObjectParser, type ObjectParserHost } from './object-parser.ts';
import { ObjectStream } from './object-stream.ts';
import { type FileStructure, readCrossReference } from './read-cross-reference.ts';
import { ReadingBudget } from './reading-budget.ts';
import { RebuiltCrossReference } from './rebuilt-cross-reference.ts';

/** Readers accept bytes before the header. Offsets then count from the header. */
const headerSearchLength = 1024;

/** Nested look-ups, such as a stream whose length is in an object stream. Real files need 3 levels. */
const maxLookupDepth = 32;

/** More than any file has, and exact. */
const firstAddedNumber = 2 ** 50;

export interface TextReader {
  /** Returns the end of the value at the position, or -1 to skip the object. */
  read(bytes: Buffer, position: number): number;
}

export interface ReadingOptions {
  /**
   * User or owner password. The empty one opens files that need no password. If undefined, encrypted files are
   * rejected.
   */
  readonly password?: string | undefined;
  /** The file's own key, in place of a password. */
  readonly fileKey?: Uint8Array | undefined;
  /** Finds objects by scanning the file, not by its cross-reference table, and skips broken ones. */
  readonly repair?: boolean;
}

export class PdfReader implements PdfRefOwner, ObjectParserHost {
  readonly description = 'the PDF that is read';
  /** The file from its header on; offsets count from there. A view of the caller's bytes. */
  readonly bytes: Buffer;
  readonly structure: FileStructure;
  readonly names = new NameTable();
  readonly #budget: ReadingBudget;
  readonly #refs = new Map<number | string, PdfRef>();
  readonly #objects = new Map<PdfRef, PdfValue>();
  readonly #objectStreams = new Map<number, ObjectStream>();
  /** Objects that exist only in memory, or no longer. */
  readonly #changed = new Map<PdfRef, 'added' | 'removed'>();
  readonly forgiving: boolean;
  #opened: OpenedFile | undefined;
  #lookupDepth = 0;

  /** Throws `not_pdf`, `malformed`, `encrypted`, `unsupported`, `too_large`. */
  constructor(pdf: Uint8Array, { password, fileKey, repair = false }: ReadingOptions = {}) {
    const whole = Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength);
    const header = whole.subarray(0, headerSearchLength).indexOf('%PDF-', 0, 'latin1');
    // A file that has lost only its header counts as damaged.
    if (header < 0 && !(repair && whole.includes('endobj'))) {
      throw new PdfError('not_pdf', 'This is not a PDF: it has no %PDF header.');
    }
    this.bytes = whole.subarray(Math.max(header, 0));
    this.forgiving = repair;
    this.#budget = new ReadingBudget(this.bytes.length);
    const rebuilt = repair ? new RebuiltCrossReference(this.bytes, this, this.#budget) : undefined;
    this.structure = rebuilt?.structure ?? readCrossReference(this.bytes, this, this.#budget);
    if (this.trailer.has('Encrypt')) {
      this.#opened = openEncrypted(this, fileKey ?? password);
    }
    rebuilt?.addPacked((number) => this.#objectStream(number).numbers);
    rebuilt?.findCatalog((number) => this.resolve(this.ref(number, 0)));
  }

  get isEncrypted(): boolean {
    return this.#opened !== undefined;
  }

  /** Which password opened an encrypted file, and what it permits. Undefined if it is not encrypted. */
  get access(): Pick<OpenedFile, 'isOwner' | 'permissions'> | undefined {
    return this.#opened;
  }

  get trailer(): PdfDict {
    return this.structure.trailer;
  }

  /** Throws `malformed` if there is none. */
  get catalog(): PdfDict {
    const catalog = this.dict(this.trailer, 'Root');
    if (!catalog) throw new PdfError('malformed', 'The PDF has no catalog.');
    return catalog;
  }

  /** The PDF version, such as `1.4`: that of the header, or that of the catalog if it is higher. */
  get version(): string {
    const header = /^%PDF-(\d\.\d)/.exec(this.bytes.toString('latin1', 0, 8))?.[1] ?? '1.4';
    const inCatalog = this.name(this.catalog, 'Version');
    return inCatalog && /^\d\.\d$/.test(inCatalog) && inCatalog > header ? inCatalog : header;
  }

  /** Returns the same reference for the same object, so that references can be compared and used as keys. */
  ref(number: number, generation: number): PdfRef {
    const key = toKey(number, generation);
    let ref = this.#refs.get(key);
    if (!ref) {
      ref = new PdfRef(number, generation, this);
      this.#refs.set(key, ref);
    }
    return ref;
  }

  /** Returns the greatest number, up to the limit, in the references that were read so far; -1 without any. */
  greatestReference(limit: number): number {
    let greatest = -1;
    for (const { number } of this.#refs.values()) if (number <= limit && number > greatest) greatest = number;
    return greatest;
  }

  /** Counts containers that the parser reads. */
  container(): void {
    this.#budget.container();
  }

  /** Charges the budget for bytes that are read again. Throws `too_large`. */
  spend(bytes: number): void {
    this.#budget.scanned(bytes);
  }

  /** Adds an object in memory. Files may refer to objects that they do not have: none of them is this one. */
  add(value: PdfValue): PdfRef {
    const ref = this.ref(firstAddedNumber + this.#changed.size, 0);
    this.#changed.set(ref, 'added');
    this.#objects.set(ref, value);
    return ref;
  }

  /** Drops what was read of an object that is not changed: text is copied faster than values. */
  forget(ref: PdfRef): void {
    if (!this.#changed.has(ref)) this.#objects.delete(ref);
  }

  /** Removes an object in memory: references to it become null. */
  remove(ref: PdfRef): void {
    this.#changed.set(ref, 'removed');
    this.#objects.set(ref, null);
  }

  /** Whether the file has an object with this number and generation. Throws `malformed`. */
  has(number: number, generation: number): boolean {
    if (this.#changed.size > 0) {
      const change = this.#changed.get(this.ref(number, generation));
      if (change) return change === 'added';
    }
    const entry = this.structure.crossReference.find(number);
    return entry.kind === 'plain' ? entry.generation === generation : entry.kind === 'packed';
  }

  /**
   * Passes an object to a reader as text. Returns false if the reader skipped it, if the object was already parsed
   * and may have changed since, or if it cannot be read this way. Throws `malformed`, `too_large`.
   */
  readText(number: number, generation: number, reader: TextReader): boolean {
    const ref = this.#refs.get(toKey(number, generation));
    if (ref && this.#objects.has(ref)) return false;
    const entry = this.structure.crossReference.find(number);
    if (entry.kind === 'packed') {
      return generation === 0 && this.#objectStream(entry.stream).readText(number, reader);
    }
    if (entry.kind === 'free' || entry.generation !== generation || this.#opened) return false;
    const parser = new ObjectParser(this.bytes, entry.offset, this);
    if (parser.integer() !== number || parser.integer() < 0 || !parser.keyword('obj')) return false;
    const end = reader.read(this.bytes, parser.position);
    if (end < 0) return false;
    this.#budget.scanned(end - entry.offset);
    return true;
  }

  /** Follows references to the value. Null if the file does not have the object. */
  resolve(value: PdfValue | undefined): PdfValue {
    let resolved = value ?? null;
    for (let hops = 0; resolved instanceof PdfRef; hops++) {
      if (hops > maxLookupDepth) return null;
      resolved = this.#load(resolved);
    }
    return resolved;
  }

  get(dict: PdfDict, key: string): PdfValue {
    return this.resolve(dict.get(key));
  }

  dict(dict: PdfDict, key: string): PdfDict | undefined {
    const value = this.get(dict, key);
    return isDict(value) ? value : undefined;
  }

  array(dict: PdfDict, key: string): PdfValue[] | undefined {
    const value = this.get(dict, key);
    return Array.isArray(value) ? value : undefined;
  }

  number(dict: PdfDict, key: string): number | undefined {
    const value = this.get(dict, key);
    return typeof value === 'number' ? value : undefined;
  }

  name(dict: PdfDict, key: string): string | undefined {
    const value = this.get(dict, key);
    return value instanceof PdfName ? value.value : undefined;
  }

  string(dict: PdfDict, key: string): PdfString | undefined {
    const value = this.get(dict, key);
    return value instanceof PdfString ? value : undefined;
  }

  /** Decodes a stream's filters. Throws `unsupported`, `malformed`, `too_large`. */
  decode(stream: PdfStream): Uint8Array {
    return decodeStream(stream, (value) => this.resolve(value), this.#budget);
  }

  #load(ref: PdfRef): PdfValue {
    if (ref.owner !== this)
      throw new Error(`A reference of ${ref.owner.description} does not belong to this file.`);
    const known = this.#objects.get(ref);
    if (known !== undefined) return known;
    if (this.#lookupDepth >= maxLookupDepth) throw new PdfError('malformed', 'Objects depend on each other.');
    this.#lookupDepth++;
    // A recursive look-up of this object returns null, which prevents an endless loop.
    this.#objects.set(ref, null);
    try {
      const value = this.#read(ref, this.structure.crossReference.find(ref.number));
      this.#objects.set(ref, value);
      return value;
    } finally {
      this.#lookupDepth--;
    }
  }

  #read(ref: PdfRef, entry: CrossReferenceEntry): PdfValue {
    switch (entry.kind) {
      case 'free':
        return null;
      case 'plain':
        return entry.generation === ref.generation ? this.#readAt(entry.offset, ref.number) : null;
      case 'packed':
        return ref.generation === 0 ? this.#objectStream(entry.stream).object(ref.number) : null;
    }
  }

  #readAt(offset: number, number: number): PdfValue {
    const parser = new ObjectParser(this.bytes, offset, this);
    const found = readIndirectObject(this.bytes, parser, (value) => this.resolve(value), this.#budget);
    if (found.number === number) {
      const decryption = this.#opened?.decryption;
      return decryption ? decryption.decrypted(found.value, number, found.generation) : found.value;
    }
    throw new PdfError('malformed', `Byte ${offset} has object ${found.number}, not ${number}.`);
  }

  #objectStream(number: number): ObjectStream {
    let unpacked = this.#objectStreams.get(number);
    if (!unpacked) {
      const stream = this.resolve(this.ref(number, 0));
      if (!(stream instanceof PdfStream)) {
        throw new PdfError('malformed', `Object ${number} should contain others but is not a stream.`);
      }
      unpacked = new ObjectStream(stream, this, this.#budget);
      this.#objectStreams.set(number, unpacked);
    }
    return unpacked;
  }
}

function toKey(number: number, generation: number): number | string {
  return generation === 0 ? number : `${number} ${generation}`;
}
