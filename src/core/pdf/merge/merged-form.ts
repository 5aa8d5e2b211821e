/**
 * Form fields. Two fields of one name would be one field with one value: a field at the top whose name is taken
 * gets another, and with it all below it.
 */
import type { ObjectCopier } from '../copying/object-copier.ts';
import { UniqueNames } from '../document/unique-names.ts';
import { isDict, type PdfDict, PdfString, type PdfValue } from '../object.ts';
import { PdfError } from '../pdf-error.ts';
import type { PdfReader } from '../reading/reader.ts';
import type { PdfWriter } from '../writing/writer.ts';
import type { MergedPart, SourceDocument } from './source-document.ts';

/** What fields without a value of their own take from the form: look and alignment of their text. */
const defaults = ['DA', 'Q'];

const signaturesExist = 1;

export class MergedForm implements MergedPart {
  readonly #writer: PdfWriter;
  readonly #names = new UniqueNames();
  readonly #fields: PdfValue[] = [];
  readonly #calculated: PdfValue[] = [];
  /** Kind (`Font`, for example) → name → object. */
  readonly #resources = new Map<string, Map<string, PdfValue>>();
  #defaults: PdfDict | undefined;
  #needAppearances = false;
  #signatures = false;

  constructor(writer: PdfWriter) {
    this.#writer = writer;
  }

  prepare({ file }: SourceDocument): undefined {
    const form = file.dict(file.catalog, 'AcroForm');
    if (!form) return;
    if (file.get(file.catalog, 'NeedsRendering') === true) {
      throw new PdfError('unsupported', 'The PDF is a dynamic XFA form, which has no pages of its own.');
    }
    this.#defaults ??= plainDefaults(file, form);
    const renamed = new Set<PdfDict>();
    for (const item of file.array(form, 'Fields') ?? []) {
      const field = file.resolve(item);
      if (!isDict(field) || renamed.has(field)) continue;
      renamed.add(field);
      const name = file.string(field, 'T');
      if (name) field.set('T', new PdfString(this.#names.claim(name.bytes)));
      // What the field had from its own form it must not take from the first one's.
      for (const key of defaults) {
        const own = file.get(form, key);
        if (!field.has(key) && !sameValue(own, this.#defaults.get(key) ?? null)) field.set(key, own);
      }
    }
    return undefined;
  }

  add({ file }: SourceDocument, copier: ObjectCopier): void {
    const form = file.dict(file.catalog, 'AcroForm');
    if (!form) return;
    for (const item of file.array(form, 'Fields') ?? []) this.#fields.push(copier.object(item));
    for (const item of file.array(form, 'CO') ?? []) this.#calculated.push(copier.object(item));
    for (const [kind, names] of file.dict(form, 'DR') ?? []) {
      const known = this.#resources.get(kind) ?? new Map<string, PdfValue>();
      this.#resources.set(kind, known);
      const dict = file.resolve(names);
      if (!isDict(dict)) continue;
      for (const [name, value] of dict) if (!known.has(name)) known.set(name, copier.object(value));
    }
    if (file.get(form, 'NeedAppearances') === true) this.#needAppearances = true;
    if (((file.number(form, 'SigFlags') ?? 0) & signaturesExist) !== 0) this.#signatures = true;
  }

  finish(catalog: PdfDict): void {
    if (!this.#defaults) return;
    const form: PdfDict = new Map<string, PdfValue>([['Fields', this.#fields], ...this.#defaults]);
    if (this.#calculated.length > 0) form.set('CO', this.#calculated);
    if (this.#resources.size > 0) form.set('DR', new Map(this.#resources));
    if (this.#needAppearances) form.set('NeedAppearances', true);
    if (this.#signatures) form.set('SigFlags', signaturesExist);
    catalog.set('AcroForm', this.#writer.add(form));
  }
}

function plainDefaults(file: PdfReader, form: PdfDict): PdfDict {
  const plain: PdfDict = new Map();
  for (const key of defaults) {
    const value = file.get(form, key);
    if (typeof value === 'number' || value instanceof PdfString) plain.set(key, value);
  }
  return plain;
}

function sameValue(a: PdfValue, b: PdfValue): boolean {
  return a instanceof PdfString && b instanceof PdfString ? a.bytes === b.bytes : a === b;
}
