/** Finds the element that goes through all parts of a document whose list or text was printed in parts. */
import { isDict, PdfRef, type PdfValue } from '../object.ts';
import type { PdfReader } from '../reading/reader.ts';
import type { ItemKeys, PartTable } from './part-table.ts';
import { elementsOf, isElement, kidsOf } from './structure-kids.ts';

interface FindOptions {
  /** The pages of the part, as indexes, and those of all pages. */
  readonly pages: readonly [from: number, to: number];
  readonly indexes: ReadonlyMap<PdfRef, number>;
  /** See `PartToJoin`. */
  readonly span: readonly [first: number, last: number];
  /** Elements from the root to what is found in the parts before. Undefined for the first part. */
  readonly depth: number | undefined;
}

/**
 * Returns undefined for a PDF without tags. In the first part it is the deepest element with content from the page of the first
 * item to that of the last one; in other parts it is at the same depth, and the first one on the pages of the part.
 */
export function findPartText(
  file: PdfReader,
  { pages: [from, to], indexes, span: [first, last], depth }: FindOptions,
): PartTable | undefined {
  const tree = file.dict(file.catalog, 'StructTreeRoot');
  if (!tree) return undefined;
  const ranges = findRanges(file, elementsOf(file, tree), indexes);
  const isOnWay = (ref: PdfRef): boolean => {
    const [min, max] = ranges.get(ref) ?? nowhere;
    return depth === undefined ? min <= first && max >= last : min < to && max >= from;
  };
  const path: PdfRef[] = [];
  let kids = elementsOf(file, tree);
  while (path.length < (depth ?? maxDepth)) {
    const next = kids.find(isOnWay);
    if (!next) break;
    path.push(next);
    const dict = file.resolve(next);
    kids = isDict(dict) ? elementsOf(file, dict) : [];
  }
  const isOn = (page: number) => (kid: PdfRef) => {
    const [min, max] = ranges.get(kid) ?? nowhere;
    return min <= page && max >= page;
  };
  // Letters of the last item before it may reach into the next page, too.
  const next = kids.findLast((kid) => isOn(to - 1)(kid) && isOn(to)(kid));
  const begin = kids.find(isOn(from));
  const isBegun = begin !== undefined && isOn(from - 1)(begin);
  const none = {
    head: new Set<PdfValue>(),
    foot: new Set<PdfValue>(),
    names: [],
    headersBefore: [],
    headers: [],
    emptyElsewhere: new Set<PdfValue>(),
  };
  return { path, ...none, next: keysOf(file, next), first: keysOf(file, isBegun ? begin : undefined) };
}

/** The places of the elements in an item among those beside them: `.0.2` is the third one in the first one. */
function keysOf(file: PdfReader, item: PdfRef | undefined): ItemKeys | undefined {
  if (!item) return undefined;
  const keys = new Map<PdfValue, string>();
  const waiting: [element: PdfRef, key: string][] = [[item, '']];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const [ref, key] = next;
    keys.set(ref, key);
    const dict = file.resolve(ref);
    if (!isDict(dict)) continue;
    for (const [i, kid] of elementsOf(file, dict).entries()) waiting.push([kid, `${key}.${i}`]);
  }
  return keys;
}

/** Elements that are looked at on the way. */
const maxDepth = 200;

type PageRange = readonly [min: number, max: number];
const nowhere: PageRange = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];

/** The first and the last page that each element has content on, as indexes. */
function findRanges(
  file: PdfReader,
  roots: readonly PdfRef[],
  indexes: ReadonlyMap<PdfRef, number>,
): ReadonlyMap<PdfRef, PageRange> {
  const order: { readonly ref: PdfRef; readonly parent: PdfRef | undefined }[] = [];
  const ranges = new Map<PdfRef, PageRange>();
  const waiting = roots.map((ref): (typeof order)[number] => ({ ref, parent: undefined }));
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    order.push(next);
    const { ref } = next;
    const element = file.resolve(ref);
    if (!isDict(element)) continue;
    const own = element.get('Pg');
    let range = nowhere;
    for (const kid of kidsOf(file, element)) {
      if (isElement(file, kid)) {
        waiting.push({ ref: kid, parent: ref });
        continue;
      }
      const content = file.resolve(kid);
      const page = (isDict(content) ? content.get('Pg') : undefined) ?? own;
      const index = page instanceof PdfRef ? indexes.get(page) : undefined;
      if (index !== undefined) range = join(range, [index, index]);
    }
    ranges.set(ref, range);
  }
  // Parents come before what is in them.
  for (const { ref, parent } of order.toReversed()) {
    if (parent) ranges.set(parent, join(ranges.get(parent) ?? nowhere, ranges.get(ref) ?? nowhere));
  }
  return ranges;
}

const join = (a: PageRange, b: PageRange): PageRange => [Math.min(a[0], b[0]), Math.max(a[1], b[1])];
