/** An outline (ISO 32000-2, 12.3.3) as people write one down: titles, the pages to which they lead, and what is below them. */
import type { PdfReader } from '../reading/reader.ts';
import { decodeTextString } from '../text-string.ts';
import { entryTargets, maxEntries, outlineEntries } from './outline-entries.ts';
import { type OutlineEntry, writeOutline } from './write-outline.ts';

export interface Bookmark {
  readonly title: string;
  /** From 1 on. */
  readonly page: number;
  readonly children?: readonly Bookmark[] | undefined;
}

/** Levels that are read. What is deeper would be a chain that no viewer shows. */
const maxLevels = 100;

/**
 * Returns the outline of a file. An entry that leads to no page of it gets the page of the nearest entry before it, so that
 * those below it keep their place. Throws `malformed`, `too_large`.
 *
 * @example
 * readBookmarks(file) // [{ title: 'Chapter 1', page: 1, children: [{ title: 'Start', page: 2 }] }]
 */
export function readBookmarks(file: PdfReader): readonly Bookmark[] {
  const findPage = entryTargets(file);
  interface Open {
    readonly title: string;
    readonly page: number;
    readonly children: Open[];
  }
  const top: Open[] = [];
  const levels = [top];
  let page = 0;
  let entries = 0;
  for (const { entry, depth } of outlineEntries(file, maxLevels)) {
    if (++entries > maxEntries) break;
    page = findPage(entry) ?? page;
    const title = file.string(entry, 'Title');
    const bookmark: Open = {
      title: title ? decodeTextString(title).trim() : '',
      page: page + 1,
      children: [],
    };
    levels.length = depth;
    levels.at(-1)?.push(bookmark);
    levels.push(bookmark.children);
  }
  const close = ({ children, ...bookmark }: Open): Bookmark =>
    children.length === 0 ? bookmark : { ...bookmark, children: children.map(close) };
  return top.map(close);
}

/**
 * Replaces the outline of a PDF in an incremental update; without bookmarks, it gets none. They must lead to pages that it
 * has: see `findMissingPage`. Throws `malformed`.
 */
export async function writeBookmarks(pdf: Uint8Array, bookmarks: readonly Bookmark[]): Promise<Uint8Array> {
  return await writeOutline(pdf, [...flat(bookmarks, 1)]);
}

/** Returns the first bookmark that leads to no page of a document with so many. */
export function findMissingPage(bookmarks: readonly Bookmark[], pages: number): Bookmark | undefined {
  for (const bookmark of bookmarks) {
    if (bookmark.page < 1 || bookmark.page > pages) return bookmark;
    const below = findMissingPage(bookmark.children ?? [], pages);
    if (below) return below;
  }
  return undefined;
}

function* flat(bookmarks: readonly Bookmark[], level: number): Generator<OutlineEntry> {
  for (const { title, page, children = [] } of bookmarks) {
    yield { label: title, level, isOpen: true, place: { page: page - 1, x: 0, y: 0 } };
    yield* flat(children, level + 1);
  }
}
