/** Prints one document in a pooled page, or in a context of its own if it needs network access. */
import type { PrintedDocument } from '../browser.ts';
import type { PagePool } from '../page/page-pool.ts';
import { NeedsNetwork } from '../page/page-watch.ts';
import {
  type Attempt,
  needsNetwork,
  printIn,
  printInNewContext,
  printWithNetwork,
} from './print-in-context.ts';

export async function printPooled(pool: PagePool, attempt: Attempt): Promise<PrintedDocument> {
  const { job, deadline } = attempt;
  const { owner, scripts, date, region, isLong = false } = job;
  // Cookies and emulated media must not remain for the next document.
  if (job.load || job.screenshot) return await printInNewContext(attempt);
  if (needsNetwork(job)) return await printWithNetwork(attempt);
  const page = await pool.take({ owner, scripts, date, region, isLong }, deadline);
  try {
    const { isSlowed, ...printed } = await printIn(page.page, attempt, { isReady: true, held: page.files });
    const isChanged = job.facts.html.outlivesDocument || job.assets.documentPath || job.listFonts;
    if (isChanged) pool.drop(page);
    else pool.give(page, { isLarge: job.html.length > large, isSlowed });
    return printed;
  } catch (error) {
    pool.drop(page);
    if (!(error instanceof NeedsNetwork)) throw error;
    return await printWithNetwork(attempt);
  }
}

/** In characters. */
const large = 100_000;
