/**
 * Pages that a document shall have several times. A page object can be in a document only once, and so can annotations and
 * tags, so that a page that is wanted twice gets a copy of them. What is drawn on the page is shared.
 */
import { getAllPages, type Page } from '../document/page-tree.ts';
import { isDict, type PdfDict, PdfRef, type PdfValue } from '../object.ts';
import type { PdfReader } from '../reading/reader.ts';
import { writeTree } from '../writing/write-tree.ts';
import { labelAt, readLabelRanges } from './kept-labels.ts';
import { RepeatedFields } from './repeated-fields.ts';
import { RepeatedStructure } from './repeated-structure.ts';

/** A page, its copy, and the annotations that correspond. */
export interface RepeatedPage {
  readonly original: Page;
  readonly copy: PdfRef;
  /** The copied annotations by those of the page: references, or dictionaries written directly into it. */
  readonly annotations: ReadonlyMap<PdfValue, RepeatedAnnotation>;
}

export interface RepeatedAnnotation {
  readonly ref: PdfRef;
  readonly dict: PdfDict;
}

/** Bytes of a page, for the reading budget. */
const typicalLength = 256;

/** Annotations refer to each other by these. A widget also has a parent, which is a field. */
const neighbours = ['Popup', 'IRT'];

/**
 * Appends a copy, in memory, for each page that is listed again. Returns indexes for `keepPages`, each of them once. Links
 * to the page lead to its first occurrence; the fields of a copy are those of the page, so that both show one value.
 * Throws `malformed`, `too_large`.
 */
export function repeatPages(file: PdfReader, indexes: readonly number[]): readonly number[] {
  if (new Set(indexes).size === indexes.length) return indexes;
  const all = getAllPages(file);
  const root = file.dict(file.catalog, 'Pages');
  const rootRef = file.catalog.get('Pages');
  const kids = root && file.array(root, 'Kids');
  if (!kids || !(rootRef instanceof PdfRef)) return [...new Set(indexes)];
  const structure = new RepeatedStructure(file);
  const fields = new RepeatedFields(file);
  const shared = new Map<PdfDict, PdfRef>();
  const seen = new Set<number>();
  const copied: number[] = [];
  const distinct = indexes.map((index) => {
    if (!seen.has(index)) {
      seen.add(index);
      return index;
    }
    const page = all[index];
    if (page) kids.push(copyPage(page, rootRef));
    copied.push(index);
    return all.length + copied.length - 1;
  });
  root.set('Count', all.length + copied.length);
  structure.finish();
  copyLabels(file, all.length, copied);
  return distinct;

  function copyPage(original: Page, parent: PdfRef): PdfRef {
    file.spend(typicalLength);
    const dict: PdfDict = new Map(original.dict).set('Parent', parent);
    for (const [key, value] of original.inherited) if (!dict.has(key)) dict.set(key, share(value));
    // Articles lead through the page once.
    dict.delete('B');
    const copy = file.add(dict);
    const page = { original, copy, annotations: copyAnnotations(file, original, copy, fields) };
    if (page.annotations.size > 0)
      dict.set(
        'Annots',
        [...page.annotations.values()].map(({ ref }) => ref),
      );
    else dict.delete('Annots');
    structure.repeat(page, dict);
    return copy;
  }

  /** Resources are written once for all copies that inherit them. */
  function share(value: PdfValue): PdfValue {
    if (!isDict(value)) return value;
    const ref = shared.get(value) ?? file.add(value);
    shared.set(value, ref);
    return ref;
  }
}

function copyAnnotations(
  file: PdfReader,
  { dict: page }: Page,
  copy: PdfRef,
  fields: RepeatedFields,
): Map<PdfValue, RepeatedAnnotation> {
  const copies = new Map<PdfValue, RepeatedAnnotation>();
  for (const item of file.array(page, 'Annots') ?? []) {
    const annotation = file.resolve(item);
    if (!isDict(annotation) || copies.has(item)) continue;
    file.spend(typicalLength);
    const dict = new Map(annotation).set('P', copy);
    if (fields.mayRepeat(annotation)) copies.set(item, { ref: file.add(dict), dict });
  }
  for (const [item, { ref, dict }] of copies) {
    const isPopup = file.name(dict, 'Subtype') === 'Popup';
    for (const key of isPopup ? [...neighbours, 'Parent'] : neighbours) {
      const neighbour = copies.get(dict.get(key) ?? null);
      if (neighbour) dict.set(key, neighbour.ref);
      else dict.delete(key);
    }
    if (file.name(dict, 'Subtype') === 'Widget') fields.repeat(item, { ref, dict });
  }
  return copies;
}

/** A copy is called what the page is called. */
function copyLabels(file: PdfReader, count: number, copied: readonly number[]): void {
  const ranges = readLabelRanges(file);
  if (ranges.length === 0) return;
  const entries = ranges
    .filter(({ start }) => start < count)
    .map(({ start, label }) => [start, label] as const);
  const added = copied.map((index, i) => [count + i, labelAt(file, ranges, index)] as const);
  file.catalog.set('PageLabels', writeTree(file, 'Nums', [...entries, ...added]));
}
