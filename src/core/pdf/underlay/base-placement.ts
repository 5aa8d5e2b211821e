/** The placement of a base page on a document page. */
import type { PageView } from '../document/page-view.ts';
import { combined, inverted, type Matrix, toView } from './matrix.ts';

/** Points. Pages of one paper size differ by less: Chromium's A4 is 595.92 wide, that of others 595.28 or 595. */
const samePaper = 2;

/**
 * Maps the base's units to the page's. On equal paper the upper left corners align without scaling, so that a
 * millimetre stays a millimetre. On other paper the base is scaled to fit and centred. Undefined for pages without an
 * area.
 */
export function basePlacement(base: PageView, page: PageView): Matrix | undefined {
  const [baseWidth, baseHeight] = getSize(base);
  const [width, height] = getSize(page);
  const fromPage = inverted(toView(page));
  if (!(baseWidth > 0 && baseHeight > 0 && width > 0 && height > 0) || !fromPage) return undefined;
  const same = Math.abs(baseWidth - width) <= samePaper && Math.abs(baseHeight - height) <= samePaper;
  const scale = same ? 1 : Math.min(width / baseWidth, height / baseHeight);
  const left = same ? 0 : (width - baseWidth * scale) / 2;
  const bottom = same ? height - baseHeight : (height - baseHeight * scale) / 2;
  return combined(combined(toView(base), [scale, 0, 0, scale, left, bottom]), fromPage);
}

/** Visible size in points. */
function getSize({ box, rotation, unit }: PageView): [width: number, height: number] {
  const [left, bottom, right, top] = box;
  const size = [(right - left) * unit, (top - bottom) * unit] as const;
  return rotation % 180 === 90 ? [size[1], size[0]] : [...size];
}
