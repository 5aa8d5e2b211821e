/** Compares values of two revisions of a file as they are written: references by their numbers. */
import { isDict, PdfName, PdfRef, PdfStream, PdfString, type PdfValue, toList } from '../object.ts';

/** Whether both are the same. A missing value is null, as the format says. */
export function isSame(a: PdfValue | undefined, b: PdfValue | undefined): boolean {
  if (a === undefined || b === undefined) return (a ?? null) === (b ?? null);
  if (a instanceof PdfRef)
    return b instanceof PdfRef && a.number === b.number && a.generation === b.generation;
  if (a instanceof PdfName) return b instanceof PdfName && a.value === b.value;
  if (a instanceof PdfString) return b instanceof PdfString && a.bytes === b.bytes;
  if (a instanceof PdfStream) {
    return b instanceof PdfStream && isSame(a.dict, b.dict) && Buffer.compare(a.data, b.data) === 0;
  }
  if (Array.isArray(a))
    return Array.isArray(b) && a.length === b.length && a.every((item, i) => isSame(item, b[i]));
  if (isDict(a))
    return isDict(b) && a.size === b.size && [...a].every(([key, value]) => isSame(value, b.get(key)));
  return a === b;
}

/** What was added at the end of a list. Undefined if it is not the old list with more behind it. */
export function addedItems(old: PdfValue, current: PdfValue): readonly PdfValue[] | undefined {
  const [was, is] = [toList(old), toList(current)];
  return was.every((item, i) => isSame(item, is[i])) ? is.slice(was.length) : undefined;
}
