/**
 * Elements of the structure whose content is on several pages, in a PDF as Chromium writes it: paragraphs that are divided, and
 * what is drawn on each page.
 */
import { getPages } from '../document/page-tree.ts';
import type { PdfReader } from '../reading/reader.ts';

/** Marked content on a page. */
export interface PageMark {
  /** The number of the page's object. */
  readonly page: number;
  /** The number of the object whose content it is: the page, or a form that is drawn on it. */
  readonly owner: number;
  readonly id: number;
}

/** An element with content of its own. */
export interface ContentElement {
  /** Where it begins in the file. */
  readonly at: number;
  /** Empty for an element whose content is on one page. */
  readonly marks: readonly PageMark[];
  /** The marks on pages after the first. */
  readonly later: readonly PageMark[];
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

/** The elements with content on several pages, in the order of the document. */
function* readDivided({ bytes }: PdfReader, indices: ReadonlyMap<number, number>): Generator<ContentElement> {
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
function* readLeaves({ bytes }: PdfReader, indices: ReadonlyMap<number, number>): Generator<ContentElement> {
  for (let at = bytes.indexOf(element); at >= 0; at = bytes.indexOf(element, at + 1)) {
    const leaf = readLeaf(bytes, at, indices);
    if (leaf) yield leaf;
  }
}

function readLeaf(
  bytes: Buffer,
  at: number,
  indices: ReadonlyMap<number, number>,
): ContentElement | undefined {
  const text = bytes.toString('latin1', at, bytes.indexOf(objectEnd, at));
  const place = text.indexOf(pageEntry);
  const [entry, page] = content.exec(text.slice(place, place + 80)) ?? [];
  if (place < 0 || entry === undefined || page === undefined) return undefined;
  const kids = readKids(text, place + entry.length);
  if (!text.includes(continued)) {
    // Most elements of a long document are cells of one page, whose marks do not matter.
    const only = indices.get(Number(page)) ?? 0;
    return hasMarks(kids) ? { at, marks: [], later: [], first: only, last: only } : undefined;
  }
  const marks: PageMark[] = [];
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
  const later = marks.filter(({ page: on }) => indices.get(on) !== first);
  return marks.length > 0 ? { at, marks, later, first, last } : undefined;
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

/**
 * Elements of several pages that are not where the order of those with one page would have them. Throws `malformed`,
 * `too_large`.
 */
export function findOutOfOrder(file: PdfReader): readonly ContentElement[] {
  if (!file.bytes.includes(continued, 0, 'latin1')) return [];
  const pages = [...getPages(file)];
  const indices = new Map(pages.flatMap(({ ref }, i): [number, number][] => (ref ? [[ref.number, i]] : [])));
  const leaves = [...readDivided(file, indices)];
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
  { at, first, last }: ContentElement,
  indices: ReadonlyMap<number, number>,
): boolean {
  const isOnePage = (leaf: ContentElement | undefined): leaf is ContentElement =>
    leaf !== undefined && leaf.first === leaf.last;
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
