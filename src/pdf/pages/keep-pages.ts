/** Leaves some pages of a document, in any order, and of everything else what belongs to them. */
import { getPages, type Page } from '../document/page-tree.ts';
import { type PdfDict, PdfRef, PdfStream, type PdfValue } from '../object.ts';
import type { PdfReader } from '../reading/reader.ts';
import { keepDestinations } from './kept-destinations.ts';
import { keepFields } from './kept-fields.ts';
import { keepLabels } from './kept-labels.ts';
import { keepOutline } from './kept-outline.ts';
import { keepStructure } from './kept-structure.ts';
import { buildPageTree } from './page-nodes.ts';

/** Facts about the pages of other parts. */
export interface WholeDocument {
  /** Names of elements that cells may refer to. */
  readonly names: Iterable<string>;
  /** Elements of this file without content, which do not stay. */
  readonly emptyElements: ReadonlySet<PdfValue>;
}

export interface KeepOptions {
  /**
   * Also gives the pages of a document without labels their numbers, so that viewers show what is printed on them.
   * Default: false.
   */
  readonly numbersPages?: boolean;
  /**
   * For a part of a document that is joined with the others. Headings then keep their levels, and elements without content stay,
   * which belong to what they are in. Default: the pages are a document.
   */
  readonly partOf?: WholeDocument | undefined;
}

/** The chosen pages, for those parts of the document that adapt to them: tags, links, outline, fields, labels. */
export interface KeptPages {
  readonly file: PdfReader;
  /** All pages, before the choice. */
  readonly all: readonly Page[];
  /** In the new order. */
  readonly pages: readonly Page[];
  /** The place of each page in `all`. */
  readonly indexes: readonly number[];
  /** The kept pages, with their new places from 0 on. */
  readonly places: ReadonlyMap<PdfRef, number>;
  /** The annotations of the kept pages: references, or dictionaries written directly into a page. */
  readonly annotations: ReadonlySet<PdfValue>;
}

/**
 * Changes the file in memory: what is written from it has only the given pages, with their tags, links, fields and bookmarks.
 * Properties, attachments and layers stay. `indexes` are those of `getPages`, each once. Throws `malformed`, `too_large`.
 */
export function keepPages(
  file: PdfReader,
  indexes: readonly number[],
  { numbersPages = false, partOf }: KeepOptions = {},
): void {
  const kept = findKept(file, indexes);
  keepLabels(kept, numbersPages);
  buildPageTree(kept);
  removeOtherPages(kept);
  // Articles lead through pages that are no longer there.
  file.catalog.delete('Threads');
  for (const { dict } of kept.pages) dict.delete('B');
  const elements = keepStructure(kept, partOf);
  const leadsAway = keepDestinations(kept, elements);
  keepOutline(kept, elements, leadsAway);
  keepFields(kept);
}

function findKept(file: PdfReader, indexes: readonly number[]): KeptPages {
  const all = [...getPages(file)];
  const pages = indexes.flatMap((index) => all[index] ?? []);
  const places = new Map<PdfRef, number>();
  for (const [place, { ref }] of pages.entries()) if (ref && !places.has(ref)) places.set(ref, place);
  const annotations = new Set<PdfValue>();
  const seen = new Set<PdfValue>();
  for (const { dict } of pages) for (const item of annotationsOf(file, dict, seen)) annotations.add(item);
  return { file, all, pages, indexes, places, annotations };
}

/** Everything that refers to the other pages, to their content or to their annotations then refers to nothing. */
function removeOtherPages({ file, all, pages, places, annotations }: KeptPages): void {
  const seen = new Set<PdfValue>();
  const stays = new Set(pages.flatMap(({ dict }) => drawnBy(file, dict)));
  for (const { ref, dict } of all) {
    if (!ref || places.has(ref)) continue;
    for (const stream of drawnBy(file, dict)) if (!stays.has(stream)) file.remove(stream);
    for (const annotation of annotationsOf(file, dict, seen)) {
      if (annotation instanceof PdfRef && !annotations.has(annotation)) file.remove(annotation);
    }
    file.remove(ref);
  }
}

/** The content and the miniature of a page. Private data of another page may refer to them, which would keep them. */
function drawnBy(file: PdfReader, page: PdfDict): PdfRef[] {
  const contents = page.get('Contents');
  const listed = file.array(page, 'Contents') ?? [];
  file.spend(listed.length * typicalLength);
  return [contents, ...listed, page.get('Thumb')].filter(
    (item) => item instanceof PdfRef && !isForm(file, item),
  ) as PdfRef[];
}

/** Nothing forbids that the content of a page is also a form that another page draws. */
function isForm(file: PdfReader, ref: PdfRef): boolean {
  const value = file.resolve(ref);
  return value instanceof PdfStream && file.name(value.dict, 'Subtype') === 'Form';
}

/** Bytes of a reference, for the reading budget: pages of a hostile file can share one long list. */
const typicalLength = 16;

function annotationsOf(file: PdfReader, page: PdfDict, seen: Set<PdfValue>): PdfValue[] {
  const annotations = file.array(page, 'Annots') ?? [];
  // The pages of a hostile file can share one long list.
  if (seen.has(annotations)) return [];
  seen.add(annotations);
  return annotations;
}
