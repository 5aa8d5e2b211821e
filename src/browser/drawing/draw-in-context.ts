/** Draws PDFs in a browser context of its own, without network, whose renderer process nothing else uses. */
import { Failure } from '#contract/errors';
import type { Deadline } from '#runtime/deadline';
import type { DrawingJob } from '../browser.ts';
import { ProtocolError } from '../cdp/connection.ts';
import { awaitPage, openPage } from '../page/open-page.ts';
import { PageCrash } from '../page/page-crash.ts';
import type { BrowserProcess } from '../process/browser-process.ts';
import { type DrawingPage, loadDrawingPage } from './drawing-page.ts';

/** Throws what `work` throws, and `page_failed` or `memory_limit` if the page is lost. */
export async function drawInContext<Result>(
  browser: BrowserProcess,
  { owner, isLong = false }: DrawingJob,
  work: (page: DrawingPage) => Promise<Result>,
  deadline: Deadline,
): Promise<Result> {
  const page = await awaitPage(openPage(browser, { scripts: true }), browser, deadline);
  const watch = browser.watch?.enter({
    owner,
    isLong,
    get pid() {
      return page.pid;
    },
    hasFrameTargets: page.hasFrameTargets,
  });
  try {
    return await work(await loadDrawingPage(page, browser.connection.lost, deadline));
  } catch (error) {
    const isLost =
      error instanceof PageCrash || (error instanceof Error && error.cause instanceof ProtocolError);
    throw (
      (isLost && watch?.takeReason()) ||
      (error instanceof ProtocolError
        ? new Failure('page_failed', `The PDF could not be drawn: ${error.message}`, { cause: error })
        : error)
    );
  } finally {
    watch?.leave();
    page.close();
  }
}
