/** The stamps of a render, for the pages that are chosen. */

import type { PrintedPages } from '#pdf';
import type { Rendering } from './print-content.ts';
import { type FillStamps, type PrintedStamps, printStamps } from './stamp/print-stamps.ts';

interface ChosenStamps {
  /** The chosen pages, from 0. Undefined: all. */
  readonly selected: readonly number[] | undefined;
  readonly fill: FillStamps;
}

/** Prints the stamps of the template, and over them those of the request, for the chosen pages. */
export async function printRequestedStamps(
  pdf: Uint8Array,
  { selected, fill }: ChosenStamps,
  { filled: { request, content, region }, tools }: Rendering,
): Promise<PrintedStamps> {
  const { stamps: asked = [], template, owner, allowHosts = [], report = false, reproducible } = request;
  const { browser, deadline, work } = tools;
  const lang = 'editorResult' in content ? undefined : content.lang;
  const pages = choosePrinted(await work.readPages(Buffer.from(pdf), deadline), selected);
  const { assets } = template;
  const job = { owner, lang, assets, date: reproducible?.date, region, allowHosts, listFonts: report };
  const stamps = [...(template.stamps ?? []), ...asked];
  return await printStamps(stamps, pages, { browser, deadline, fill, job });
}

/** Returns the facts about the chosen pages, as if they were a document of their own. */
function choosePrinted(all: PrintedPages, selected: readonly number[] | undefined): PrintedPages {
  if (!selected) return all;
  const places = new Map(selected.map((index, place) => [index, place]));
  const headings = all.headings.flatMap((heading) => {
    const page = places.get(heading.page);
    return page === undefined ? [] : [{ ...heading, page }];
  });
  return {
    ...all,
    sizes: selected.flatMap((index) => all.sizes[index] ?? []),
    headings: headings.toSorted((a, b) => a.page - b.page),
  };
}
