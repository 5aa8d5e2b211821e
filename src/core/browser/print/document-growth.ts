/**
 * Detects whether a document is still being built: whether it has more elements and characters of text than ever
 * before. A clock, a ticker or an animation that changes a fixed set of nodes does not count as growth, nor does a
 * script that removes as much as it adds. The document is polled and not observed, so that it costs nothing if nothing
 * happens after `load`.
 */
import type { CdpSession } from '../cdp/connection.ts';
import { evaluate } from '../cdp/evaluate.ts';
import { type IsolatedWorldId, ownDocument } from '../cdp/isolated-world.ts';

/** Linear in the size of the document: about 10 ms for 10 MB. */
const size = `(() => {
  const document = ${ownDocument};
  return document.getElementsByTagName('*').length + (document.documentElement?.textContent.length ?? 0);
})()`;

/** Elements and characters combined. A number that gains a digit does not count as growth. */
const minGrowth = 10;

export interface DocumentGrowth {
  /**
   * Returns whether the document has outgrown its size at the last call that returned true. The first call returns
   * true. `windows` is the number of windows since the previous call; each of them must have made the document grow.
   */
  hasGrown(windows?: number): Promise<boolean>;
}

export function watchGrowth(page: CdpSession, world: IsolatedWorldId): DocumentGrowth {
  let largest = -minGrowth;
  return {
    async hasGrown(windows = 1) {
      const now = await evaluate<number>(page, size, world);
      if (now < largest + windows * minGrowth) return false;
      largest = now;
      return true;
    },
  };
}
