/**
 * Chromium rounds paper to whole points and those to 300 dots an inch: an A4 page is 594.96 or 595.92 points wide
 * instead of 595.28. Here the pages become exactly what was asked for.
 */
import { pagesOf } from './document/page-tree.ts';
import { pageView } from './document/page-view.ts';
import { PdfReader } from './reading/reader.ts';
import { IncrementalUpdate } from './writing/incremental-update.ts';

export interface PaperSize {
  /** Millimetres. */
  readonly width: number;
  readonly height: number;
}

const pointsPerMillimetre = 72 / 25.4;

/** Points. A page that is larger by more than this was not meant to be of the size. */
const greatestSurplus = 1;

/** Points: a twentieth of a millimetre of white at an edge is not seen. */
const greatestLack = 0.14;

/** Points. A box that is this near is exact. */
const tolerance = 0.005;

/**
 * Pages that are larger by less than a point lose that at the right and at the bottom: nothing on them moves. Pages
 * that are too small keep their size, because a background that ends at the edge would end before it. As an
 * incremental update; the file itself where there is nothing to do. Throws `PdfError`.
 */
export function exactPageSize(pdf: Uint8Array, { width, height }: PaperSize): Uint8Array {
  const file = new PdfReader(pdf);
  const update = new IncrementalUpdate(file);
  const [wanted, high] = [width * pointsPerMillimetre, height * pointsPerMillimetre];
  let changes = 0;
  for (const page of pagesOf(file)) {
    const { box, rotation, unit } = pageView(file, page);
    const [left, bottom, right, top] = box;
    if (!page.ref || rotation !== 0 || unit !== 1 || page.inherited.has('CropBox')) continue;
    const surplus = [right - left - wanted, top - bottom - high];
    const near = surplus.every((points) => points <= greatestSurplus && points >= -greatestLack);
    if (!near || surplus.every((points) => Math.abs(points) < tolerance)) continue;
    const exact = [left, round(top - high), round(left + wanted), top];
    update.replace(page.ref, new Map(page.dict).set('MediaBox', exact));
    changes++;
  }
  return changes === 0 ? pdf : Buffer.concat([pdf, update.bytes(new Map())]);
}

function round(points: number): number {
  return Number(points.toFixed(3));
}
