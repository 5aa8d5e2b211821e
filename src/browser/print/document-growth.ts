/**
 * Detects whether a document is still being built: whether it has more elements and characters of text than ever
 * before. A clock, a ticker or an animation that changes a fixed set of nodes does not count as growth, nor does a
 * script that removes as much as it adds. The document is polled and not observed, so that it costs nothing if nothing
 * happens after `load`.
 */
import { callInPage } from '../cdp/call-in-page.ts';
import type { CdpSession } from '../cdp/connection.ts';
import type { IsolatedWorldId } from '../cdp/isolated-world.ts';
import { documentSize } from '../page-scripts/document-size.ts';
import { unclobberedDocument } from '../page-scripts/unclobbered-document.ts';

/** Elements and characters combined. A number that gains a digit does not count as growth. */
const minGrowth = 10;

export interface DocumentGrowth {
  /**
   * Returns whether the document has outgrown its size at the last call that returned true. `windows` is the number of
   * windows since the previous call; each of them must have made the document grow.
   */
  hasGrown(windows?: number): Promise<boolean>;
}

/** `size` is that of the document when it had loaded, as `documentSize` returns it. */
export function watchGrowth(page: CdpSession, world: IsolatedWorldId, size: number): DocumentGrowth {
  let largest = size;
  return {
    async hasGrown(windows = 1) {
      const now = await callInPage(page, documentSize, [unclobberedDocument], world);
      if (now < largest + windows * minGrowth) return false;
      largest = now;
      return true;
    },
  };
}
