/** Changed copies of a file's objects, for an incremental update that writes each of them once. */
import { isDict, type PdfDict, PdfRef, type PdfValue } from '../object.ts';
import { PdfError } from '../pdf-error.ts';
import type { PdfReader } from '../reading/reader.ts';
import type { IncrementalUpdate } from '../writing/incremental-update.ts';

export class ObjectEdits {
  readonly file: PdfReader;
  readonly update: IncrementalUpdate;
  readonly #copies = new Map<PdfRef, PdfValue>();

  constructor(file: PdfReader, update: IncrementalUpdate) {
    this.file = file;
    this.update = update;
  }

  /** The catalog to change. Throws `malformed`. */
  get catalog(): PdfDict {
    const root = this.file.trailer.get('Root');
    if (!(root instanceof PdfRef)) throw new PdfError('malformed', 'The catalog is not an indirect object.');
    return this.dict(root);
  }

  /** The dictionary to change, the same one at each call. Throws `malformed`. */
  dict(ref: PdfRef): PdfDict {
    const copy = this.#copies.get(ref);
    if (isDict(copy)) return copy;
    const value = this.file.resolve(ref);
    if (!isDict(value)) throw new PdfError('malformed', `Object ${ref.number} is not a dictionary.`);
    return this.#keep(ref, new Map(value));
  }

  /** Gives a new object of the update its dictionary, which `dict` returns from then on. */
  added(ref: PdfRef, dict: PdfDict): void {
    this.#keep(ref, dict);
  }

  /** A dictionary inside one that was returned here, to change. An empty one if there is none. */
  child(parent: PdfDict, key: string): PdfDict {
    const value = parent.get(key);
    if (value instanceof PdfRef && isDict(this.file.resolve(value))) return this.dict(value);
    const copy: PdfDict = isDict(value) ? new Map(value) : new Map();
    parent.set(key, copy);
    return copy;
  }

  /** An array inside a dictionary that was returned here, to change. An empty one if there is none. */
  list(parent: PdfDict, key: string): PdfValue[] {
    const value = parent.get(key);
    if (value instanceof PdfRef) {
      const known = this.#copies.get(value);
      if (Array.isArray(known)) return known;
      const found = this.file.resolve(value);
      if (Array.isArray(found)) return this.#keep(value, [...found]);
    }
    const copy = Array.isArray(value) ? [...value] : [];
    parent.set(key, copy);
    return copy;
  }

  #keep<Value extends PdfValue>(ref: PdfRef, copy: Value): Value {
    this.#copies.set(ref, copy);
    this.update.replace(ref, copy);
    return copy;
  }
}
