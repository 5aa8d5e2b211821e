/** Writes name and number trees of any length, in nodes that a reader can search. */
import type { PdfDict, PdfRef, PdfValue } from '../object.ts';

const entriesPerNode = 64;

/** A file that is written, or one that is changed in memory. */
interface TreeTarget {
  add(value: PdfValue): PdfRef;
}

/** `entries` are sorted, with keys as they are written to the file. */
export function writeTree(
  writer: TreeTarget,
  leafKey: 'Names' | 'Nums',
  entries: readonly (readonly [key: PdfValue, value: PdfValue])[],
): PdfRef {
  if (entries.length <= entriesPerNode) return writer.add(new Map([[leafKey, entries.flat()]]));
  const kids: PdfRef[] = [];
  for (let i = 0; i < entries.length; i += entriesPerNode) {
    const part = entries.slice(i, i + entriesPerNode);
    const limits: PdfValue[] = [part[0]?.[0] ?? null, part.at(-1)?.[0] ?? null];
    const node: PdfDict = new Map<string, PdfValue>([
      ['Limits', limits],
      [leafKey, part.flat()],
    ]);
    kids.push(writer.add(node));
  }
  return writer.add(new Map([['Kids', kids]]));
}
