/** The resources of pages, extended by the base. Pages that share resources also share the extended ones. */
import type { ObjectCopier } from '../copying/object-copier.ts';
import type { Page } from '../document/page-tree.ts';
import { isDict, type PdfDict, type PdfRef, type PdfValue } from '../object.ts';
import type { PdfReader } from '../reading/reader.ts';

/** Bytes of an entry for the reading budget: a hostile file can use the same large resources on every page. */
const typicalLength = 16;

export class ExtendedResources {
  readonly #file: PdfReader;
  readonly #copier: ObjectCopier;
  readonly #extended = new Map<PdfValue, Map<PdfRef, { ref: PdfRef; name: string }>>();

  constructor(file: PdfReader, copier: ObjectCopier) {
    this.#file = file;
    this.#copier = copier;
  }

  /** Adds the form to the resources of the page's new dictionary and returns its name in them. */
  with(page: Page, form: PdfRef, dict: PdfDict): string {
    const resources = page.inherited.get('Resources') ?? null;
    const known = this.#extended.get(resources) ?? new Map();
    this.#extended.set(resources, known);
    let extended = known.get(form);
    if (!extended) {
      extended = this.#extend(isDict(resources) ? resources : new Map(), form);
      known.set(form, extended);
    }
    dict.set('Resources', extended.ref);
    return extended.name;
  }

  #extend(resources: PdfDict, form: PdfRef): { ref: PdfRef; name: string } {
    const forms: PdfDict = new Map(this.#file.dict(resources, 'XObject'));
    this.#file.spend((resources.size + forms.size) * typicalLength);
    let name = 'Base';
    while (forms.has(name)) name += '_';
    forms.set(name, form);
    return { ref: this.#copier.copy(new Map(resources).set('XObject', forms)), name };
  }
}
