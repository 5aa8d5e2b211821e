/**
 * Content that Chromium draws on each page: fixed elements, and the heads and feet of tables. Its structure has all of
 * them in one element, so that a screen reader would read it once for each page. After the first they are artifacts of
 * pagination (ISO 32000-1, 14.8.2.2.2), as in documents that other programs write.
 */

import type { ContentTexts } from '../../contents/content-texts.ts';
import { isDict, PdfRef, PdfStream, toList } from '../../object.ts';
import { objectNumberBefore } from '../../printed-edits.ts';
import type { PdfReader } from '../../reading/reader.ts';
import type { IncrementalUpdate } from '../../writing/incremental-update.ts';
import { type ContentElement, findOutOfOrder, type PageMark } from '../divided-elements.ts';
import { findMarkLines } from '../gaps.ts';

export interface RepeatedContent {
  /** The number of the element's object. */
  readonly element: number;
  /** On the pages after the first. */
  readonly marks: readonly PageMark[];
}

/** Operators that draw, or move within a line. The height of a line differs between pages. */
const drawing = /^.*(?: T[jJfd]| Do)$/gm;
const markId = /\/MCID (\d+)/;

/**
 * Elements whose content is the same on all of their pages, and that continue where others are complete: elements that follow on
 * the first page, or that precede on the last. A paragraph that is divided between pages does neither. Throws `malformed`,
 * `too_large`.
 */
export function findRepeatedContent(file: PdfReader, texts: ContentTexts): RepeatedContent[] {
  // A book has divided paragraphs on most pages, which are in order and whose contents need not be read.
  return withEqualContent(file, texts, findOutOfOrder(file)).flatMap(({ at, later }) => {
    const number = objectNumberBefore(file.bytes, at);
    return number === undefined ? [] : { element: number, marks: later };
  });
}

/** The elements that draw the same on each of their pages. */
function withEqualContent(
  file: PdfReader,
  texts: ContentTexts,
  elements: readonly ContentElement[],
): ContentElement[] {
  const drawings = new Map<string, string>();
  for (const [owner, ids] of idsByOwner(elements)) {
    const object = file.resolve(file.ref(owner, 0));
    const stream = isDict(object) ? file.resolve(object.get('Contents')) : object;
    if (!(stream instanceof PdfStream)) continue;
    for (const [id, drawn] of readDrawings(texts.peek(stream), ids)) {
      drawings.set(`${owner} ${id}`, drawn);
    }
  }
  return elements.filter(({ marks }) => {
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

/** Marked contents of a page that are each searched for: the whole page is read for more of them. */
const maxSearched = 32;

type Drawing = readonly [id: number, drawn: string];

/** Reads what the marked contents with these numbers draw. A few, such as heads of a table, are searched one by one. */
function* readDrawings(text: string, ids: ReadonlySet<number>): Generator<Drawing> {
  if (ids.size > maxSearched) {
    yield* readAllDrawings(text, ids);
    return;
  }
  for (const id of ids) {
    const mark = `/MCID ${id}`;
    let at = text.indexOf(mark);
    // The mark of 10 begins like the mark of 1.
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

/**
 * Takes out the marks with these numbers, so that what they hold belongs to no element, and says where that of `repeated`
 * is.
 */
export function withoutMarks(
  text: string,
  ids: ReadonlySet<number>,
  repeated: ReadonlySet<number>,
): { readonly content: string; readonly ranges: readonly RepeatedRange[] } {
  const ranges: RepeatedRange[] = [];
  const open: ({ readonly from: number; readonly isRepeated: boolean } | undefined)[] = [];
  let changed = '';
  let at = 0;
  for (const { start, end, opens } of findMarkLines(text)) {
    const id = opens ? Number(markId.exec(text.slice(start, end))?.[1]) : Number.NaN;
    const taken = opens ? undefined : open.pop();
    if (ids.has(id) || taken) {
      changed += text.slice(at, start);
      at = end;
    }
    if (opens) {
      open.push(ids.has(id) ? { from: changed.length, isRepeated: repeated.has(id) } : undefined);
    } else if (taken?.isRepeated) ranges.push({ start: taken.from, end: changed.length });
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
