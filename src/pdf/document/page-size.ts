/** The size of a page on screen and on paper. */
import type { PdfReader } from '../reading/reader.ts';
import type { Page } from './page-tree.ts';
import { pageView, visibleSize } from './page-view.ts';

export interface PageSize {
  /** Millimetres, to a tenth. */
  readonly width: number;
  readonly height: number;
}

const millimetresPerPoint = 25.4 / 72;

/** Size of the visible part, rotated by `/Rotate`. */
export function pageSize(file: PdfReader, page: Page): PageSize {
  const [width, height] = visibleSize(pageView(file, page));
  return { width: tenths(width * millimetresPerPoint), height: tenths(height * millimetresPerPoint) };
}

function tenths(millimetres: number): number {
  return Math.round(millimetres * 10) / 10;
}
