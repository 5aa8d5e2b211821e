/** Where a page of another file is on a page of the document. */
import { type PageView, visibleSize } from '../document/page-view.ts';
import { combined, inverted, type Matrix, toView } from './matrix.ts';

/** Points. Pages of one paper size differ by less: Chromium's A4 is 595.92 wide, that of others 595.28 or 595. */
const samePaper = 2;

/**
 * - `corner`: the upper left corners are in the same place, and nothing is scaled, as for what is printed for the page.
 * - `fit`: in the middle, as large as the page.
 * - `centre`: in the middle, and smaller if it is larger than the page.
 *
 * On equal paper all of them are `corner`, so that a millimetre stays a millimetre.
 */
type Anchor = 'corner' | 'fit' | 'centre';

/** In points, from the upper left corner of the page to that of the sheet. */
interface SheetOffset {
  readonly x: number;
  readonly y: number;
}

/** Maps the units of the sheet to those of the page. Undefined for pages without an area. */
export function placement(sheet: PageView, page: PageView, anchor: Anchor | SheetOffset): Matrix | undefined {
  const [sheetWidth, sheetHeight] = visibleSize(sheet);
  const [width, height] = visibleSize(page);
  const fromPage = inverted(toView(page));
  if (!(sheetWidth > 0 && sheetHeight > 0 && width > 0 && height > 0) || !fromPage) return undefined;
  if (typeof anchor === 'object') {
    const moved: Matrix = [1, 0, 0, 1, anchor.x, height - sheetHeight - anchor.y];
    return combined(combined(toView(sheet), moved), fromPage);
  }
  const isSame = Math.abs(sheetWidth - width) <= samePaper && Math.abs(sheetHeight - height) <= samePaper;
  const inCorner = anchor === 'corner' || isSame;
  const fitting = Math.min(width / sheetWidth, height / sheetHeight);
  const scale = inCorner ? 1 : anchor === 'fit' ? fitting : Math.min(1, fitting);
  const left = inCorner ? 0 : (width - sheetWidth * scale) / 2;
  const bottom = inCorner ? height - sheetHeight : (height - sheetHeight * scale) / 2;
  return combined(combined(toView(sheet), [scale, 0, 0, scale, left, bottom]), fromPage);
}
