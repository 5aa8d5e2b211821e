/** Prints one document in a browser context of its own, with its own network access if needed. */
import { Failure } from '#contract/errors';
import type { Deadline } from '#runtime/deadline';
import type { PrintedDocument, PrintJob } from '../browser.ts';
import { ProtocolError } from '../cdp/connection.ts';
import { raceAbort } from '../cdp/race-abort.ts';
import { egressContext } from '../egress/chromium-flags.ts';
import { awaitPage, type OpenPage, openPage } from '../page/open-page.ts';
import { PageCrash } from '../page/page-crash.ts';
import { NeedsNetwork, type NetworkFindings } from '../page/page-watch.ts';
import type { BrowserProcess } from '../process/browser-process.ts';
import { type PrintOptions, printPage } from './print-document.ts';
import type { DocumentFacts } from './text-facts.ts';

/** A job together with the facts that printing depends on. */
export interface ReadJob extends PrintJob {
  /** Whether scripting is enabled. */
  readonly scripts: boolean;
  readonly facts: DocumentFacts;
}

export interface Attempt {
  readonly browser: BrowserProcess;
  readonly job: ReadJob;
  readonly deadline: Deadline;
  /** When the caller began to wait, on the clock of `performance.now()`. */
  readonly asked: number;
}

/** `open` opens the page of a document that needs no network. */
export async function printInNewContext(attempt: Attempt, open = openPage): Promise<PrintedDocument> {
  const { browser, job, deadline } = attempt;
  if (needsNetwork(job)) return await printWithNetwork(attempt);
  const page = await awaitPage(open(browser, { scripts: drawsFrames(job) }), browser, deadline);
  try {
    return await printIn(page, attempt, {});
  } catch (error) {
    if (!(error instanceof NeedsNetwork)) throw error;
    return await printWithNetwork(attempt);
  } finally {
    page.close();
  }
}

/** Scripts wait for frames, and a screenshot is one. */
const drawsFrames = ({ scripts, screenshot }: ReadJob): boolean => scripts || screenshot !== undefined;

/**
 * If this returns false and the page requests something nevertheless, the request is detected and the document is
 * printed again with a network; see `NeedsNetwork`. Requests of its workers are not detected.
 */
export function needsNetwork({ webPage, scripts, facts }: ReadJob): boolean {
  if (webPage) return true;
  const texts = [facts.html, facts.styles];
  if (!scripts) return texts.some((text) => text.loadsFromNetwork);
  return texts.some((text) => text.refersToNetwork) || facts.html.namesWorkers;
}

/**
 * Prints in an open page, which the caller closes. `isSlowed` is true if the page's processes have the lowest priority
 * from now on.
 */
export async function printIn(
  page: OpenPage,
  { browser, job, deadline, asked }: Attempt,
  options: PrintOptions,
): Promise<PrintedDocument & { readonly isSlowed: boolean }> {
  const opened = performance.now();
  const watch = browser.watch?.enter({
    owner: job.owner,
    isLong: job.isLong ?? false,
    get pid() {
      return page.pid;
    },
    hasFrameTargets: page.hasFrameTargets,
  });
  try {
    const printing = printPage(page, job, options, deadline).catch(explain);
    // An error is an answer too.
    const answers = () => page.session.send('Runtime.evaluate', { expression: '0' });
    const { timings, ...printed } = await raceAbort(
      [page.crashed, browser.connection.lost],
      browser.shortage.race(printing, answers),
    );
    const isSlowed = watch?.isSlowed ?? false;
    return { ...printed, timings: { browser: opened - asked, ...timings }, isSlowed };
  } catch (error) {
    throw (lostItsProcess(error) && watch?.takeReason()) || error;
  } finally {
    watch?.leave();
  }
}

/** A lost process is reported as a crash, or by a pending command. Other failures have their own reasons. */
const lostItsProcess = (error: unknown): boolean =>
  error instanceof PageCrash || (error instanceof Error && error.cause instanceof ProtocolError);

export async function printWithNetwork(attempt: Attempt): Promise<PrintedDocument> {
  const { browser, job, deadline } = attempt;
  const network: NetworkFindings = { refused: [], unreachable: [] };
  const { startEgress } = await import('../egress/egress.ts');
  const egress = await startEgress({
    allowHosts: job.allowHosts,
    onRefused: (event) => network.refused.push(event),
    onFailed: (event) => network.unreachable.push(event),
  });
  try {
    const opening = openPage(browser, { scripts: drawsFrames(job), network: egressContext(egress) });
    const page = await awaitPage(opening, browser, deadline);
    try {
      return await printIn(page, attempt, { network });
    } finally {
      page.close();
    }
  } finally {
    await egress.close();
  }
}

/** Explains a protocol error that no caller expected. */
function explain(error: unknown): never {
  if (!(error instanceof ProtocolError)) throw error;
  throw new Failure('page_failed', `The page failed before it was printed: ${error.message}`, {
    cause: error,
  });
}
