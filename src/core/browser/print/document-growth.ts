/**
 * Whether a document is still being built: whether it has more elements and characters of text than ever before. A
 * clock, a ticker or an animation that changes a fixed set of nodes does not make it grow, nor does one that removes as
 * much as it adds. It is looked at, and not observed, so that it costs nothing where nothing happens after `load`.
 */
import type { CdpSession } from '../cdp/connection.ts';
import { evaluate } from '../cdp/evaluate.ts';
import { type IsolatedWorldId, ownDocument } from '../cdp/isolated-world.ts';

/** Linear in the document: about 10 ms for one of 10 MB. */
const size = `(() => {
  const document = ${ownDocument};
  return document.getElementsByTagName('*').length + (document.documentElement?.textContent.length ?? 0);
})()`;

/** Elements and characters together. A number that gets another digit is no growth. */
const minGrowth = 10;

export interface DocumentGrowth {
  /** Whether it has grown beyond its size when a call last returned true, as the first one does. */
  hasGrown(): Promise<boolean>;
}

export function watchGrowth(page: CdpSession, world: IsolatedWorldId): DocumentGrowth {
  let largest = -minGrowth;
  return {
    async hasGrown() {
      const now = await evaluate<number>(page, size, world);
      if (now < largest + minGrowth) return false;
      largest = now;
      return true;
    },
  };
}
