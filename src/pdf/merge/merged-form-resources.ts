/** Fonts for filling in fields, by name. A name that another font already has is changed. */
import type { ObjectCopier } from '../copying/object-copier.ts';
import type { SharedObjects } from '../copying/shared-objects.ts';
import { isDict, type PdfDict, type PdfRef, PdfString } from '../object.ts';

export class MergedFormResources {
  readonly #shared: SharedObjects | undefined;
  /** Kind (`Font`, for example) → name → object. */
  readonly #kinds = new Map<string, Map<string, PdfRef>>();

  constructor(shared: SharedObjects | undefined) {
    this.#shared = shared;
  }

  /** Returns the old and new names of renamed fonts. */
  add(resources: PdfDict, copier: ObjectCopier): Map<string, string> {
    const renames = new Map<string, string>();
    // Sharing turns equal fonts into one object, so that they are recognised as equal.
    this.#shared?.of(copier).copy(resources);
    for (const kind of resources.keys()) {
      const own = copier.file.get(resources, kind);
      if (!isDict(own)) continue;
      const known = this.#kinds.get(kind) ?? new Map<string, PdfRef>();
      this.#kinds.set(kind, known);
      for (const [name, value] of own) {
        const object = copier.object(value);
        if (!object || known.get(name) === object) continue;
        const free = freeName(name, known, own);
        known.set(free, object);
        if (free !== name && kind === 'Font') renames.set(name, free);
      }
    }
    return renames;
  }

  /** Undefined if there are no resources. */
  dict(): PdfDict | undefined {
    return this.#kinds.size > 0 ? new Map(this.#kinds) : undefined;
  }
}

/** A field's default appearance (`/Helv 12 Tf 0 g`) with the new names of its fonts. */
export function renameAppearanceFonts(
  appearance: PdfString,
  renames: ReadonlyMap<string, string>,
): PdfString {
  const text = appearance.bytes.replace(/\/([^\s()<>[\]{}/%]+)/g, (token, name: string) => {
    const renamed = renames.get(name);
    return renamed === undefined ? token : `/${renamed}`;
  });
  return new PdfString(text);
}

function freeName(name: string, known: ReadonlyMap<string, unknown>, own: PdfDict): string {
  if (!known.has(name)) return name;
  for (let number = 2; ; number++) {
    const free = `${name}_${number}`;
    if (!known.has(free) && !own.has(free)) return free;
  }
}
