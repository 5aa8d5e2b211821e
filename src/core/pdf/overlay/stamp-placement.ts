/** Where a page of a stamp is on a page of the document. */
import type { PageView } from '../document/page-view.ts';
import { combined, inverted, type Matrix, toView } from '../underlay/matrix.ts';

/**
 * `corner`: the upper left corners are in the same place, and nothing is scaled, as for what is printed for the page.
 * `centre`: in the middle, and smaller if it is larger than the page; on equal paper it fits exactly.
 */
export type StampAnchor = 'corner' | 'centre';

/** Points. Pages of one paper size differ by less: Chromium's A4 is 595.92 wide, that of others 595.28 or 595. */
const samePaper = 2;

/** Maps the stamp's units to the page's. Undefined for pages without an area. */
export function stampPlacement(anchor: StampAnchor, stamp: PageView, page: PageView): Matrix | undefined {
  const [stampWidth, stampHeight] = sizeOf(stamp);
  const [width, height] = sizeOf(page);
  const fromPage = inverted(toView(page));
  if (!(stampWidth > 0 && stampHeight > 0 && width > 0 && height > 0) || !fromPage) return undefined;
  const isSame = Math.abs(stampWidth - width) <= samePaper && Math.abs(stampHeight - height) <= samePaper;
  const inCorner = anchor === 'corner' || isSame;
  const scale = inCorner ? 1 : Math.min(1, width / stampWidth, height / stampHeight);
  const left = inCorner ? 0 : (width - stampWidth * scale) / 2;
  const bottom = inCorner ? height - stampHeight : (height - stampHeight * scale) / 2;
  return combined(combined(toView(stamp), [scale, 0, 0, scale, left, bottom]), fromPage);
}

/** Visible size in points. */
function sizeOf({ box, rotation, unit }: PageView): [width: number, height: number] {
  const [left, bottom, right, top] = box;
  const size = [(right - left) * unit, (top - bottom) * unit] as const;
  return rotation % 180 === 90 ? [size[1], size[0]] : [...size];
}
