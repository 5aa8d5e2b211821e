/**
 * Finds what an element draws around the elements in it: its background, its borders, the rules of a table. Chromium marks it as
 * content of the element, but there is nothing in it to read: it is an artifact (ISO 32000-1, 14.8.2.2).
 */
import { getName, isDict, PdfRef, PdfStream, type PdfValue, toList } from '../object.ts';
import type { PdfReader } from '../reading/reader.ts';
import type { IncrementalUpdate } from '../writing/incremental-update.ts';

export interface Decoration {
  /** The numbers of the objects: of the element, and of the page or form that draws it. */
  readonly element: number;
  readonly owner: number;
  /** The number of the marked content. */
  readonly id: number;
}

/** Types whose elements hold others, and no text of their own (ISO 32005, Table 4). Cells and lines may have both. */
const groups: ReadonlySet<string | undefined> = new Set([
  ...['Document', 'Part', 'Art', 'Sect', 'Div', 'Aside', 'BlockQuote', 'NonStruct', 'TOC', 'TOCI', 'Index'],
  ...['L', 'LI', 'Table', 'THead', 'TBody', 'TFoot', 'TR'],
]);

/** What opens and ends marks, what ends a text, and what draws a picture or a form. */
const operators = /(?:BDC|BMC|EMC|ET|Do)\n/g;
const mark = /^\/(\w+) <<.*\/MCID (\d+)/;

/**
 * The numbers of the marked contents of groups that draw without a text. `isTagged`: whether `Do` with this name draws a form that has
 * tagged content of its own. Accepts content as Chromium writes it.
 */
export function marksWithoutText(content: string, isTagged: (name: string) => boolean): number[] {
  const found: number[] = [];
  const open: { readonly id: number | undefined; isDrawing: boolean }[] = [];
  for (const { index, 0: operator } of content.matchAll(operators)) {
    if (operator === 'EMC\n') {
      const ended = open.pop();
      if (ended?.isDrawing && ended.id !== undefined) found.push(ended.id);
      continue;
    }
    if (operator === 'ET\n') {
      for (const each of open) each.isDrawing = false;
      continue;
    }
    const line = content.slice(content.lastIndexOf('\n', index) + 1, index);
    if (operator === 'BDC\n' || operator === 'BMC\n') {
      const [, type, id] = mark.exec(line) ?? [];
      open.push({ id: groups.has(type) ? Number(id) : undefined, isDrawing: true });
    } else if (isTagged(line.slice(1).trimEnd())) {
      for (const each of open) each.isDrawing = false;
    }
  }
  return found;
}

/** Whether the element is a group that has others in it. */
export function holdsElements(file: PdfReader, ref: PdfValue | undefined): ref is PdfRef {
  const element = ref instanceof PdfRef ? file.resolve(ref) : undefined;
  if (!isDict(element) || !groups.has(getName(element.get('S')))) return false;
  return toList(element.get('K')).some((kid) => {
    const child = kid instanceof PdfRef ? file.resolve(kid) : null;
    return isDict(child) && child.has('S');
  });
}

/** Takes it out of the structure. The references are those of `file`. Throws `malformed`. */
export function dropDecoration(
  file: PdfReader,
  decoration: readonly Decoration[],
  update: IncrementalUpdate,
): void {
  if (decoration.length === 0) return;
  const tree = file.dict(file.dict(file.catalog, 'StructTreeRoot') ?? new Map(), 'ParentTree');
  const leaves = (tree && file.array(tree, 'Nums')) ?? [];
  const places = new Map(leaves.flatMap((leaf, i) => (i % 2 === 0 ? [[leaf, leaves[i + 1]] as const] : [])));
  for (const { element: number, owner, id } of decoration) {
    const ref = file.ref(number, 0);
    const dict = file.resolve(ref);
    if (!isDict(dict)) continue;
    const isIt = (kid: PdfValue): boolean => {
      if (kid === id) return isOwner(dict.get('Pg'), owner);
      if (!isDict(kid) || kid.get('MCID') !== id) return false;
      return isOwner(kid.get('Stm') ?? kid.get('Pg'), owner);
    };
    update.replace(
      ref,
      dict.set(
        'K',
        toList(dict.get('K')).filter((kid) => !isIt(kid)),
      ),
    );
    const object = file.resolve(file.ref(owner, 0));
    const drawn = object instanceof PdfStream ? object.dict : object;
    const marks = isDict(drawn) ? places.get(drawn.get('StructParents') ?? null) : undefined;
    const parents = file.resolve(marks);
    if (marks instanceof PdfRef && Array.isArray(parents)) {
      parents[id] = null;
      update.replace(marks, parents);
    }
  }
}

const isOwner = (ref: PdfValue | undefined, owner: number): boolean =>
  ref instanceof PdfRef && ref.number === owner;
