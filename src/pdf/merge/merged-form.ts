/**
 * Form fields. Two fields with one name would be one field with one value, so a top-level field whose name is taken
 * is renamed, and with it all its descendants.
 */

import type { ObjectCopier } from '../copying/object-copier.ts';
import type { SharedObjects } from '../copying/shared-objects.ts';
import { listUnlistedFields } from '../document/list-unlisted-fields.ts';
import { UniqueNames } from '../document/unique-names.ts';
import { isDict, type PdfDict, PdfString, type PdfValue } from '../object.ts';
import { PdfError } from '../pdf-error.ts';
import type { PdfReader } from '../reading/reader.ts';
import { assertStaticForm } from '../repair/static-form.ts';
import type { KeyRule } from '../writing/key-rules.ts';
import type { PdfWriter } from '../writing/writer.ts';
import { MergedFormResources, renameAppearanceFonts } from './merged-form-resources.ts';
import type { MergedPart, SourceDocument } from './source-document.ts';

/** Keys that fields inherit from the form: default appearance and text alignment. */
const defaults = ['DA', 'Q'];

const signaturesExist = 1;

export class MergedForm implements MergedPart {
  readonly #writer: PdfWriter;
  readonly #names = new UniqueNames();
  readonly #fields: PdfValue[] = [];
  readonly #calculated: PdfValue[] = [];
  readonly #resources: MergedFormResources;
  #defaults: PdfDict | undefined;
  /** Values of `NeedAppearances`, of the forms that have fields. */
  readonly #needAppearances = new Set<boolean>();
  #signatures = false;

  /** Font names of the document that is being added; filled before any field is copied. */
  #fontNames = new Map<string, string>();

  constructor(writer: PdfWriter, shared: SharedObjects | undefined) {
    this.#writer = writer;
    this.#resources = new MergedFormResources(shared);
  }

  prepare({ file, index }: SourceDocument): [key: string, rule: KeyRule][] {
    assertStaticForm(file);
    listUnlistedFields(file);
    const form = file.dict(file.catalog, 'AcroForm');
    if (!form) return [];
    // A repair takes it out, and says so.
    if (form.has('XFA')) {
      throw new PdfError('unsupported', 'The PDF is an XFA form, which cannot be merged.');
    }
    this.#defaults ??= plainDefaults(file, form);
    const renamed = new Set<PdfDict>();
    // Two fields with one name in the same document are two parts of one field and stay so.
    const claimed = new Map<string, string>();
    const claim = (name: string) => {
      const own = claimed.get(name) ?? this.#names.claim(name);
      claimed.set(name, own);
      return new PdfString(own);
    };
    for (const item of file.array(form, 'Fields') ?? []) {
      const field = file.resolve(item);
      if (!isDict(field) || renamed.has(field)) continue;
      renamed.add(field);
      const name = file.string(field, 'T');
      if (name) field.set('T', claim(name.bytes));
      // A field must not inherit from the first document's form what it inherited from its own.
      for (const key of defaults) {
        const own = file.get(form, key);
        if (index > 0 && own !== null && !field.has(key)) field.set(key, own);
      }
    }
    const renames = new Map<string, string>();
    this.#fontNames = renames;
    const appearanceRule: KeyRule = (value) => {
      const text = renames.size > 0 ? file.resolve(value) : undefined;
      return text instanceof PdfString ? renameAppearanceFonts(text, renames) : undefined;
    };
    return [['DA', appearanceRule]];
  }

  add({ file }: SourceDocument, copier: ObjectCopier): void {
    const form = file.dict(file.catalog, 'AcroForm');
    if (!form) return;
    for (const item of file.array(form, 'Fields') ?? []) this.#fields.push(copier.object(item));
    for (const item of file.array(form, 'CO') ?? []) this.#calculated.push(copier.object(item));
    const renames = this.#resources.add(file.dict(form, 'DR') ?? new Map(), copier);
    for (const [name, renamed] of renames) this.#fontNames.set(name, renamed);
    const hasFields = (file.array(form, 'Fields') ?? []).length > 0;
    if (hasFields) this.#needAppearances.add(file.get(form, 'NeedAppearances') === true);
    if (((file.number(form, 'SigFlags') ?? 0) & signaturesExist) !== 0) this.#signatures = true;
  }

  finish(catalog: PdfDict): void {
    if (!this.#defaults) return;
    const form: PdfDict = new Map<string, PdfValue>([['Fields', this.#fields], ...this.#defaults]);
    if (this.#calculated.length > 0) form.set('CO', this.#calculated);
    const resources = this.#resources.dict();
    if (resources) form.set('DR', resources);
    // It holds for all fields, and viewers would draw those of the other forms in their own way too.
    if (this.#needAppearances.has(true) && !this.#needAppearances.has(false))
      form.set('NeedAppearances', true);
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
