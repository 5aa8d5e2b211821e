/** The visible part of a page and its rotation. */
import type { PdfValue } from '../object.ts';
import type { PdfReader } from '../reading/reader.ts';
import type { Page } from './page-tree.ts';

/** Left, bottom, right, top, in units of the page. */
export type Box = readonly [left: number, bottom: number, right: number, top: number];

export interface PageView {
  /** The crop box within the media box. */
  readonly box: Box;
  /** Clockwise, in degrees. */
  readonly rotation: 0 | 90 | 180 | 270;
  /** The size of a unit, in 1/72 inch. */
  readonly unit: number;
}

/** US Letter, which readers assume for a page without a box. */
const fallbackBox: Box = [0, 0, 612, 792];

export function pageView(file: PdfReader, { dict, inherited }: Page): PageView {
  const media = readBox(file, inherited.get('MediaBox')) ?? fallbackBox;
  const crop = readBox(file, inherited.get('CropBox')) ?? media;
  const turn = inherited.get('Rotate');
  const quarters = typeof turn === 'number' ? ((Math.round(turn / 90) % 4) + 4) % 4 : 0;
  return {
    box: intersection(media, crop),
    rotation: ([0, 90, 180, 270] as const)[quarters] ?? 0,
    unit: file.number(dict, 'UserUnit') ?? 1,
  };
}

/** The page as it is once it is cut: its trim box, which printers' sheets have, or else what can be seen of it. */
export function trimmedView(file: PdfReader, { dict, inherited }: Page): PageView {
  const view = pageView(file, { dict, inherited, ref: undefined });
  const trim = readBox(file, dict.get('TrimBox'));
  return trim ? { ...view, box: intersection(view.box, trim) } : view;
}

/** In points, as the page is seen. */
export function visibleSize({ box, rotation, unit }: PageView): [width: number, height: number] {
  const size = [(box[2] - box[0]) * unit, (box[3] - box[1]) * unit] as const;
  return rotation % 180 === 90 ? [size[1], size[0]] : [...size];
}

/** Accepts any two opposite corners. Undefined if the value is not a box. */
export function readBox(file: PdfReader, value: PdfValue | undefined): Box | undefined {
  if (!Array.isArray(value)) return undefined;
  const [x1, y1, x2, y2] = value.slice(0, 4).map((item) => file.resolve(item));
  if (typeof x1 !== 'number' || typeof y1 !== 'number' || typeof x2 !== 'number' || typeof y2 !== 'number') {
    return undefined;
  }
  return [Math.min(x1, x2), Math.min(y1, y2), Math.max(x1, x2), Math.max(y1, y2)];
}

/** Returns the media box if the two do not overlap. */
function intersection(media: Box, crop: Box): Box {
  const left = Math.max(media[0], crop[0]);
  const bottom = Math.max(media[1], crop[1]);
  const right = Math.min(media[2], crop[2]);
  const top = Math.min(media[3], crop[3]);
  return left < right && bottom < top ? [left, bottom, right, top] : media;
}
