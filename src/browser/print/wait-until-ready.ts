/**
 * After `load`: applies the caller's page rule, then waits only for what the document needs: fonts in use, images
 * (including lazy ones) and, if a script sets it, `window.pdfapiReady`, a promise or a flag.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { Deadline } from '#runtime/deadline';
import { callInPage } from '../cdp/call-in-page.ts';
import type { CdpSession } from '../cdp/connection.ts';
import type { IsolatedWorldId } from '../cdp/isolated-world.ts';
import { minGroupedSiblings } from '../content/tag-preparations.ts';
import { unshownFilesOptions } from '../content/unshown-problems.ts';
import { pageLimits } from '../page/page-limits.ts';
import type { PageWatch } from '../page/page-watch.ts';
import { isUnready } from '../page-scripts/clock/is-unready.ts';
import { declaredLanguage } from '../page-scripts/declared-language.ts';
import { documentSize } from '../page-scripts/document-size.ts';
import { finishAnimations } from '../page-scripts/finish-animations.ts';
import { loadPageFonts } from '../page-scripts/load-page-fonts.ts';
import { afterTwoTasks } from '../page-scripts/page-state.ts';
import { findUnshownFiles } from '../page-scripts/pictures/find-unshown-files.ts';
import {
  type PreparedPage,
  type PrepareOptions,
  type PrepareParts,
  prepareToPrint,
} from '../page-scripts/prepare-to-print.ts';
import { replaceFontDisplays } from '../page-scripts/replace-font-displays.ts';
import { unclobberedDocument } from '../page-scripts/unclobbered-document.ts';

export interface WaitOptions {
  /** Takes precedence over every rule of the document. */
  readonly pageRule: string;
  /**
   * For a document that does not declare a language: determines hyphens, quotes, glyphs and the language of the PDF.
   */
  readonly lang?: string | undefined;
  /** Whether the document may have pictures and fonts. Otherwise none is looked for that cannot be shown. */
  readonly mayShowFiles: boolean;
  /**
   * Set if scripts run. Scripts may wait for animations to end, which `fastForward` takes care of. pdfapi's own scripts
   * run in this isolated world.
   */
  readonly world: IsolatedWorldId;
}

export async function waitUntilReady(
  page: CdpSession,
  { pageRule, lang, mayShowFiles, world }: WaitOptions,
): Promise<PreparedPage> {
  if (world !== undefined) while (await callInPage(page, isUnready, [])) await delay(10);
  const scripts = world !== undefined;
  const options = { pageRule, lang, keepAdopted: scripts, finish: !scripts };
  return await prepare(page, world, options, mayShowFiles ? parts : partsWithoutFiles);
}

/** Waits again, for what was added later. Does not wait for scripts, because their clock may be stopped. */
export const waitUntilReadyAgain = (page: CdpSession, world: IsolatedWorldId): Promise<PreparedPage> =>
  prepare(page, world, { finish: true, maxSearched: minGroupedSiblings }, parts);

/**
 * The share of the remaining time that assets may take. Assets that have not arrived by then are reported and omitted,
 * so that one dead image costs an image and not the document.
 */
export const assetShare = 0.5;

/** The maximum length of a chain of requests, each caused by the response to the previous one. */
export const maxRequestChain = 10;

/** Waits for what scripts have requested, because the responses and their effects belong to the document. */
export async function waitUntilFetched(
  page: CdpSession,
  watch: PageWatch,
  world: IsolatedWorldId,
  deadline: Deadline,
): Promise<void> {
  for (let round = 0; watch.isWaiting() && round < maxRequestChain; round++) {
    await watch.quiet(deadline.remainingMs * assetShare);
    // The response has arrived, but the script that awaits it runs only after this.
    await callInPage(page, afterTwoTasks, [], world);
    await waitUntilReadyAgain(page, world);
  }
}

const parts: PrepareParts = {
  unclobberedDocument,
  declaredLanguage,
  documentSize,
  finishAnimations,
  replaceFontDisplays,
  loadPageFonts,
  findUnshownFiles,
};

/** The source of the other one takes longer to send and to compile than a short document takes to prepare. */
const partsWithoutFiles: PrepareParts = {
  ...parts,
  findUnshownFiles: async () => [],
  loadPageFonts: () => {},
};

const prepare = (
  page: CdpSession,
  world: IsolatedWorldId,
  options: Omit<PrepareOptions, 'maxTitleCharacters' | 'unshownFiles'>,
  parts: PrepareParts,
): Promise<PreparedPage> => {
  const limits = { maxTitleCharacters: pageLimits.maxTitleCharacters, unshownFiles: unshownFilesOptions };
  return callInPage(page, prepareToPrint, [parts, { ...options, ...limits }], world);
};
