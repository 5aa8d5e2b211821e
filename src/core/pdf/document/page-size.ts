/** How large a page is on screen and on paper. */
import type { PdfValue } from '../object.ts';
import type { PdfReader } from '../reading/reader.ts';
import type { Page } from './page-tree.ts';

export interface PageSize {
  /** Millimetres, to a tenth. */
  readonly width: number;
  readonly height: number;
}

/** PDF's unit is 1/72 inch, times the page's `/UserUnit`. */
const millimetresPerUnit = 25.4 / 72;

/** What readers take when a page has no box: US Letter. */
const fallbackBox: Box = [0, 0, 612, 792];

type Box = readonly [left: number, bottom: number, right: number, top: number];

/** The visible part (crop box within media box), turned as `/Rotate` says. */
export function pageSize(file: PdfReader, page: Page): PageSize {
  const media = box(file, page.inherited.get('MediaBox')) ?? fallbackBox;
  const crop = intersection(media, box(file, page.inherited.get('CropBox')) ?? media);
  const unit = (file.number(page.dict, 'UserUnit') ?? 1) * millimetresPerUnit;
  const width = tenths((crop[2] - crop[0]) * unit);
  const height = tenths((crop[3] - crop[1]) * unit);
  const rotate = page.inherited.get('Rotate');
  const onItsSide = typeof rotate === 'number' && Math.abs(rotate % 180) === 90;
  return onItsSide ? { width: height, height: width } : { width, height };
}

/** Any two opposite corners. */
function box(file: PdfReader, value: PdfValue | undefined): Box | undefined {
  if (!Array.isArray(value)) return undefined;
  const [x1, y1, x2, y2] = value.map((item) => file.resolve(item));
  if (typeof x1 !== 'number' || typeof y1 !== 'number' || typeof x2 !== 'number' || typeof y2 !== 'number') {
    return undefined;
  }
  return [Math.min(x1, x2), Math.min(y1, y2), Math.max(x1, x2), Math.max(y1, y2)];
}

/** The media box where the two have nothing in common. */
function intersection(media: Box, crop: Box): Box {
  const left = Math.max(media[0], crop[0]);
  const bottom = Math.max(media[1], crop[1]);
  const right = Math.min(media[2], crop[2]);
  const top = Math.min(media[3], crop[3]);
  return left < right && bottom < top ? [left, bottom, right, top] : media;
}

function tenths(millimetres: number): number {
  return Math.round(millimetres * 10) / 10;
}
