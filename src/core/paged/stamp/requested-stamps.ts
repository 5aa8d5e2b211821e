/** The stamps of a render, for the pages that are chosen. */
import type { Browser } from '../../browser/browser.ts';
import type { Region } from '../../browser/region.ts';
import type { Deadline } from '../../deadline.ts';
import type { PrintedPages } from '../../pdf/index.ts';
import type { PdfWork } from '../../pdf-work.ts';
import type { RenderRequest } from '../../render-request.ts';
import { type FillStamps, type PrintedStamps, printStamps } from './print-stamps.ts';

interface StampSettings {
  readonly browser: Browser | undefined;
  readonly deadline: Deadline;
  readonly fill: FillStamps;
  readonly work: Pick<PdfWork, 'readPages'>;
  readonly lang: string | undefined;
  readonly region: Region;
}

/** Prints the stamps of the template, and over them those of the request, for the chosen pages. */
export async function printRequestedStamps(
  { stamps: asked = [], template, owner, allowHosts = [], report = false, reproducible }: RenderRequest,
  pdf: Uint8Array,
  selected: readonly number[] | undefined,
  { work, lang, region, ...tools }: StampSettings,
): Promise<PrintedStamps> {
  const pages = choosePrinted(await work.readPages(Buffer.from(pdf), tools.deadline), selected);
  const { assets } = template;
  const job = { owner, lang, assets, date: reproducible?.date, region, allowHosts, listFonts: report };
  const stamps = [...(template.stamps ?? []), ...asked];
  return await printStamps(stamps, pages, { ...tools, job });
}

/** What is known of the chosen pages, as of a document of their own. */
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
