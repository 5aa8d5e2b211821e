/**
 * Appearances of annotations as forms that `Do` draws. Viewers draw an appearance whatever it says that it is; `Do` draws only what is
 * an XObject of the subtype Form (ISO 32000-2, 8.10.2).
 */
import { isNamed, type PdfDict, PdfName, type PdfRef, PdfStream } from '../object.ts';
import type { PdfReader } from '../reading/reader.ts';
import { readMatrix } from './annotation-appearance.ts';

export class DrawableForms {
  readonly #file: PdfReader;
  readonly #add: (form: PdfStream) => PdfRef;
  readonly #made = new Map<PdfRef, PdfRef>();

  /** `add` adds a form, which refers to objects of the file, to what is written. */
  constructor(file: PdfReader, add: (form: PdfStream) => PdfRef) {
    this.#file = file;
    this.#add = add;
  }

  /** Returns the appearance itself if it is such a form, otherwise a copy that is one. */
  of(appearance: PdfRef): PdfRef {
    const stream = this.#file.resolve(appearance);
    if (!(stream instanceof PdfStream) || this.#isForm(stream.dict)) return appearance;
    const made = this.#made.get(appearance) ?? this.#add(this.#asForm(stream));
    this.#made.set(appearance, made);
    return made;
  }

  #isForm(dict: PdfDict): boolean {
    const type = this.#file.get(dict, 'Type');
    const hasType = type === null || isNamed(type, 'XObject');
    return hasType && isNamed(this.#file.get(dict, 'Subtype'), 'Form') && this.#hasSoundMatrix(dict);
  }

  #hasSoundMatrix(dict: PdfDict): boolean {
    return !dict.has('Matrix') || readMatrix(this.#file, dict) !== undefined;
  }

  #asForm({ dict, data }: PdfStream): PdfStream {
    const form: PdfDict = new Map(dict)
      .set('Type', new PdfName('XObject'))
      .set('Subtype', new PdfName('Form'))
      .set('FormType', 1);
    if (!this.#hasSoundMatrix(dict)) form.delete('Matrix');
    return new PdfStream(form, data);
  }
}
