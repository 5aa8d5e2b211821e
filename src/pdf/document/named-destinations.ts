import { PdfName, PdfString, type PdfValue } from '../object.ts';
import type { PdfReader } from '../reading/reader.ts';
import { nameTreeEntries } from './name-tree.ts';

/** Finds destinations by their names (ISO 32000-2, 12.3.2.4): names are in `/Dests`, strings in a tree. */
export class NamedDestinations {
  readonly #file: PdfReader;
  #strings: Map<string, PdfValue> | undefined;

  constructor(file: PdfReader) {
    this.#file = file;
  }

  /** The destination of a name or a string; null for an unknown one. Any other value is returned as it is. */
  resolve(value: PdfValue): PdfValue {
    const file = this.#file;
    if (value instanceof PdfName) {
      const names = file.dict(file.catalog, 'Dests');
      return names ? file.get(names, value.value) : null;
    }
    if (!(value instanceof PdfString)) return value;
    this.#strings ??= new Map(nameTreeEntries(file, file.dict(file.catalog, 'Names')?.get('Dests')));
    return file.resolve(this.#strings.get(value.bytes));
  }
}
