import type {} from '../../drawing/drawing-state.ts';

/** Which page is painted, and how. */
export interface PagePainting {
  readonly name: string;
  /** From 0. */
  readonly index: number;
  /** Pixels per inch. */
  readonly dpi: number;
  readonly maxSide: number;
  readonly maxPixels: number;
}

export interface PaintedPage {
  /** In points (1/72 inch), as the page is shown. */
  readonly pageSize: readonly [width: number, height: number];
  /** In pixels. */
  readonly width: number;
  readonly height: number;
  /**
   * An `OffscreenCanvas`, which the types of the library must not name: programs for Node.js lack those of a browser.
   * Undefined if the page has more pixels than allowed, and was not painted.
   */
  readonly canvas?: unknown;
}

/** Why pdf.js cannot draw the page: what is wrong with the file. */
export interface DamagedPage {
  readonly problem: string;
}

/** A link as pdf.js reads it, whose own types do not describe it. */
interface LinkAnnotation {
  readonly subtype: string;
  readonly annotationFlags: number;
  readonly hasAppearance: boolean;
  readonly borderStyle: {
    readonly width: number;
    readonly style: number;
    readonly dashArray: readonly number[];
  };
  /** Null for no colour. */
  readonly color: Uint8ClampedArray | null;
  readonly rect: readonly [left: number, bottom: number, right: number, top: number];
  /** The layer that it belongs to. */
  readonly oc?: unknown;
}

/** Paints a page on white paper, with its annotations. */
export async function paintPage({
  name,
  index,
  dpi,
  maxSide,
  maxPixels,
}: PagePainting): Promise<PaintedPage | DamagedPage> {
  const { pdfjs, documents } = await drawing;
  const document = documents.get(name);
  if (!document) throw new Error(`${name} is not open.`);
  const toProblem = (error: unknown): DamagedPage => ({ problem: (error as Error).message });
  const page = await document.getPage(index + 1).catch(toProblem);
  if ('problem' in page) return page;
  const viewport = page.getViewport({ scale: dpi / 72 });
  // A width that is whole except for the error of its calculation is not rounded up.
  const whole = (length: number) => Math.max(1, Math.ceil(length - 0.001));
  const [width, height] = [whole(viewport.width), whole(viewport.height)];
  const pageSize = [(viewport.width * 72) / dpi, (viewport.height * 72) / dpi] as const;
  if (!(Math.max(width, height) <= maxSide && width * height <= maxPixels)) {
    return { pageSize, width, height };
  }
  // A canvas of the page is flushed with each of its frames, and edges differ with the moments of that.
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d', { alpha: false, willReadFrequently: true });
  if (!context) throw new Error('There is no memory for the image.');
  try {
    const drawn = page.render({
      canvas: null,
      canvasContext: context as unknown as CanvasRenderingContext2D,
      viewport,
      intent: 'display',
      annotationMode: pdfjs.AnnotationMode.ENABLE,
      background: '#fff',
    });
    await drawn.promise;
    const [a, b, c, d, e, f] = viewport.transform as [number, number, number, number, number, number];
    context.setTransform(a, b, c, d, e, f);
    // Throws for annotations that are damaged, because of which pdf.js leaves the page empty without an error.
    const annotations: readonly LinkAnnotation[] = await page.getAnnotations({ intent: 'display' });
    const layers = await document.getOptionalContentConfig({ intent: 'display' });
    drawLinkBorders(
      context,
      annotations.filter(({ oc }) => !oc || layers.isVisible(oc)),
    );
  } catch (error) {
    return toProblem(error);
  } finally {
    page.cleanup();
  }
  return { pageSize, width, height, canvas };

  /** The borders that links declare, which pdf.js draws only in viewers. */
  function drawLinkBorders(
    paper: OffscreenCanvasRenderingContext2D,
    annotations: readonly LinkAnnotation[],
  ): void {
    // As pdf.js numbers the styles.
    const [dashed, underline] = [2, 5];
    // Hidden, and not for the screen: ISO 32000-2, table 167.
    const hidden = 0x22;
    for (const { subtype, annotationFlags, hasAppearance, borderStyle, color, rect } of annotations) {
      const { width: border, style, dashArray } = borderStyle;
      if (subtype !== 'Link' || hasAppearance || !(border > 0) || !color) continue;
      if ((annotationFlags & hidden) !== 0) continue;
      const [left, bottom, right, top] = rect;
      const half = border / 2;
      paper.strokeStyle = `rgb(${[...color].join()})`;
      paper.lineWidth = border;
      paper.setLineDash(style === dashed ? dashArray : []);
      paper.beginPath();
      if (style === underline) {
        paper.moveTo(left, bottom + half);
        paper.lineTo(right, bottom + half);
      } else {
        // Inside of the rectangle: ISO 32000-2, table 168.
        paper.rect(left + half, bottom + half, right - left - border, top - bottom - border);
      }
      paper.stroke();
    }
  }
}
