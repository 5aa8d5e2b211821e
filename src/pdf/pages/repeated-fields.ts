/** Form fields on a page that a document has several times: one field, with one value, and several places. */
import { isDict, isNamed, type PdfDict, PdfRef, type PdfValue } from '../object.ts';
import type { PdfReader } from '../reading/reader.ts';
import type { RepeatedAnnotation } from './repeat-pages.ts';

/** Keys of a field that most producers write into the dictionary of its only place on a page (ISO 32000-2, 12.7.4). */
const fieldKeys = [
  ...['FT', 'Parent', 'T', 'TU', 'TM', 'Ff', 'V', 'DV', 'DA', 'Q', 'DS', 'RV'],
  ...['MaxLen', 'Opt', 'TI', 'I', 'Lock', 'SV'],
];

export class RepeatedFields {
  readonly #file: PdfReader;
  readonly #form: PdfDict | undefined;

  constructor(file: PdfReader) {
    this.#file = file;
    this.#form = file.dict(file.catalog, 'AcroForm');
  }

  /** A signature has one place. */
  mayRepeat(annotation: PdfDict): boolean {
    const parent = this.#file.dict(annotation, 'Parent');
    return ![annotation, parent].some((field) => field && isNamed(this.#file.get(field, 'FT'), 'Sig'));
  }

  /** Makes the copy of a widget a place of the same field. `item`: the widget, as its page lists it. */
  repeat(item: PdfValue, copy: RepeatedAnnotation): void {
    const file = this.#file;
    const widget = file.resolve(item);
    if (!isDict(widget) || !(item instanceof PdfRef)) return;
    const isField = widget.has('T') || !(widget.get('Parent') instanceof PdfRef);
    if (isField) this.#separate(item, widget);
    const parent = widget.get('Parent') ?? null;
    for (const key of fieldKeys) if (isField) copy.dict.delete(key);
    copy.dict.set('Parent', parent);
    const field = file.resolve(parent);
    const kids = isDict(field) ? file.array(field, 'Kids') : undefined;
    kids?.push(copy.ref);
  }

  /** Gives the field a dictionary of its own. */
  #separate(ref: PdfRef, widget: PdfDict): void {
    const file = this.#file;
    const field: PdfDict = new Map([['Kids', [ref]]]);
    const parent = file.dict(widget, 'Parent');
    for (const key of fieldKeys) {
      const value = widget.get(key);
      if (value !== undefined) field.set(key, value);
      widget.delete(key);
    }
    // Some of its events are those of the field.
    const events = widget.get('AA');
    if (events !== undefined) field.set('AA', events);
    const fieldRef = file.add(field);
    widget.set('Parent', fieldRef);
    const above = parent ? file.array(parent, 'Kids') : this.#form && file.array(this.#form, 'Fields');
    for (const list of [above, this.#form && file.array(this.#form, 'CO')]) {
      const at = list?.indexOf(ref) ?? -1;
      file.spend(list?.length ?? 0);
      if (at >= 0) list?.splice(at, 1, fieldRef);
    }
  }
}
