/** Compares values of two revisions of a file. */
import { isDict, PdfName, PdfRef, PdfStream, PdfString, type PdfValue, toList } from '../../object.ts';
import type { PdfReader } from '../../reading/reader.ts';

type Value = PdfValue | undefined;

/** Whether both are written alike: references by their numbers. A missing value is null, as the format says. */
export const isSame = (a: Value, b: Value): boolean => equals(a, b, isSameRef);

/** References that are followed in both revisions: programs copy small things, such as the resources of a page. */
const maxFollowed = 200;

/**
 * Whether `b` of the later revision is `a` or a copy of it in other objects. Objects of the same number count as the same,
 * because each of them is compared on its own. Throws `malformed`, `too_large`.
 */
export function isSameContent(before: PdfReader, a: Value, after: PdfReader, b: Value): boolean {
  let followed = 0;
  const isSameTarget: SameRefs = (x, y) =>
    isSameRef(x, y) ||
    (++followed <= maxFollowed && equals(before.resolve(x), after.resolve(y), isSameTarget));
  return equals(a, b, isSameTarget);
}

/** Compares two values of which at least one is a reference. */
type SameRefs = (a: Value, b: Value) => boolean;

const isSameRef: SameRefs = (a, b) =>
  a instanceof PdfRef && b instanceof PdfRef && a.number === b.number && a.generation === b.generation;

function equals(a: Value, b: Value, sameRefs: SameRefs): boolean {
  if (a instanceof PdfRef || b instanceof PdfRef) return sameRefs(a, b);
  if (a === undefined || b === undefined) return (a ?? null) === (b ?? null);
  if (a instanceof PdfName) return b instanceof PdfName && a.value === b.value;
  if (a instanceof PdfString) return b instanceof PdfString && a.bytes === b.bytes;
  if (a instanceof PdfStream) {
    return b instanceof PdfStream && equals(a.dict, b.dict, sameRefs) && Buffer.compare(a.data, b.data) === 0;
  }
  if (Array.isArray(a))
    return Array.isArray(b) && a.length === b.length && a.every((item, i) => equals(item, b[i], sameRefs));
  if (isDict(a))
    return (
      isDict(b) && a.size === b.size && [...a].every(([key, value]) => equals(value, b.get(key), sameRefs))
    );
  return a === b;
}

/** Returns the items that were added at the end of a list. Undefined if it does not begin with the old list. */
export function addedItems(old: PdfValue, current: PdfValue): readonly PdfValue[] | undefined {
  const [was, is] = [toList(old), toList(current)];
  return was.every((item, i) => isSame(item, is[i])) ? is.slice(was.length) : undefined;
}

/** Returns the items that were added to a list whose order does not matter. Undefined if an old item is gone. */
export function addedMembers(old: PdfValue, current: PdfValue): readonly PdfValue[] | undefined {
  const isRef = (item: PdfValue) => item instanceof PdfRef;
  const [was, is] = [toList(old), toList(current)];
  // The items are references; others are written only by mistake.
  const others = addedItems(
    was.filter((item) => !isRef(item)),
    is.filter((item) => !isRef(item)),
  );
  const missing = new Set(was.filter(isRef).map(({ number, generation }) => `${number} ${generation}`));
  const added = is
    .filter(isRef)
    .filter(({ number, generation }) => !missing.delete(`${number} ${generation}`));
  return others && missing.size === 0 ? [...others, ...added] : undefined;
}
