/** Waits until nothing that a document needs changes any more. */
import type { Deadline } from '#runtime/deadline';
import type { Paper } from '#template/model/page-settings';
import type { PageFindings } from '../browser.ts';
import { callInPage } from '../cdp/call-in-page.ts';
import type { CdpSession } from '../cdp/connection.ts';
import { createIsolatedWorld, type IsolatedWorldId } from '../cdp/isolated-world.ts';
import type { StartedLoad } from '../load/start-page-load.ts';
import { fillOverlayFields } from '../overlay/overlay-boxes.ts';
import { pageLimits } from '../page/page-limits.ts';
import type { NetworkFindings, PageWatch } from '../page/page-watch.ts';
import { showWindow } from '../page/page-window.ts';
import { afterTwoFrames } from '../page-scripts/page-state.ts';
import type { CssPageMargins, PreparedPage } from '../page-scripts/prepare-to-print.ts';
import { paperRule, windowOfJob } from '../paper/print-options.ts';
import { watchGrowth } from './document-growth.ts';
import { fastForward } from './fast-forward.ts';
import type { ReadJob } from './print-in-context.ts';
import { waitUntilFetched, waitUntilReady, waitUntilReadyAgain } from './wait-until-ready.ts';

/** The share for a library that lays out the document. Printing its pages takes a fifth of the time. */
const builderShare = 0.8;

type Step = <T>(name: string, work: Promise<T>) => Promise<T>;

interface PageToSettle {
  readonly job: ReadJob;
  readonly paper: Paper;
  readonly mainFrame: string;
  readonly mayShowFiles: boolean;
  readonly watch: PageWatch;
  readonly loading: StartedLoad | undefined;
  readonly network: NetworkFindings;
  readonly deadline: Deadline;
  readonly loadLimitMs: () => number;
  readonly step: Step;
  readonly loadingStep: Step;
}

export interface SettledPage extends Pick<PreparedPage, 'unshown' | 'isPlain'> {
  readonly world: IsolatedWorldId;
  readonly cssMargins: CssPageMargins;
  readonly titleProblems: readonly string[];
  readonly unfinished: PageFindings['unfinished'];
}

/** `known`: the world of a page that keeps its realm. */
export async function settlePage(
  page: CdpSession,
  toSettle: PageToSettle,
  known?: Promise<IsolatedWorldId>,
): Promise<SettledPage> {
  const { job, paper, mainFrame, mayShowFiles, watch, loading, network, deadline } = toSettle;
  const { loadLimitMs, step, loadingStep } = toSettle;
  const { scripts } = job;
  const titleProblems: string[] = [];
  const world = scripts
    ? await loadingStep('checking the page', known ?? createIsolatedWorld(page, mainFrame))
    : undefined;
  if (job.overlay) await step('filling headers and footers', fillOverlayFields(page, job.overlay));
  const ready = waitUntilReady(page, { pageRule: paperRule(paper), lang: job.lang, mayShowFiles, world });
  const prepared = await finishLayout('waiting for fonts, images and window.pdfapiReady', ready);
  if (!scripts) return await toSettled(prepared);
  // Rules that only the browser could read may have made the pages others: resized, scripts draw again.
  const isResized = await loadingStep(
    'checking the page',
    showWindow(page, windowOfJob(job, paper, prepared.margins)),
  );
  if (isResized) await step('resizing the page', callInPage(page, afterTwoFrames, [], world));
  await loadingStep('waiting for what scripts fetch', waitUntilFetched(page, watch, world, deadline));
  await waitAsAsked();
  const forwarding = fastForward(page, watch, {
    growth: watchGrowth(page, world, prepared.size),
    horizonMs: job.load?.horizonMs,
    limitMs: loadLimitMs(),
    builderLimitMs: deadline.remainingMs * builderShare,
  });
  const unfinished = await loadingStep('waiting for animations and what scripts add', forwarding);
  const again = waitUntilReadyAgain(page, world);
  return await toSettled(await finishLayout('waiting for fonts and images', again), unfinished);

  async function finishLayout(name: string, ready: Promise<PreparedPage>): Promise<PreparedPage> {
    const found = await loadingStep(name, ready);
    if (found.isTitleCut)
      titleProblems.push(
        `the title of the document is cut after ${pageLimits.maxTitleCharacters} characters`,
      );
    return found;
  }

  async function waitAsAsked(): Promise<void> {
    for (const { name, run } of loading?.waits(world) ?? []) await loadingStep(name, run());
  }

  async function toSettled(
    { margins: cssMargins, unshown, isPlain }: PreparedPage,
    unfinished?: PageFindings['unfinished'],
  ): Promise<SettledPage> {
    if (!scripts) await waitAsAsked();
    loading?.assertLoaded(network);
    return { world, cssMargins, unshown, isPlain, titleProblems, unfinished };
  }
}
