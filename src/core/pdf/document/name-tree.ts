/** Name trees: sorted strings → values (ISO 32000-2, 7.9.6). */
import { isDict, type PdfDict, PdfString, type PdfValue } from '../object.ts';
import type { PdfReader } from '../reading/reader.ts';

/** Keys are byte strings. */
export type NameTreeEntry = readonly [key: string, value: PdfValue];

/** In the order of the file. Every node is visited once, so that a tree that is none ends too. */
export function* nameTreeEntries(file: PdfReader, root: PdfValue | undefined): Generator<NameTreeEntry> {
  const seen = new Set<PdfDict>();
  const waiting: PdfValue[] = [root ?? null];
  while (waiting.length > 0) {
    const node = file.resolve(waiting.pop());
    if (!isDict(node) || seen.has(node)) continue;
    seen.add(node);
    const names = file.array(node, 'Names') ?? [];
    for (let i = 0; i + 1 < names.length; i += 2) {
      const key = file.resolve(names[i]);
      if (key instanceof PdfString) yield [key.bytes, names[i + 1] ?? null];
    }
    for (const kid of (file.array(node, 'Kids') ?? []).toReversed()) waiting.push(kid);
  }
}

/** A tree of one node, which the format allows at any length. */
export function makeNameTree(entries: readonly NameTreeEntry[]): PdfDict {
  const sorted = entries.toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  return new Map([['Names', sorted.flatMap(([key, value]) => [new PdfString(key), value])]]);
}
