/** Renames structure elements while they are copied. Table cells refer to their header cells by these names. */
import type { ObjectCopier } from '../copying/object-copier.ts';
import { type PdfDict, type PdfRef, PdfString } from '../object.ts';
import type { PdfReader } from '../reading/reader.ts';
import { type KeyRule, needsDict } from '../writing/key-rules.ts';
import { nameTreeEntries } from './name-tree.ts';

/** `rename` is called for every occurrence of a name and must return the same result for equal names. */
export function structureIdRules(
  file: PdfReader,
  rename: (id: string) => string,
): [key: string, rule: KeyRule][] {
  const id: KeyRule = (value, dict, type) => {
    // Other objects, such as images and files, also have an /ID.
    if (type !== 'StructElem' && !dict) return needsDict;
    if (type !== 'StructElem' && !(dict?.has('S') && dict.has('P'))) return undefined;
    const name = file.resolve(value);
    return name instanceof PdfString ? new PdfString(rename(name.bytes)) : undefined;
  };
  const headers: KeyRule = (value) => {
    const names = file.resolve(value);
    if (!Array.isArray(names)) return undefined;
    const renamed: PdfString[] = [];
    for (const item of names) {
      const name = file.resolve(item);
      // Only plain lists: the value written in place of a reference must not lead back to itself.
      if (!(name instanceof PdfString)) return undefined;
      renamed.push(new PdfString(rename(name.bytes)));
    }
    return renamed;
  };
  return [
    ['ID', id],
    ['Headers', headers],
  ];
}

/** Yields new name → element, sorted by the old names. Throws `malformed`, `too_large`. */
export function* renamedElements(
  file: PdfReader,
  tree: PdfDict,
  rename: (id: string) => string,
  copier: ObjectCopier,
): Generator<[id: string, element: PdfRef]> {
  for (const [id, element] of nameTreeEntries(file, tree.get('IDTree'))) {
    const copied = copier.object(element);
    if (copied) yield [rename(id), copied];
  }
}
