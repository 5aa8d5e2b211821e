/** Copies objects of another file into an update, each once. */
import { isDict, type PdfDict, PdfName, PdfRef, PdfStream, type PdfValue } from '../object.ts';
import type { PdfReader } from '../reading/reader.ts';
import type { IncrementalUpdate } from '../writing/incremental-update.ts';

/** Become null, because they would bring all of the other document with them. */
const typesOfPages: ReadonlySet<string> = new Set(['Page', 'Pages', 'Catalog']);

export class UpdateCopier {
  readonly #file: PdfReader;
  readonly #update: IncrementalUpdate;
  readonly #targets = new Map<PdfRef, PdfRef>();
  readonly #waiting: PdfRef[] = [];

  constructor(file: PdfReader, update: IncrementalUpdate) {
    this.#file = file;
    this.#update = update;
  }

  /** Adds a new object with the value. The next `drain` copies the objects it refers to. */
  copy(value: PdfValue): PdfRef {
    return this.#update.add(this.#translated(value));
  }

  /** Copies all pending objects and everything they refer to. Throws `malformed`, `too_large`. */
  drain(): void {
    for (let source = this.#waiting.pop(); source; source = this.#waiting.pop()) {
      const value = this.#file.resolve(source);
      const type = isDict(value) ? value.get('Type') : undefined;
      const isLeftOut = type instanceof PdfName && typesOfPages.has(type.value);
      const target = this.#targets.get(source);
      if (target) this.#update.replace(target, isLeftOut ? null : this.#translated(value));
    }
  }

  #translated(value: PdfValue): PdfValue {
    if (value instanceof PdfRef) return value.owner === this.#file ? this.#target(value) : value;
    if (Array.isArray(value)) return value.map((each) => this.#translated(each));
    if (isDict(value)) return this.#dict(value);
    return value instanceof PdfStream ? new PdfStream(this.#dict(value.dict), value.data) : value;
  }

  #dict(dict: PdfDict): PdfDict {
    return new Map([...dict].map(([key, value]) => [key, this.#translated(value)]));
  }

  #target(source: PdfRef): PdfRef {
    const known = this.#targets.get(source);
    if (known) return known;
    const target = this.#update.add(null);
    this.#targets.set(source, target);
    this.#waiting.push(source);
    return target;
  }
}
