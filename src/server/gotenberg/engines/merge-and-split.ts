/** The routes that make other files of the pages: merge and split. Both then do the steps that conversions do. */
import { randomUUID } from 'node:crypto';
import type { Bookmark } from '#pdf';
import type { GotenbergHandler } from '../answer.ts';
import type { FormFile } from '../form/gotenberg-form.ts';
import { describe, type EngineTools, inTurn, join } from './engine-work.ts';
import { readSteps } from './post-steps.ts';
import { type BookmarkFields, readBookmarkField } from './read-fields.ts';

/** A PDF for every so many pages, or for each page of a list, of each file. */
export const splitRoute: GotenbergHandler = async (call) => {
  const { form } = call;
  const steps = readSteps(form, { split: 'required' });
  const files = form.requiredFilesWith(['.pdf']);
  const flatten = form.flag('flatten', false);
  form.validate();
  steps.check();
  return {
    kind: 'files',
    async run(deadline) {
      const tools = { call, deadline };
      return await inTurn(tools, () => steps.apply(files, tools, { flatten }));
    },
  };
};

/** One PDF of all files, in the order of their names. */
export const mergeRoute: GotenbergHandler = async (call) => {
  const { form } = call;
  let bookmarks: BookmarkFields | undefined;
  const steps = readSteps(form, {
    split: 'none',
    afterMetadata() {
      bookmarks = readBookmarkField(form, false);
    },
  });
  const files = form.requiredFilesWith(['.pdf']);
  const flatten = form.flag('flatten', false);
  const isIndexed = form.flag('autoIndexBookmarks', false);
  const isTitled = form.flag('titleBookmarks', false);
  form.validate();
  steps.check();
  return {
    kind: 'files',
    async run(deadline) {
      const tools = { call, deadline };
      return await inTurn(tools, async () => {
        const outline = await mergedBookmarks(files, { bookmarks, isIndexed, isTitled }, tools);
        const name = `${call.outputFilename || randomUUID()}.pdf`;
        const merged = { name, bytes: await join(files, deadline) };
        return await steps.apply([merged], tools, { flatten, bookmarks: outline });
      });
    },
  };
};

interface MergeBookmarks {
  readonly bookmarks: BookmarkFields | undefined;
  /** Whether the outlines of the files are kept. */
  readonly isIndexed: boolean;
  /** Whether each file gets an entry with its title. */
  readonly isTitled: boolean;
}

/** The outline of the merged file. As in Gotenberg, there is none unless it is asked for. */
async function mergedBookmarks(
  files: readonly FormFile[],
  { bookmarks, isIndexed, isTitled }: MergeBookmarks,
  { deadline }: EngineTools,
): Promise<readonly Bookmark[]> {
  if (bookmarks && !(bookmarks instanceof Map)) return bookmarks as readonly Bookmark[];
  if (!bookmarks && !isIndexed && !isTitled) return [];
  const outline: Bookmark[] = [];
  let before = 0;
  for (const file of files) {
    const { pages, bookmarks: own, properties } = await describe(file, deadline);
    const given = bookmarksOf(bookmarks, file.name) ?? [];
    const below = shifted(given.length === 0 && (isIndexed || isTitled) ? own : given, before);
    if (isTitled) {
      const title = typeof properties.Title === 'string' ? properties.Title.trim() : '';
      outline.push({ title: title || file.name.replace(/\.[^.]*$/, ''), page: before + 1, children: below });
    } else outline.push(...below);
    before += pages;
  }
  return outline;
}

const shifted = (bookmarks: readonly Bookmark[], pages: number): readonly Bookmark[] =>
  bookmarks.map(({ title, page, children = [] }) => ({
    title,
    page: page + pages,
    children: shifted(children, pages),
  }));

/** Undefined for a file that keeps its own, and where there are none to write. */
export function bookmarksOf(
  bookmarks: BookmarkFields | undefined,
  name: string,
): readonly Bookmark[] | undefined {
  const found =
    bookmarks instanceof Map ? bookmarks.get(name) : (bookmarks as readonly Bookmark[] | undefined);
  return found?.length === 0 && !(bookmarks instanceof Map) ? undefined : found;
}
