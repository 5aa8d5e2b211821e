/**
 * The names of structure elements, by which the cells of a table say which cells head them: given anew while the
 * elements are copied.
 */
import type { ObjectCopier } from '../copying/object-copier.ts';
import { type PdfDict, type PdfRef, PdfString } from '../object.ts';
import type { PdfReader } from '../reading/reader.ts';
import { type KeyRule, needsDict } from '../writing/key-rules.ts';
import { nameTreeEntries } from './name-tree.ts';

/** `rename` is asked for every name whenever it comes; equal names must stay equal. */
export function structureIdRules(
  file: PdfReader,
  rename: (id: string) => string,
): [key: string, rule: KeyRule][] {
  const id: KeyRule = (value, dict, type) => {
    // Other things have an /ID too: pictures, files.
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
      // Only plain lists: what is written instead of a reference must not lead back to itself.
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

/** New name → element, in the order of the old names. Throws `malformed`, `too_large`. */
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
