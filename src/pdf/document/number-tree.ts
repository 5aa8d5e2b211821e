/** Number trees: sorted integers → values (ISO 32000-2, 7.9.7). */
import type { PdfValue } from '../object.ts';
import type { PdfReader } from '../reading/reader.ts';
import { treeLeaves } from './tree-leaves.ts';

export type NumberTreeEntry = readonly [key: number, value: PdfValue];

/** Returns entries sorted by key. The first of several entries with the same key counts. */
export function numberTreeEntries(file: PdfReader, root: PdfValue | undefined): NumberTreeEntry[] {
  const entries = new Map<number, PdfValue>();
  for (const [key, value] of treeLeaves(file, root, 'Nums')) {
    if (typeof key === 'number' && !entries.has(key)) entries.set(key, value);
  }
  return [...entries].sort(([a], [b]) => a - b);
}
