/**
 * What Chromium draws on each page: fixed elements, and the heads and feet of tables. Its structure has all of them in one
 * element, so that a screen reader would read it once for each page. After the first they are artifacts of pagination
 * (ISO 32000-1, 14.8.2.2.2), as in documents that other programs write.
 */
import { getPages } from '../document/page-tree.ts';
import { isDict, PdfRef, PdfStream, toList } from '../object.ts';
import { objectNumberBefore } from '../printed-edits.ts';
import type { PdfReader } from '../reading/reader.ts';
import type { IncrementalUpdate } from '../writing/incremental-update.ts';
import { findMarkLines } from './gaps.ts';

/** Marked content on a page. */
interface Mark {
  /** The number of the page's object. */
  readonly page: number;
  /** That of the object whose content it is: the page, or a form that is drawn on it. */
  readonly owner: number;
  readonly id: number;
}

export interface RepeatedContent {
  /** The number of the element's object. */
  readonly element: number;
  /** On the pages after the first. */
  readonly marks: readonly Mark[];
}

/** An element with content of its own. */
interface Leaf {
  /** Where it begins in the file. */
  readonly at: number;
  /** Of one whose content is on one page, none. */
  readonly marks: readonly Mark[];
  /** The indices of the first and the last page. */
  readonly first: number;
  readonly last: number;
}

