/**
 * Copies each object of one file into a new one once, in the sequence of first reference. Unreachable objects are
 * left out: replaced versions, cross-reference tables and the hints of a linearised file.
 */
import { deflateSync } from 'node:zlib';
import { isDict, isNamed, type PdfDict, PdfName, PdfRef, PdfStream, type PdfValue } from '../object.ts';
import type { PdfReader } from '../reading/reader.ts';
import type { KeyRules } from '../writing/key-rules.ts';
import type { PdfWriter, Translation } from '../writing/writer.ts';
import { ObjectTranscriber } from './object-transcriber.ts';

export interface CopyRules {
  /** Rules for keys of every copied dictionary, including nested ones. */
  readonly rules?: KeyRules;
  /** Returns the dictionary to write in place of one that was read before it is copied. */
  readonly instead?: (dict: PdfDict) => PdfDict;
  /**
   * Unmapped pages, the page tree and the catalog become null, because a reference to them would pull in a second
   * document.
   */
  readonly withoutPages?: boolean;
  /** Compresses streams that have no filter. */
  readonly compress?: boolean;
}

/** Shorter streams gain nothing from a filter, whose name alone takes 20 bytes. */
const minBytesToCompress = 100;

const typesOfPages: ReadonlySet<string> = new Set(['Page', 'Pages', 'Catalog']);

interface Waiting {
  readonly number: number;
  readonly generation: number;
  readonly target: PdfRef;
}

export class ObjectCopier {
  readonly file: PdfReader;
  readonly writer: PdfWriter;
  readonly translation: Translation;
  readonly #rules: CopyRules;
  readonly #exceptTypes: ReadonlySet<string>;
  readonly #transcriber: ObjectTranscriber;
  readonly #targets = new Map<number, PdfRef | null>();
  readonly #waiting: Waiting[] = [];

  constructor(file: PdfReader, writer: PdfWriter, rules: CopyRules = {}) {
    this.file = file;
    this.writer = writer;
    this.#rules = rules;
    this.#exceptTypes = rules.withoutPages ? typesOfPages : new Set();
    this.translation = {
      reference: (source) => this.reference(source),
      instead: rules.instead,
      rules: rules.rules,
    };
    this.#transcriber = new ObjectTranscriber(file, writer, {
      ...this.translation,
      target: (number, generation) => this.#target(number, generation),
      exceptTypes: this.#exceptTypes,
    });
  }

  /** Redirects later references from the source object to the target; the source object is not copied. */
  map(source: PdfRef, target: PdfRef | null): void {
    this.#targets.set(toKey(source.number, source.generation), target);
  }

  /** The target of an object, or undefined if none is assigned yet. */
  findTarget(source: PdfRef): PdfRef | null | undefined {
    return this.#targets.get(toKey(source.number, source.generation));
  }

  /** Translates a reference. The next `drain` copies its object. Throws `malformed`, `too_large`. */
  reference(source: PdfRef): PdfRef | null {
    if (source.owner !== this.file) {
      throw new Error(`A reference of ${source.owner.description} does not belong to this file.`);
    }
    return this.#target(source.number, source.generation);
  }

  /** Adds a new object with the value. The next `drain` copies the objects it refers to. */
  copy(value: PdfValue): PdfRef {
    return this.writer.add(this.prepare(value), this.translation);
  }

  /** Returns the object that the value refers to, or a new object for a direct value. Null for a dangling reference. */
  object(value: PdfValue): PdfRef | null {
    return value instanceof PdfRef ? this.reference(value) : this.copy(value);
  }

  /**
   * Returns the copy of a dictionary named by the trailer, or null if there is none. It should be an indirect object,
   * but some producers write it directly into the trailer.
   */
  fromTrailer(key: 'Root' | 'Info'): PdfRef | null {
    const value = this.file.trailer.get(key) ?? null;
    return isDict(this.file.resolve(value)) ? this.object(value) : null;
  }

  /** Copies all pending objects and everything they refer to. Throws `malformed`, `too_large`. */
  drain(): void {
    for (let i = 0; i < this.#waiting.length; i++) {
      const next = this.#waiting[i];
      if (next && !this.#transcribe(next)) this.#writeRead(next);
    }
    this.#waiting.length = 0;
  }

  /** Compresses a stream if the rules say so. Other values are returned unchanged. */
  prepare(value: PdfValue): PdfValue {
    if (!this.#rules.compress || !(value instanceof PdfStream)) return value;
    if (value.dict.has('Filter') || value.data.length < minBytesToCompress) return value;
    // XMP stays uncompressed for programs that search for it without parsing PDF.
    if (isNamed(value.dict.get('Type'), 'Metadata')) return value;
    const dict = new Map(value.dict).set('Filter', new PdfName('FlateDecode'));
    dict.delete('DecodeParms');
    return new PdfStream(dict, deflateSync(value.data));
  }

  #target(number: number, generation: number): PdfRef | null {
    const key = toKey(number, generation);
    const known = this.#targets.get(key);
    if (known !== undefined) return known;
    let target: PdfRef | null = null;
    if (this.file.has(number, generation)) {
      target = this.writer.reserve();
      this.#waiting.push({ number, generation, target });
    }
    this.#targets.set(key, target);
    return target;
  }

  #transcribe({ number, generation, target }: Waiting): boolean {
    const start = this.writer.packed.length;
    if (!this.file.readText(number, generation, this.#transcriber)) return false;
    this.writer.wrote(target, start);
    return true;
  }

  #writeRead({ number, generation, target }: Waiting): void {
    const value = this.file.resolve(this.file.ref(number, generation));
    const type = isDict(value) ? value.get('Type') : undefined;
    const isLeftOut = type instanceof PdfName && this.#exceptTypes.has(type.value);
    this.writer.write(target, isLeftOut ? null : this.prepare(value), this.translation);
  }
}

/** Object number and generation as one key. Generations other than 0 are rare. */
function toKey(number: number, generation: number): number {
  return generation === 0 ? number : -(number * 65_536 + generation);
}
