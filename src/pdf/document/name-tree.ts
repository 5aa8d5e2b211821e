/** Name trees: sorted strings → values (ISO 32000-2, 7.9.6). */
import { type PdfDict, PdfString, type PdfValue } from '../object.ts';
import type { PdfReader } from '../reading/reader.ts';
import { treeLeaves } from './tree-leaves.ts';

/** Keys are byte strings. */
export type NameTreeEntry = readonly [key: string, value: PdfValue];

/** Yields entries in file sequence. */
export function* nameTreeEntries(file: PdfReader, root: PdfValue | undefined): Generator<NameTreeEntry> {
  for (const [key, value] of treeLeaves(file, root, 'Names')) {
    if (key instanceof PdfString) yield [key.bytes, value];
  }
}

/** Builds a tree of one node, which the format allows at any length. */
export function makeNameTree(entries: readonly NameTreeEntry[]): PdfDict {
  return new Map([['Names', sortedByName(entries).flatMap(([key, value]) => [new PdfString(key), value])]]);
}

/** Sorts by bytes, as readers expect for their search. */
export function sortedByName<Entry extends NameTreeEntry>(entries: readonly Entry[]): Entry[] {
  return entries.toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
}
