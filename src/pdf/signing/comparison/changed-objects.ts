/** Which objects a later revision of a PDF has replaced. */
import type { CrossReferenceEntry } from '../../reading/cross-reference.ts';
import type { PdfReader } from '../../reading/reader.ts';

/**
 * The numbers of objects whose place in the file differs, in ascending order: replaced, added, removed, or pointed
 * elsewhere by nothing but a new cross-reference table. Throws `malformed`, `too_large`.
 */
export function changedObjects(before: PdfReader, after: PdfReader): number[] {
  const [old, current] = [before.structure.crossReference, after.structure.crossReference];
  const isMoved = (number: number) => !isSamePlace(old.find(number), current.find(number));
  const containers = new Map<number, boolean>();
  const isContainerMoved = (number: number) => {
    let moved = containers.get(number);
    if (moved === undefined) {
      moved = isMoved(number);
      containers.set(number, moved);
    }
    return moved;
  };
  return [...new Set([...old.numbers, ...current.numbers])]
    .sort((a, b) => a - b)
    .filter((number) => {
      if (isMoved(number)) return true;
      const entry = current.find(number);
      return entry.kind === 'packed' && isContainerMoved(entry.stream);
    });
}

export function isSamePlace(a: CrossReferenceEntry, b: CrossReferenceEntry): boolean {
  if (a.kind === 'plain') return b.kind === 'plain' && a.offset === b.offset && a.generation === b.generation;
  if (a.kind === 'packed') return b.kind === 'packed' && a.stream === b.stream && a.index === b.index;
  return b.kind === 'free';
}
