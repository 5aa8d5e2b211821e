/**
 * Copies objects of one file into a new one, each once, in the order they are met. What nothing leads to stays
 * behind: replaced versions of objects, tables, the hints of a linearised file.
 */
import { deflateSync } from 'node:zlib';
import { isNamed, type PdfDict, PdfName, PdfRef, PdfStream, type PdfValue } from '../object.ts';
import type { PdfReader } from '../reading/reader.ts';
import type { PdfWriter, Translation } from '../writing/writer.ts';

export interface CopyRules {
  /** A dictionary as it is to be written; for every one that is copied, also inside others. */
  readonly rewrite?: (dict: PdfDict) => PdfDict;
  /** What stands for a dictionary that is not copied: another object, or null for nothing. */
  readonly replace?: (dict: PdfDict) => PdfRef | null | undefined;
  /** Streams without a filter get one. */
  readonly compress?: boolean;
}

/** A shorter stream gains nothing from a filter, whose name alone takes 20 bytes. */
const shortestToCompress = 100;

export class ObjectCopier {
  readonly file: PdfReader;
  readonly writer: PdfWriter;
  readonly translation: Translation;
  readonly #rules: CopyRules;
  readonly #targets = new Map<PdfRef, PdfRef | null>();
  readonly #waiting: { source: PdfRef; target: PdfRef }[] = [];

  constructor(file: PdfReader, writer: PdfWriter, rules: CopyRules = {}) {
    this.file = file;
    this.writer = writer;
    this.#rules = rules;
    this.translation = { reference: (source) => this.reference(source), rewrite: rules.rewrite };
  }

  /** From now on references to the object become this one, and it is not copied. */
  map(source: PdfRef, target: PdfRef | null): void {
    this.#targets.set(source, target);
  }

  /** What the object became; undefined when nothing was decided yet. */
  targetOf(source: PdfRef): PdfRef | null | undefined {
    return this.#targets.get(source);
  }

  /** What a reference becomes; the object behind it is copied by the next `drain`. Throws `malformed`, `too_large`. */
  reference(source: PdfRef): PdfRef | null {
    const known = this.#targets.get(source);
    if (known !== undefined) return known;
    const decided = this.#decide(source);
    this.#targets.set(source, decided);
    return decided;
  }

  /** A new object with the value; what it refers to is copied by the next `drain`. */
  copy(value: PdfValue): PdfRef {
    return this.writer.add(this.prepare(value), this.translation);
  }

  /** The object that the value is, or else a new one for it; null for a reference that leads nowhere. */
  object(value: PdfValue): PdfRef | null {
    return value instanceof PdfRef ? this.reference(value) : this.copy(value);
  }

  /** Copies what waits, and what that refers to. Throws `malformed`, `too_large`. */
  drain(): void {
    for (let i = 0; i < this.#waiting.length; i++) {
      const next = this.#waiting[i];
      if (!next) continue;
      this.writer.write(next.target, this.prepare(this.file.resolve(next.source)), this.translation);
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

  #decide(source: PdfRef): PdfRef | null {
    if (!this.file.has(source)) return null;
    if (this.#rules.replace) {
      const value = this.file.resolve(source);
      const replaced = value instanceof Map ? this.#rules.replace(value) : undefined;
      if (replaced !== undefined) return replaced;
    }
    const target = this.writer.reserve();
    this.#waiting.push({ source, target });
    return target;
  }
}
