/** The file that is checked, read once and shared by all rules. */
import { getPages, type Page } from '#pdf/document/page-tree';
import { getName, isDict, type PdfDict, PdfRef, PdfStream, type PdfValue } from '#pdf/object';
import { PdfError } from '#pdf/pdf-error';
import { PdfReader } from '#pdf/reading/reader';
import { type ObjectText, readObjectTexts } from './object-texts.ts';

export interface CheckedPage extends Page {
  /** From 1. */
  readonly number: number;
}

/** An indirect object of the file. */
export interface CheckedObject {
  readonly number: number;
  readonly generation: number;
  readonly value: PdfValue;
  /** Byte offset, counted from the header. Undefined for an object in an object stream. */
  readonly offset: number | undefined;
  readonly isUnreadable: boolean;
}

export class CheckedDocument {
  readonly file: PdfReader;
  /** The whole file, from its first byte on, even if that is before the header. */
  readonly bytes: Buffer;
  #pages: readonly CheckedPage[] | undefined;
  #objects: readonly CheckedObject[] | undefined;
  #texts: readonly ObjectText[] | undefined;
  #numbers: Map<PdfValue, number> | undefined;
  readonly #decoded = new Map<PdfStream, Uint8Array | undefined>();

  /** Whether an attached file is one of PDF/A that a file of this part may hold: part 1, 2 and, in part 4, 4. */
  readonly isArchive: (attached: Uint8Array, part: 2 | 4) => boolean;

  /** Throws `PdfError`. */
  constructor(pdf: Uint8Array, isArchive: (attached: Uint8Array, part: 2 | 4) => boolean) {
    this.isArchive = isArchive;
    this.bytes = Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength);
    // The empty password opens files that only restrict what readers may do.
    this.file = new PdfReader(pdf, { password: '' });
  }

  get catalog(): PdfDict {
    return this.file.catalog;
  }

  get pages(): readonly CheckedPage[] {
    this.#pages ??= [...getPages(this.file)].map((page, index) => ({ ...page, number: index + 1 }));
    return this.#pages;
  }

  /** All objects that the cross-reference table lists, in numeric order. Unreadable ones are null. */
  get objects(): readonly CheckedObject[] {
    this.#objects ??= this.#readObjects();
    return this.#objects;
  }

  /** The source of the objects, without the data of streams. Object streams are one text each. */
  get objectTexts(): readonly ObjectText[] {
    this.#texts ??= readObjectTexts(this);
    return this.#texts;
  }

  /**
   * The number of the object that is this dictionary, stream or array, or the number of the reference. Undefined for a
   * direct object.
   */
  objectNumber(value: PdfValue | undefined): number | undefined {
    if (value instanceof PdfRef) return value.number;
    if (value === undefined || value === null || typeof value !== 'object') return undefined;
    if (!this.#numbers) {
      this.#numbers = new Map();
      for (const object of this.objects) {
        if (typeof object.value === 'object' && object.value !== null) {
          this.#numbers.set(object.value, object.number);
        }
      }
    }
    return this.#numbers.get(value);
  }

  /** The dictionary, also that of a stream. Undefined for other values. Follows references. */
  dictOf(value: PdfValue | undefined): PdfDict | undefined {
    const resolved = this.file.resolve(value);
    if (isDict(resolved)) return resolved;
    return resolved instanceof PdfStream ? resolved.dict : undefined;
  }

  /** A stream's bytes with all filters undone, each stream once. Undefined if it is damaged or an image. */
  decode(stream: PdfStream): Buffer | undefined {
    if (!this.#decoded.has(stream)) this.#decoded.set(stream, this.#tryToDecode(stream));
    const decoded = this.#decoded.get(stream);
    return decoded && Buffer.from(decoded.buffer, decoded.byteOffset, decoded.byteLength);
  }

  #tryToDecode(stream: PdfStream): Uint8Array | undefined {
    try {
      return this.file.decode(stream);
    } catch (error) {
      if (error instanceof PdfError && error.code !== 'too_large') return undefined;
      throw error;
    }
  }

  #readObjects(): CheckedObject[] {
    const { crossReference } = this.file.structure;
    const objects: CheckedObject[] = [];
    for (const number of crossReference.numbers) {
      const entry = crossReference.find(number);
      if (entry.kind === 'free') continue;
      const generation = entry.kind === 'plain' ? entry.generation : 0;
      const offset = entry.kind === 'plain' ? entry.offset : undefined;
      const value = this.#tryToResolve(number, generation);
      objects.push({ number, generation, value: value ?? null, offset, isUnreadable: value === undefined });
    }
    return objects;
  }

  #tryToResolve(number: number, generation: number): PdfValue | undefined {
    try {
      return this.file.resolve(this.file.ref(number, generation));
    } catch (error) {
      if (error instanceof PdfError && error.code !== 'too_large') return undefined;
      throw error;
    }
  }

  /** The name at a key, of a dictionary that may be missing. */
  nameAt(dict: PdfDict | undefined, key: string): string | undefined {
    return dict && getName(this.file.get(dict, key));
  }
}
