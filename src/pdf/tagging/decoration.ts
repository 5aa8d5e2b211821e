/**
 * Finds what an element draws around the elements in it: its background, its borders, the rules of a table. Chromium marks it as
 * content of the element, but there is nothing in it to read: it is an artifact (ISO 32000-1, 14.8.2.2).
 */
import { getName, isDict, PdfRef, PdfStream, type PdfValue, toList } from '../object.ts';
import type { PdfReader } from '../reading/reader.ts';
import type { IncrementalUpdate } from '../writing/incremental-update.ts';
import { isGroupHint } from './tag-hint.ts';

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

/** That of lists that are no lists of Chromium's yet: see `tag-hint.ts`. */
const hintedType = 'Figure';

/** What opens and ends marks, what ends a text, what draws a picture or a form, and what sets the state that markers have. */
const operators = /(?:BDC|BMC|EMC|ET|Do|gs)\n/g;
const mark = /^\/(\w+) <<.*\/MCID (\d+)/;

export interface DecorationOptions {
  /** Whether `Do` with this name draws a form that has tagged content of its own. */
  readonly isTagged: (name: string) => boolean;
  /** Whether `gs` with this name sets the state of the markers of controls. */
  readonly isMarker: (name: string) => boolean;
}

/**
 * The numbers of the marked contents of groups that draw without a text, and of those of controls, which hold markers. Accepts
 * content as Chromium writes it.
 */
export function marksWithoutText(
  content: string,
  { isTagged, isMarker }: DecorationOptions,
): { readonly drawn: readonly number[]; readonly controls: readonly number[] } {
  const drawn: number[] = [];
  const controls: number[] = [];
  const open: { readonly id: number; readonly isGroup: boolean; isDrawing: boolean }[] = [];
  /** Whether what is drawn next may be a marker: a state that is restored is not looked up. */
  let marks = false;
  for (const { index, 0: operator } of content.matchAll(operators)) {
    if (operator === 'EMC\n') {
      const ended = open.pop();
      if (ended?.isDrawing && ended.isGroup) drawn.push(ended.id);
      continue;
    }
    if (operator === 'ET\n') {
      for (const each of open) each.isDrawing = false;
      continue;
    }
    const line = content.slice(content.lastIndexOf('\n', index) + 1, index);
    if (operator === 'BDC\n' || operator === 'BMC\n') {
      const [, type, id] = mark.exec(line) ?? [];
      open.push({ id: Number(id), isGroup: groups.has(type) || type === hintedType, isDrawing: true });
      if (marks) controls.push(Number(id));
      continue;
    }
    const name = line.slice(1).trimEnd();
    if (operator === 'gs\n') {
      marks = isMarker(name);
      if (marks) controls.push(...open.map(({ id }) => id));
    } else if (isTagged(name)) {
      for (const each of open) each.isDrawing = false;
    }
  }
  return { drawn, controls };
}

/** Whether the element is a group that has others in it. */
export function holdsElements(file: PdfReader, ref: PdfValue | undefined): ref is PdfRef {
  const element = ref instanceof PdfRef ? file.resolve(ref) : undefined;
  if (!isDict(element) || !(groups.has(getName(element.get('S'))) || isGroupHint(element))) return false;
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
