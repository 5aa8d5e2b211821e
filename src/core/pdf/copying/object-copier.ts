/**
 * Copies objects of one file into a new one, each once, in the order they are met. What nothing leads to stays
 * behind: replaced versions of objects, tables, the hints of a linearised file.
 */
import { deflateSync } from 'node:zlib';
import { isDict, isNamed, type PdfDict, PdfName, PdfRef, PdfStream, type PdfValue } from '../object.ts';
import type { PdfReader } from '../reading/reader.ts';
import type { KeyRules } from '../writing/key-rules.ts';
import type { PdfWriter, Translation } from '../writing/writer.ts';
import { ObjectTranscriber } from './object-transcriber.ts';

export interface CopyRules {
  /** For keys of every dictionary that is copied, also inside others. */
  readonly rules?: KeyRules;
  /** What is written for a dictionary that was read before it is copied. */
  readonly instead?: (dict: PdfDict) => PdfDict;
  /**
   * Pages that nothing is known of, the tree of pages and the catalog become null: to refer to them would bring in
   * a second document.
   */
  readonly withoutPages?: boolean;
  /** Streams without a filter get one. */
  readonly compress?: boolean;
}

/** A shorter stream gains nothing from a filter, whose name alone takes 20 bytes. */
const shortestToCompress = 100;

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

  /** From now on references to the object become this one, and it is not copied. */
  map(source: PdfRef, target: PdfRef | null): void {
    this.#targets.set(keyOf(source.number, source.generation), target);
  }

  /** What the object became; undefined when nothing was decided yet. */
  targetOf(source: PdfRef): PdfRef | null | undefined {
    return this.#targets.get(keyOf(source.number, source.generation));
  }

  /** What a reference becomes; the object behind it is copied by the next `drain`. Throws `malformed`, `too_large`. */
  reference(source: PdfRef): PdfRef | null {
    if (source.owner !== this.file) {
      throw new Error(`A reference of ${source.owner.description} is not one of this file.`);
    }
    return this.#target(source.number, source.generation);
  }

  /** A new object with the value; what it refers to is copied by the next `drain`. */
  copy(value: PdfValue): PdfRef {
    return this.writer.add(this.prepare(value), this.translation);
  }

  /** The object that the value is, or else a new one for it; null for a reference that leads nowhere. */
  object(value: PdfValue): PdfRef | null {
    return value instanceof PdfRef ? this.reference(value) : this.copy(value);
  }

  /**
   * What the dictionary of the trailer became. It should be an object of its own, but some producers write it into
   * the trailer. Null where there is none.
   */
  fromTrailer(key: 'Root' | 'Info'): PdfRef | null {
    const value = this.file.trailer.get(key) ?? null;
    return isDict(this.file.resolve(value)) ? this.object(value) : null;
  }

  /** Copies what waits, and what that refers to. Throws `malformed`, `too_large`. */
  drain(): void {
    for (let i = 0; i < this.#waiting.length; i++) {
      const next = this.#waiting[i];
      if (next && !this.#transcribe(next)) this.#writeRead(next);
    }
    this.#waiting.length = 0;
  }

  /** A stream as it is to be written; everything else as it is. */
  prepare(value: PdfValue): PdfValue {
    if (!this.#rules.compress || !(value instanceof PdfStream)) return value;
    if (value.dict.has('Filter') || value.data.length < shortestToCompress) return value;
    // XMP stays readable for programs that know nothing of PDF and search for it.
    if (isNamed(value.dict.get('Type'), 'Metadata')) return value;
    const dict = new Map(value.dict).set('Filter', new PdfName('FlateDecode'));
    dict.delete('DecodeParms');
    return new PdfStream(dict, deflateSync(value.data));
  }

  #target(number: number, generation: number): PdfRef | null {
    const key = keyOf(number, generation);
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

/** Generations other than 0 are rare. */
function keyOf(number: number, generation: number): number {
  return generation === 0 ? number : -(number * 65_536 + generation);
}
