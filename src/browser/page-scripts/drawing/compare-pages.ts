import type {} from '../../drawing/drawing-state.ts';
import type { DamagedPage, PagePainting, paintPage } from './paint-page.ts';

export interface PageComparison {
  readonly before: PagePainting;
  readonly after: PagePainting;
  /** Two pixels are alike if no colour of them differs by more, from 0 to 255. */
  readonly maxDifference: number;
  /** Whether images of both pages and of the difference are kept, if they differ. */
  readonly keepsImages: boolean;
}

export interface ComparedPages {
  /** Pixels that differ, and all pixels, of the larger page. */
  readonly different: number;
  readonly pixels: number;
  /** The smallest rectangle that has all of them, in pixels. Undefined if there are none. */
  readonly box?: {
    readonly left: number;
    readonly top: number;
    readonly right: number;
    readonly bottom: number;
  };
  /** The sizes of the images: before, after, difference. */
  readonly images: readonly number[];
}

/** Paints two pages and compares them pixel by pixel. Undefined if one of them is too large to be painted. */
export async function comparePages(
  { before, after, maxDifference, keepsImages }: PageComparison,
  paint: typeof paintPage,
): Promise<ComparedPages | DamagedPage | undefined> {
  const state = await drawing;
  const painted = [await paint(before), await paint(after)] as const;
  if ('problem' in painted[0]) return painted[0];
  if ('problem' in painted[1]) return painted[1];
  const [{ canvas: old }, { canvas: now }] = painted;
  if (!(old instanceof OffscreenCanvas && now instanceof OffscreenCanvas)) return undefined;
  const width = Math.max(old.width, now.width);
  const height = Math.max(old.height, now.height);
  const pixelsOf = (canvas: OffscreenCanvas) => {
    const context = canvas.getContext('2d') as OffscreenCanvasRenderingContext2D;
    return new Uint32Array(context.getImageData(0, 0, width, height).data.buffer);
  };
  const [a, b] = [pixelsOf(old), pixelsOf(now)];
  const marked = keepsImages ? new Uint32Array(width * height) : undefined;
  let different = 0;
  let [left, top, right, bottom] = [width, height, -1, -1];
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at++) {
      const [p, q] = [a[at] as number, b[at] as number];
      let isDifferent = false;
      // Pixels outside the smaller page are transparent, and differ from paper.
      for (let shift = 0; p !== q && shift < 32; shift += 8) {
        if (Math.abs(((p >>> shift) & 255) - ((q >>> shift) & 255)) > maxDifference) isDifferent = true;
      }
      if (isDifferent) {
        different++;
        left = Math.min(left, x);
        right = Math.max(right, x);
        top = Math.min(top, y);
        bottom = Math.max(bottom, y);
      }
      if (marked) {
        const grey = ((q & 255) + ((q >>> 8) & 255) + ((q >>> 16) & 255)) / 3;
        const faint = 255 - ((255 - grey) >> 2);
        // Red, green, blue and alpha, from the lowest byte on.
        marked[at] = isDifferent ? 0xff2000e0 : (0xff000000 | (faint << 16) | (faint << 8) | faint) >>> 0;
      }
    }
  }
  const pixels = width * height;
  if (different === 0) return { different, pixels, images: [] };
  const box = { left, top, right: right + 1, bottom: bottom + 1 };
  if (!marked) return { different, pixels, box, images: [] };
  const difference = new OffscreenCanvas(width, height);
  const image = new ImageData(new Uint8ClampedArray(marked.buffer), width, height);
  difference.getContext('2d')?.putImageData(image, 0, 0);
  const images = [await old.convertToBlob(), await now.convertToBlob(), await difference.convertToBlob()];
  state.images = images;
  return { different, pixels, box, images: images.map(({ size }) => size) };
}
