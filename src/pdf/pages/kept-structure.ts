/**
 * Tags: the elements with content on chosen pages stay, with everything above them. They are found from the pages, so that
 * the time depends on what stays and not on the size of the document.
 */
import { filterHeaders } from '../document/element-attributes.ts';
import { nameTreeEntries } from '../document/name-tree.ts';
import { numberTreeEntries } from '../document/number-tree.ts';
import { isDict, type PdfDict, PdfRef, PdfString, type PdfValue, toList } from '../object.ts';
import { writeTree } from '../writing/write-tree.ts';
import { HeadingLevels } from './heading-levels.ts';
import type { KeptPages, WholeDocument } from './keep-pages.ts';
import { completeRows } from './kept-rows.ts';

/** Roles whose parts can be put into another order. */
const groups = new Set(['Document', 'DocumentFragment', 'Part', 'Art', 'Sect', 'Div', 'Aside', 'NonStruct']);

/** The least bytes of an item of a list, for the reading budget. */
const bytesOfItem = 4;

interface KeptElement {
  /** The elements in it that stay. */
  readonly below: readonly PdfValue[];
  readonly isChanged: boolean;
  readonly mayLoseHeaders: boolean;
}

/** Returns the elements that stay, with the place of the first page of each; undefined if the document has no tags. */
export function keepStructure(
  kept: KeptPages,
  partOf?: WholeDocument,
): ReadonlyMap<PdfRef, number> | undefined {
  const { file, places, indexes } = kept;
  const tree = file.dict(file.catalog, 'StructTreeRoot');
  if (!tree) return undefined;
  /** Elements that stay → place of their first page. */
  const elements = new Map<PdfRef, number>();
  /** Elements that have content themselves. */
  const owners = new Set<PdfRef>();
  keepParents();
  const names = new Set<string>(partOf?.names);
  const headings = partOf ? undefined : new HeadingLevels(file, tree);
  const isReordered = indexes.some((index, i) => index < (indexes[i - 1] ?? 0));
  /** Cells of which only the place in the table stays. */
  const emptied = new Set<PdfRef>();
  const cells = new Map<PdfRef, { readonly cell: PdfDict; readonly isChanged: boolean }>();
  walk();
  // The names of all elements that stay are known now.
  for (const [ref, { cell, isChanged }] of cells) {
    // A cell must not name a header cell that is no longer there.
    const losesHeaders = filterHeaders(file, cell, (id) => id !== undefined && names.has(id));
    if (!isChanged && !losesHeaders) file.forget(ref);
  }
  keepNames();
  return elements;

  /** Finds what stays, and leaves the entries of the tree that lead from content to its elements. */
  function keepParents(): void {
    const entries = numberTreeEntries(file, tree?.get('ParentTree'));
    const pageOfKey = keysOfContent(kept);
    const left = entries.filter(([key, value]) => {
      const place = pageOfKey.get(key);
      const list = file.resolve(value);
      const parents = Array.isArray(list) ? list : [value];
      file.spend(parents.length);
      if (place !== undefined) for (const parent of parents) keepOwner(parent, place);
      // The key of a drawing that several pages may share.
      else for (const parent of parents) keepIfOnPage(parent);
      return (
        place !== undefined || parents.some((parent) => parent instanceof PdfRef && elements.has(parent))
      );
    });
    tree?.set('ParentTree', writeTree(file, 'Nums', left));
  }

  function keepOwner(parent: PdfValue, place: number): void {
    if (!(parent instanceof PdfRef)) return;
    owners.add(parent);
    let above: PdfValue = parent;
    while (above instanceof PdfRef && !elements.has(above)) {
      const element = file.resolve(above);
      if (!isDict(element) || element === tree) return;
      elements.set(above, place);
      above = element.get('P') ?? null;
    }
  }

  function keepIfOnPage(parent: PdfValue): void {
    const element = file.resolve(parent);
    if (!isDict(element)) return;
    const place = kidsOf(element).flatMap((kid) => placeOfContent(element, file.resolve(kid)) ?? [])[0];
    if (place !== undefined) keepOwner(parent, place);
  }

  /** Goes through the elements that stay in the order of the tree. */
  function walk(): void {
    const rootKids = kidsOf(tree ?? new Map());
    const top = rootKids.filter((kid) => kid instanceof PdfRef && elements.has(kid));
    // A document whose pages have no text has a tag, too.
    const [first] = rootKids;
    if (top.length === 0 && first instanceof PdfRef) elements.set(first, 0);
    const stayed = top.length > 0 ? top : rootKids.slice(0, 1);
    tree?.set('K', stayed);
    const waiting = stayed.toReversed();
    const seen = new Set<PdfValue>();
    for (let ref = waiting.pop(); ref !== undefined; ref = waiting.pop()) {
      if (seen.has(ref)) continue;
      seen.add(ref);
      const element = file.resolve(ref);
      if (!isDict(element)) continue;
      const { below, isChanged, mayLoseHeaders } = keepElement(ref, element);
      if (ref instanceof PdfRef) {
        if (mayLoseHeaders) cells.set(ref, { cell: element, isChanged });
        else if (!isChanged) file.forget(ref);
      }
      for (let i = below.length - 1; i >= 0; i--) waiting.push(below[i] ?? null);
    }
  }

  /** Returns the elements below it. */
  function keepElement(ref: PdfValue, element: PdfDict): KeptElement {
    const id = element.has('ID') ? file.string(element, 'ID') : undefined;
    if (id) names.add(id.bytes);
    const page = element.get('Pg');
    const isElsewhere = page instanceof PdfRef && !places.has(page);
    if (isElsewhere) element.delete('Pg');
    const others = element.has('Ref') ? file.array(element, 'Ref') : undefined;
    if (others) element.set('Ref', others.filter(isKept));
    const ownRole = element.get('S');
    const role = headings ? headings.keep(element) : file.name(element, 'S');
    const mayLoseHeaders = (role === 'TH' || role === 'TD') && element.has('A');
    const isChanged = isElsewhere || others !== undefined || element.get('S') !== ownRole;
    if (ref instanceof PdfRef && emptied.has(ref)) {
      element.delete('K');
      return { below: [], isChanged: true, mayLoseHeaders };
    }
    const list = kidsOf(element);
    const isTable = role === 'Table' || role === 'THead' || role === 'TBody' || role === 'TFoot';
    if (isTable)
      for (const cell of completeRows(file, list, { elements, addsRows: !partOf })) emptied.add(cell);
    const owns = ref instanceof PdfRef && owners.has(ref);
    if (partOf) {
      const place = ref instanceof PdfRef ? elements.get(ref) : undefined;
      for (const kid of list) if (!partOf.emptyElements.has(kid)) keepIfEmpty(kid, place ?? 0);
    }
    let left = list.filter((kid) => isKept(kid) || (!isElement(kid, owns) && isKeptContent(kid, page)));
    if (isReordered && groups.has(role ?? '')) left = inPageOrder(left);
    const hasOthers = left.length !== list.length || left.some((kid, i) => kid !== list[i]);
    if (hasOthers) element.set('K', left);
    return { below: left.filter(isKept), isChanged: isChanged || hasOthers, mayLoseHeaders };
  }

  /** An element without content belongs to the one above it, and so does everything in it. */
  function keepIfEmpty(kid: PdfValue, place: number): void {
    const found: PdfRef[] = [];
    const waiting = [kid];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      if (!(next instanceof PdfRef) || elements.has(next)) return;
      const element = file.resolve(next);
      if (!isDict(element) || !element.has('S')) return;
      found.push(next);
      waiting.push(...kidsOf(element));
    }
    for (const ref of found) elements.set(ref, place);
  }

  function isKept(kid: PdfValue): boolean {
    return kid instanceof PdfRef && elements.has(kid);
  }

  /** Only an element with content of its own can refer to it; so that the elements that are left out are not read. */
  function isElement(kid: PdfValue, parentOwns: boolean): boolean {
    if (kid instanceof PdfRef && !parentOwns) return true;
    const dict = file.resolve(kid);
    return isDict(dict) && dict.has('S');
  }

  function isKeptContent(kid: PdfValue, elementPage: PdfValue | undefined): boolean {
    const content = file.resolve(kid);
    const page = isDict(content) ? (content.get('Pg') ?? elementPage) : elementPage;
    if (page instanceof PdfRef) return places.has(page);
    return isDict(content) && kept.annotations.has(content.get('Obj') ?? null);
  }

  /** The place of the page that a number or a reference of an element leads to. */
  function placeOfContent(element: PdfDict, content: PdfValue): number | undefined {
    const page = (isDict(content) ? content.get('Pg') : undefined) ?? element.get('Pg');
    return page instanceof PdfRef ? places.get(page) : undefined;
  }

  function kidsOf(element: PdfDict): PdfValue[] {
    const kids = element.get('K') ?? null;
    const list = file.resolve(kids);
    if (!Array.isArray(list)) return toList(kids);
    // The elements of a hostile file can share one long list.
    file.spend(bytesOfItem * list.length);
    return list;
  }

  function inPageOrder(kids: readonly PdfValue[]): PdfValue[] {
    const place = (kid: PdfValue) => (kid instanceof PdfRef ? (elements.get(kid) ?? 0) : 0);
    return kids.toSorted((a, b) => place(a) - place(b));
  }

  function keepNames(): void {
    if (!tree?.has('IDTree')) return;
    const entries = [...nameTreeEntries(file, tree.get('IDTree'))].filter(([, element]) => isKept(element));
    if (entries.length === 0) tree.delete('IDTree');
    else {
      const written = entries.map(([name, element]) => [new PdfString(name), element] as const);
      tree.set('IDTree', writeTree(file, 'Names', written));
    }
  }
}

/** The keys by which the content and the annotations of the kept pages name their elements → place of the page. */
function keysOfContent({ file, pages }: KeptPages): Map<number, number> {
  const keys = new Map<number, number>();
  const seen = new Set<PdfValue>();
  for (const [place, { dict }] of pages.entries()) {
    const own = file.number(dict, 'StructParents');
    if (own !== undefined) keys.set(own, place);
    const annotations = file.array(dict, 'Annots') ?? [];
    if (seen.has(annotations)) continue;
    seen.add(annotations);
    for (const item of annotations) {
      const annotation = file.resolve(item);
      const key = isDict(annotation) ? file.number(annotation, 'StructParent') : undefined;
      if (key !== undefined) keys.set(key, place);
    }
  }
  return keys;
}
