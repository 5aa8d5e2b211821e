import type {} from '../../drawing/drawing-state.ts';

/** What `drawPage` draws. */
export interface PageDrawing {
  readonly name: string;
  /** From 0. */
  readonly index: number;
  readonly dpi: number;
  /** A MIME type that a canvas can write. */
  readonly type: string;
  /** From 0 to 1; undefined for a type without loss. */
  readonly quality?: number | undefined;
  readonly maxSide: number;
  readonly maxPixels: number;
}

export interface DrawnPageSize {
  /** In points (1/72 inch), as the page is shown. */
  readonly pageSize: readonly [width: number, height: number];
  /** In pixels. */
  readonly width: number;
  readonly height: number;
  /** The size of the image. Undefined if the page has more pixels than allowed, and was not drawn. */
  readonly bytes?: number;
}

/** Draws a page on white paper, with its annotations, and keeps the image. */
export async function drawPage({
  name,
  index,
  dpi,
  type,
  quality,
  maxSide,
  maxPixels,
}: PageDrawing): Promise<DrawnPageSize> {
  const state = await drawing;
  const { pdfjs, documents } = state;
  const document = documents.get(name);
  if (!document) throw new Error(`${name} is not open.`);
  const page = await document.getPage(index + 1);
  try {
    const viewport = page.getViewport({ scale: dpi / 72 });
    // A width that is whole except for the error of its calculation is not rounded up.
    const whole = (length: number) => Math.max(1, Math.ceil(length - 0.001));
    const [width, height] = [whole(viewport.width), whole(viewport.height)];
    const pageSize = [(viewport.width * 72) / dpi, (viewport.height * 72) / dpi] as const;
    if (!(Math.max(width, height) <= maxSide && width * height <= maxPixels)) {
      return { pageSize, width, height };
    }
    const canvas = globalThis.document.createElement('canvas');
    canvas.width = width;
    canvas.height = height;
    const context = canvas.getContext('2d', { alpha: false, willReadFrequently: true });
    if (!context) throw new Error('There is no memory for the image.');
    await page.render({
      canvas: null,
      canvasContext: context,
      viewport,
      intent: 'display',
      annotationMode: pdfjs.AnnotationMode.ENABLE,
      background: '#fff',
    }).promise;
    const image = await new Promise<Blob | null>((done) => canvas.toBlob(done, type, quality));
    canvas.width = 0;
    canvas.height = 0;
    if (image?.type !== type) throw new Error(`The browser cannot write ${type}.`);
    state.image = image;
    return { pageSize, width, height, bytes: image.size };
  } finally {
    page.cleanup();
  }
}