const continued = '/Type /MCR\n';
const element = ' 0 obj\n<</Type /StructElem\n';
const objectEnd = '\nendobj\n';
const pageEntry = '\n/Pg ';
/** The page and, at the end, the first character of the kids. */
const content = /^\n\/Pg (\d+) 0 R\n\/K (?=[[\d])/;
const elsewhere = /<<\/Type \/MCR\n(?:\/Pg (\d+) 0 R\n)?(?:\/Stm (\d+) 0 R\n)?\/MCID (\d+)>>/g;
/** Operators that draw, or move within a line. The height of a line differs between pages. */
const drawing = /^.*(?: T[jJfd]| Do)$/gm;
const markId = /\/MCID (\d+)/;

/**
 * Elements whose content is the same on all of their pages, and that continue where others are complete: elements that follow on
 * the first page, or that precede on the last. A paragraph that is divided between pages does neither. Throws `malformed`,
 * `too_large`.
 */
export function findRepeatedContent(file: PdfReader): RepeatedContent[] {
  if (!file.bytes.includes(continued, 0, 'latin1')) return [];
  const pages = [...getPages(file)];
  const indices = new Map(pages.flatMap(({ ref }, i): [number, number][] => (ref ? [[ref.number, i]] : [])));
  // A book has divided paragraphs on most pages, whose contents need not be read.
  const candidates = outOfOrder(file, [...readDivided(file, indices)], indices);
  return withEqualContent(file, candidates).flatMap(({ at, marks, first }) => {
    const number = objectNumberBefore(file.bytes, at);
    const later = marks.filter(({ page }) => indices.get(page) !== first);
    return number === undefined ? [] : { element: number, marks: later };
  });
}

/** Those that draw the same on each of their pages. */
function withEqualContent(file: PdfReader, leaves: readonly Leaf[]): Leaf[] {
  const drawings = new Map<string, string>();
  for (const [owner, ids] of idsByOwner(leaves)) {
    const object = file.resolve(file.ref(owner, 0));
    const stream = isDict(object) ? file.resolve(object.get('Contents')) : object;
    if (!(stream instanceof PdfStream)) continue;
    for (const [id, drawn] of readDrawings(Buffer.from(file.decode(stream)).toString('latin1'), ids)) {
      drawings.set(`${owner} ${id}`, drawn);
    }
  }
  return leaves.filter(({ marks }) => {
    const byPage = new Map<number, string>();
    for (const { page, owner, id } of marks) {
      byPage.set(page, `${byPage.get(page) ?? ''}${drawings.get(`${owner} ${id}`) ?? ''}\n`);
    }
    const [drawn = '', ...rest] = byPage.values();
    return drawn.trim() !== '' && rest.every((other) => other === drawn);
  });
}

/** The numbers of marked contents for each object that has them. */
export function idsByOwner(elements: readonly Pick<RepeatedContent, 'marks'>[]): Map<number, Set<number>> {
  const byOwner = new Map<number, Set<number>>();
  for (const { owner, id } of elements.flatMap(({ marks }) => marks)) {
    byOwner.set(owner, (byOwner.get(owner) ?? new Set()).add(id));
  }
  return byOwner;
}

/** The elements with content on several pages, in the order of the document. */
function* readDivided({ bytes }: PdfReader, indices: ReadonlyMap<number, number>): Generator<Leaf> {
  let from = 0;
  for (let found = bytes.indexOf(continued); found >= 0; found = bytes.indexOf(continued, from)) {
    const at = from + bytes.subarray(from, found).lastIndexOf(element);
    const end = bytes.indexOf(objectEnd, at < from ? found : at);
    if (at >= from && end > found) {
      const leaf = readLeaf(bytes, at, indices);
      if (leaf && leaf.first < leaf.last) yield leaf;
    }
    from = Math.max(found + 1, end);
  }
}

/** All elements with content, in the order of the document. */
function* readLeaves({ bytes }: PdfReader, indices: ReadonlyMap<number, number>): Generator<Leaf> {
  for (let at = bytes.indexOf(element); at >= 0; at = bytes.indexOf(element, at + 1)) {
    const leaf = readLeaf(bytes, at, indices);
    if (leaf) yield leaf;
  }
}

function readLeaf(bytes: Buffer, at: number, indices: ReadonlyMap<number, number>): Leaf | undefined {
  const text = bytes.toString('latin1', at, bytes.indexOf(objectEnd, at));
  const place = text.indexOf(pageEntry);
  const [entry, page] = content.exec(text.slice(place, place + 80)) ?? [];
  if (place < 0 || entry === undefined || page === undefined) return undefined;
  const kids = readKids(text, place + entry.length);
  if (!text.includes(continued)) {
    // Most elements of a long document are cells of one page, whose marks do not matter.
    const only = indices.get(Number(page)) ?? 0;
    return hasMarks(kids) ? { at, marks: [], first: only, last: only } : undefined;
  }
  const marks: Mark[] = [];
  for (const id of idsOf(kids)) marks.push({ page: Number(page), owner: Number(page), id });
  for (const [, on = page, form = on, id] of kids.matchAll(elsewhere)) {
    marks.push({ page: Number(on), owner: Number(form), id: Number(id) });
  }
  let first = Number.POSITIVE_INFINITY;
  let last = -1;
  for (const mark of marks) {
    const index = indices.get(mark.page) ?? 0;
    first = Math.min(first, index);
    last = Math.max(last, index);
  }
  return marks.length > 0 ? { at, marks, first, last } : undefined;
}

/** The value of `/K` at a place: an array without its end, or a number. */
function readKids(text: string, start: number): string {
  const isArray = text[start] === '[';
  const end = isArray ? text.indexOf(']', start) : text.indexOf('\n', start);
  return text.slice(start, end < 0 ? undefined : end);
}

const references = /\b\d+ \d+ R/g;

const hasMarks = (kids: string): boolean =>
  kids.includes('<<') ? !idsOf(kids).next().done : /\d/.test(kids.replaceAll(references, ''));

/** The numbers of marks among kids, without those of dictionaries and references. */
function* idsOf(kids: string): Generator<number> {
  const [head = '', ...dictionaries] = kids.split('<<');
  const plain = [head, ...dictionaries.map((each) => each.slice(Math.max(each.indexOf('>>'), 0)))].join(' ');
  const words = plain.split(/[^\dR]/).filter((word) => word !== '');
  for (let i = 0; i < words.length; i++) {
    if (words[i + 2] === 'R') i += 2;
    else if (words[i] !== 'R') yield Number(words[i]);
  }
}

/** Elements before and after one that are looked at before all are. */
const maxNear = 100;

/** Those that are not where the order of the elements with one page would have them. */
function outOfOrder(
  file: PdfReader,
  leaves: readonly Leaf[],
  indices: ReadonlyMap<number, number>,
): readonly Leaf[] {
  // The head of a table is followed by a row of its first page. To read all cells takes longer than all else here.
  if (leaves.every((leaf) => isOutOfOrderNearby(file, leaf, indices))) return leaves;
  const all = [...readLeaves(file, indices)];
  const wanted = new Map(leaves.map((leaf) => [leaf.at, leaf]));
  const firstBehind: number[] = [];
  let least = Number.POSITIVE_INFINITY;
  for (let i = all.length - 1; i >= 0; i--) {
    firstBehind[i] = least;
    const leaf = all[i];
    if (leaf && leaf.first === leaf.last) least = Math.min(least, leaf.first);
  }
  let lastBefore = -1;
  return all.flatMap(({ at, first, last }, i) => {
    if (first === last) lastBefore = Math.max(lastBefore, first);
    const leaf = wanted.get(at);
    return leaf && (lastBefore > first || (firstBehind[i] ?? last) < last) ? leaf : [];
  });
}

/** Whether the nearest elements are enough to tell that an element is out of order. */
function isOutOfOrderNearby(
  { bytes }: PdfReader,
  { at, first, last }: Leaf,
  indices: ReadonlyMap<number, number>,
): boolean {
  const isOnePage = (leaf: Leaf | undefined): leaf is Leaf => leaf !== undefined && leaf.first === leaf.last;
  let behind = at;
  let before = at;
  for (let i = 0; i < maxNear; i++) {
    if (behind >= 0) behind = bytes.indexOf(element, behind + 1);
    if (before >= 0) before = bytes.subarray(0, before).lastIndexOf(element);
    const following = behind < 0 ? undefined : readLeaf(bytes, behind, indices);
    const preceding = before < 0 ? undefined : readLeaf(bytes, before, indices);
    if (isOnePage(following) && following.first < last) return true;
    if (isOnePage(preceding) && preceding.first > first) return true;
  }
  return false;
}

/** Marked contents of a page that are each searched for: the whole page is read for more of them. */
const maxSearched = 32;

type Drawing = readonly [id: number, drawn: string];

/** What the marked contents with these numbers draw. Of a few, such as the heads of a table, only these are read. */
function* readDrawings(text: string, ids: ReadonlySet<number>): Generator<Drawing> {
  if (ids.size > maxSearched) {
    yield* readAllDrawings(text, ids);
    return;
  }
  for (const id of ids) {
    const mark = `/MCID ${id}`;
    let at = text.indexOf(mark);
    // That of 1 begins as that of 10 does.
    while (at >= 0 && !' >'.includes(text.charAt(at + mark.length))) at = text.indexOf(mark, at + 1);
    if (at < 0) continue;
    const [first] = readAllDrawings(text.slice(text.lastIndexOf('\n', at) + 1), new Set([id]));
    if (first) yield first;
  }
}

function* readAllDrawings(text: string, ids: ReadonlySet<number>): Generator<Drawing> {
  let open: { id: number; start: number } | undefined;
  for (const { start, end, opens } of findMarkLines(text)) {
    if (!opens) {
      if (open) {
        const drawn = text.slice(open.start, start);
        // Pictures of lines and areas have none of these operators.
        yield [open.id, drawn.match(drawing)?.join('\n') ?? drawn];
      }
      open = undefined;
      continue;
    }
    const id = Number(markId.exec(text.slice(start, end))?.[1]);
    open = ids.has(id) ? { id, start: end } : undefined;
  }
}

/** Where content is that has become an artifact. */
export interface RepeatedRange {
  readonly start: number;
  readonly end: number;
}

/** Takes out the marks with these numbers, so that what they hold belongs to no element, and says where that is. */
export function withoutMarks(
  text: string,
  ids: ReadonlySet<number>,
): { readonly content: string; readonly ranges: readonly RepeatedRange[] } {
  const ranges: RepeatedRange[] = [];
  const open: (number | undefined)[] = [];
  let changed = '';
  let at = 0;
  for (const { start, end, opens } of findMarkLines(text)) {
    const isRepeated = opens && ids.has(Number(markId.exec(text.slice(start, end))?.[1]));
    const from = opens ? undefined : open.pop();
    if (isRepeated || from !== undefined) {
      changed += text.slice(at, start);
      at = end;
    }
    if (opens) open.push(isRepeated ? changed.length : undefined);
    else if (from !== undefined) ranges.push({ start: from, end: changed.length });
  }
  return { content: changed + text.slice(at), ranges };
}

/** Takes them out of the structure. Links of all pages stay in it. Throws `malformed`. */
export function dropRepeatedContent(
  file: PdfReader,
  repeated: readonly RepeatedContent[],
  update: IncrementalUpdate,
): void {
  const dropped = idsByOwner(repeated);
  if (dropped.size === 0) return;
  for (const { element: number, marks } of repeated) {
    const ref = file.ref(number, 0);
    const dict = file.resolve(ref);
    if (!isDict(dict)) continue;
    const pages = new Set(marks.map(({ page }) => page));
    const kids = toList(dict.get('K')).filter((kid) => {
      const page = isDict(kid) && kid.has('MCID') ? kid.get('Pg') : undefined;
      return !(page instanceof PdfRef && pages.has(page.number));
    });
    const [only] = kids;
    update.replace(ref, dict.set('K', kids.length === 1 && only !== undefined ? only : kids));
  }
  const root = file.dict(file.catalog, 'StructTreeRoot');
  const tree = root && file.dict(root, 'ParentTree');
  const leaves = (tree && file.array(tree, 'Nums')) ?? [];
  const places = new Map(leaves.flatMap((leaf, i) => (i % 2 === 0 ? [[leaf, leaves[i + 1]] as const] : [])));
  for (const [owner, ids] of dropped) {
    const object = file.resolve(file.ref(owner, 0));
    const dict = object instanceof PdfStream ? object.dict : object;
    const ref = isDict(dict) ? places.get(dict.get('StructParents') ?? null) : undefined;
    const parents = file.resolve(ref);
    if (!(ref instanceof PdfRef) || !Array.isArray(parents)) continue;
    update.replace(
      ref,
      parents.map((parent, id) => (ids.has(id) ? null : parent)),
    );
  }
}
