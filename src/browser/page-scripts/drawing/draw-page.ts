import type {} from '../../drawing/drawing-state.ts';
import type { DamagedPage, PagePainting, PaintedPage, paintPage } from './paint-page.ts';

/** A page as `drawPage` draws it. */
export interface PageDrawing extends PagePainting {
  /** A MIME type that a canvas can write. */
  readonly type: string;
  /** From 0 to 1; undefined for a type without loss. */
  readonly quality?: number | undefined;
}

export interface DrawnPageSize extends Omit<PaintedPage, 'canvas'> {
  /** The size of the image. Undefined if the page was not drawn; see `PaintedPage`. */
  readonly bytes?: number;
}

/** Draws a page, and keeps the image. */
export async function drawPage(
  { type, quality, ...painting }: PageDrawing,
  paint: typeof paintPage,
): Promise<DrawnPageSize | DamagedPage> {
  const state = await drawing;
  const painted = await paint(painting);
  if ('problem' in painted) return painted;
  const { canvas, ...size } = painted;
  if (!(canvas instanceof OffscreenCanvas)) return size;
  const image = await canvas.convertToBlob({ type, ...(quality === undefined ? {} : { quality }) });
  if (image.type !== type) throw new Error(`The browser cannot write ${type}.`);
  state.images = [image];
  return { ...size, bytes: image.size };
}
