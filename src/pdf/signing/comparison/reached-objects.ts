/** Which objects of a file are used, beside those that only certain entries lead to. */
import { isDict, isNamed, type PdfDict, PdfRef, PdfStream, type PdfValue } from '../../object.ts';
import type { PdfReader } from '../../reading/reader.ts';

/** Entries that are not followed: keys by the dictionary that has them. */
export type LeftOutEntries = ReadonlyMap<PdfDict, ReadonlySet<string>>;

/**
 * The numbers of all objects that the catalog leads to without the entries that are left out, and those that `others` lead
 * to. Other entries of the trailer are not followed, because no viewer shows what only they lead to. Throws `malformed`,
 * `too_large`.
 */
export function findReachedObjects(
  file: PdfReader,
  leftOut: LeftOutEntries,
  others: readonly PdfValue[],
): ReadonlySet<number> {
  const reached = new Set<number>();
  const waiting: PdfValue[] = [file.catalog, ...others];
  for (let value = waiting.pop(); value !== undefined; value = waiting.pop()) {
    if (value instanceof PdfRef) {
      if (reached.has(value.number)) continue;
      reached.add(value.number);
      value = file.resolve(value);
    }
    if (Array.isArray(value)) for (const item of value) waiting.push(item);
    const dict = value instanceof PdfStream ? value.dict : value;
    if (!isDict(dict)) continue;
    const without = leftOut.get(dict);
    // The structure refers to annotations, but shows nothing of them.
    const isObjectReference = isNamed(dict.get('Type') ?? null, 'OBJR');
    for (const [key, inner] of dict) {
      if (!without?.has(key) && !(isObjectReference && key === 'Obj')) waiting.push(inner);
    }
  }
  return reached;
}
