/** The resources of pages, extended by forms of another file. Pages that share resources and forms go on sharing them. */
import type { ObjectCopier } from '../copying/object-copier.ts';
import type { Page } from '../document/page-tree.ts';
import { isDict, type PdfDict, type PdfRef, type PdfValue } from '../object.ts';
import type { PdfReader } from '../reading/reader.ts';

/** Bytes of an entry for the reading budget: a hostile file can use the same large resources on every page. */
const typicalLength = 16;

interface Extended {
  readonly ref: PdfRef;
  readonly names: readonly string[];
}

export class ExtendedResources {
  readonly #file: PdfReader;
  readonly #copier: ObjectCopier;
  readonly #nextName: (taken: PdfDict) => string;
  readonly #extended = new Map<PdfValue, Map<string, Extended>>();

  /** `nextName` returns a name that none of the forms has yet. */
  constructor(file: PdfReader, copier: ObjectCopier, nextName: (taken: PdfDict) => string) {
    this.#file = file;
    this.#copier = copier;
    this.#nextName = nextName;
  }

  /** Adds the forms to the resources of the page's new dictionary and returns their names in them. */
  with(page: Page, forms: readonly PdfRef[], dict: PdfDict): readonly string[] {
    const resources = page.inherited.get('Resources') ?? null;
    const known = this.#extended.get(resources) ?? new Map<string, Extended>();
    this.#extended.set(resources, known);
    const key = forms.map(({ number }) => number).join();
    const extended = known.get(key) ?? this.#extend(isDict(resources) ? resources : new Map(), forms);
    known.set(key, extended);
    dict.set('Resources', extended.ref);
    return extended.names;
  }

  #extend(resources: PdfDict, added: readonly PdfRef[]): Extended {
    const forms: PdfDict = new Map(this.#file.dict(resources, 'XObject'));
    this.#file.spend((resources.size + forms.size) * typicalLength);
    const names = added.map((form) => {
      const name = this.#nextName(forms);
      forms.set(name, form);
      return name;
    });
    return { ref: this.#copier.copy(new Map(resources).set('XObject', forms)), names };
  }
}
