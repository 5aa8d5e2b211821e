/** The size of a page on screen and on paper. */
import type { PdfReader } from '../reading/reader.ts';
import type { Page } from './page-tree.ts';
import { pageView } from './page-view.ts';

export interface PageSize {
  /** Millimetres, to a tenth. */
  readonly width: number;
  readonly height: number;
}

const millimetresPerPoint = 25.4 / 72;

/** Size of the visible part, rotated by `/Rotate`. */
export function pageSize(file: PdfReader, page: Page): PageSize {
  const { box, rotation, unit } = pageView(file, page);
  const width = tenths((box[2] - box[0]) * unit * millimetresPerPoint);
  const height = tenths((box[3] - box[1]) * unit * millimetresPerPoint);
  return rotation % 180 === 90 ? { width: height, height: width } : { width, height };
}

function tenths(millimetres: number): number {
  return Math.round(millimetres * 10) / 10;
}
