/** The entries of an outline (bookmarks, ISO 32000-2, 12.3.3). */
import { NamedDestinations } from '../document/named-destinations.ts';
import { getPages } from '../document/page-tree.ts';
import { isDict, isNamed, type PdfDict, PdfRef, type PdfValue } from '../object.ts';
import type { PdfReader } from '../reading/reader.ts';

/** More entries than any outline has. */
export const maxEntries = 100_000;

interface OutlineEntryAt {
  readonly entry: PdfDict;
  /** 1 for the entries at the top. */
  readonly depth: number;
}

/**
 * Yields the entries down to a level, by default all, in the order in which a viewer shows them. Each is yielded once,
 * even if a damaged file links in cycles.
 */
export function* outlineEntries(
  file: PdfReader,
  maxDepth = Number.POSITIVE_INFINITY,
): Generator<OutlineEntryAt> {
  const outline = file.dict(file.catalog, 'Outlines');
  const seen = new Set<PdfDict>();
  const waiting = [{ entry: outline && file.get(outline, 'First'), depth: 1 }];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { entry, depth } = next;
    if (!isDict(entry) || seen.has(entry)) continue;
    seen.add(entry);
    yield { entry, depth };
    // The entries below one come before its next sibling.
    waiting.push({ entry: file.get(entry, 'Next'), depth });
    if (depth < maxDepth) waiting.push({ entry: file.get(entry, 'First'), depth: depth + 1 });
  }
}

/** Returns a function that finds the index of the page to which an entry leads. Throws `malformed`, `too_large`. */
export function entryTargets(file: PdfReader): (entry: PdfDict) => number | undefined {
  const places = new Map<PdfRef, number>();
  for (const [index, { ref }] of [...getPages(file)].entries())
    if (ref && !places.has(ref)) places.set(ref, index);
  const destinations = new NamedDestinations(file);
  const pageOf = (value: PdfValue | undefined): number | undefined => {
    const target = destinations.resolve(file.resolve(value));
    const list = isDict(target) ? file.get(target, 'D') : target;
    const page = Array.isArray(list) ? list[0] : undefined;
    // Some producers write the number of the page.
    if (typeof page === 'number') return page >= 0 && page < places.size ? page : undefined;
    return page instanceof PdfRef ? places.get(page) : undefined;
  };
  return (entry) => {
    const own = pageOf(entry.get('Dest'));
    if (own !== undefined) return own;
    const action = file.dict(entry, 'A');
    return action && isNamed(file.get(action, 'S'), 'GoTo') ? pageOf(action.get('D')) : undefined;
  };
}
