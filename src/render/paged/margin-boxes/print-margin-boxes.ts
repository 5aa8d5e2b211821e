/** Prints the margin boxes of a document as an overlay, if Chromium left them out. */
import type { Browser, PrintJob } from '#browser/browser';
import type { Deadline } from '#runtime/deadline';
import { overlayControls, type PrintedOverlay, printOverlay } from '../overlay/print-overlay.ts';
import type { PagedPages } from '../passes/print-passes.ts';
import { marginBoxPages } from './margin-box-pages.ts';

/**
 * Returns undefined if no page has a margin box. `job` is that of the document. Throws the errors of `Browser.print`.
 */
export async function printMarginBoxes(
  { facts, sizes, pageRules, context }: PagedPages,
  job: PrintJob,
  { browser, deadline }: { readonly browser: Browser; readonly deadline: Deadline },
): Promise<PrintedOverlay | undefined> {
  if (!context) return undefined;
  const { owner, lang, assets, date, allowHosts, listFonts, isFollowed, paper } = job;
  const controls = job.controls && { after: overlayControls.marginBoxes };
  const root = context.root.map(([property, value]) => ({ property, value, important: false }));
  const { pages, head } = await marginBoxPages({ rules: pageRules, facts, sizes, settings: paper, root });
  return await printOverlay(
    pages,
    {
      job: { owner, lang, assets, date, allowHosts, listFonts, isFollowed, controls },
      fields: {},
      head: context.head + head,
    },
    { browser, deadline },
  );
}
