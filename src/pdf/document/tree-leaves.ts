/** The entries of name trees and number trees (ISO 32000-2, 7.9.6 and 7.9.7), which differ only in their keys. */
import { isDict, type PdfDict, type PdfValue } from '../object.ts';
import type { PdfReader } from '../reading/reader.ts';

/**
 * Yields entries in file sequence, with keys resolved and values unresolved. Visits every node once, so that
 * traversal ends even if the file has cycles.
 */
export function* treeLeaves(
  file: PdfReader,
  root: PdfValue | undefined,
  leafKey: 'Names' | 'Nums',
): Generator<readonly [key: PdfValue, value: PdfValue]> {
  const seen = new Set<PdfDict>();
  const waiting: PdfValue[] = [root ?? null];
  while (waiting.length > 0) {
    const node = file.resolve(waiting.pop());
    if (!isDict(node) || seen.has(node)) continue;
    seen.add(node);
    const leaves = file.array(node, leafKey) ?? [];
    for (let i = 0; i + 1 < leaves.length; i += 2) yield [file.resolve(leaves[i]), leaves[i + 1] ?? null];
    for (const kid of (file.array(node, 'Kids') ?? []).toReversed()) waiting.push(kid);
  }
}
