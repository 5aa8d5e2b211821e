/** Reads a PDF as a viewer would, with a library that is independent of the code under test. */
import { fileURLToPath } from 'node:url';
import { getDocument, type PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';

export interface ReadPdf {
  /** Text of each page, with newlines between lines. */
  readonly pages: readonly string[];
  /** Whole millimetres. */
  readonly sizes: readonly { readonly width: number; readonly height: number }[];
  readonly info: Record<string, unknown>;
  readonly xmp: string;
  /** All entries, each before its descendants. */
  readonly outline: readonly string[];
  /** The same, each with a space in front for each entry that it is below. */
  readonly indentedOutline: readonly string[];
  /** Targets of links: addresses, or `#name` for those within the document. */
  readonly links: readonly string[];
  /**
   * Returns the position of a text on its page in millimetres, from the left and from the top to its baseline, and its
   * size in points.
   */
  place(page: number, text: string): { left: number; top: number; size: number; font: string };
  /** Renders the page at one pixel per point. */
  picture(page: number): Promise<Picture>;
}

interface Picture {
  readonly width: number;
  readonly height: number;
  /** Red, green, blue and alpha of each pixel, row by row. */
  readonly pixels: Uint8ClampedArray;
  /** Returns [red, green, blue] at a position in millimetres from the left and top. */
  at(left: number, top: number): readonly [number, number, number];
}

/** The part in use of the canvas that pdfjs-dist provides for Node.js. */
interface Canvas {
  readonly width: number;
  readonly height: number;
  getContext(kind: '2d'): {
    getImageData(x: number, y: number, width: number, height: number): { readonly data: Uint8ClampedArray };
  };
}

const standardFonts = fileURLToPath(
  new URL('../../standard_fonts/', import.meta.resolve('pdfjs-dist/legacy/build/pdf.mjs')),
);

const millimetres = (points: number) => (points / 72) * 25.4;

export async function readPdf(bytes: Uint8Array): Promise<ReadPdf> {
  const task = getDocument({
    data: new Uint8Array(bytes),
    verbosity: 0,
    // The standard fonts look alike whatever the machine has.
    standardFontDataUrl: standardFonts,
    useSystemFonts: false,
    fontExtraProperties: true,
  });
  const pdf: PDFDocumentProxy = await task.promise;
  const pages: string[] = [];
  const sizes: { width: number; height: number }[] = [];
  const links: string[] = [];
  const items: { text: string; left: number; top: number; size: number; font: string }[][] = [];
  for (let number = 1; number <= pdf.numPages; number++) {
    const page = await pdf.getPage(number);
    const { width, height } = page.getViewport({ scale: 1 });
    sizes.push({ width: Math.round(millimetres(width)), height: Math.round(millimetres(height)) });
    await page.getOperatorList();
    const content = await page.getTextContent();
    let text = '';
    const placed: (typeof items)[number] = [];
    for (const item of content.items) {
      if (!('str' in item)) continue;
      text += item.str + (item.hasEOL ? '\n' : '');
      const [, , , size = 0, x = 0, y = 0] = item.transform as number[];
      const font = page.commonObjs.has(item.fontName) ? (page.commonObjs.get(item.fontName)?.name ?? '') : '';
      placed.push({
        text: item.str,
        left: millimetres(x),
        top: millimetres(height - y),
        size: Math.abs(size),
        font,
      });
    }
    pages.push(text);
    items.push(placed);
    for (const link of await page.getAnnotations()) {
      if (link.subtype === 'Link') links.push(link.url ?? `#${String(link.dest)}`);
    }
  }
  const { info, metadata } = await pdf.getMetadata();
  const outline = await pdf.getOutline();
  return {
    pages,
    sizes,
    info: info as Record<string, unknown>,
    xmp: metadata?.getRaw() ?? '',
    outline: titles(outline ?? []),
    indentedOutline: titles(outline ?? [], ' '),
    links,
    place(page, text) {
      const found = items[page - 1]?.find((item) => item.text.includes(text));
      if (!found) throw new Error(`"${text}" does not stand on page ${page}: ${pages[page - 1]}`);
      return found;
    },
    async picture(number) {
      const page = await pdf.getPage(number);
      const viewport = page.getViewport({ scale: 1 });
      const factory = pdf.canvasFactory as { create(width: number, height: number): { canvas: Canvas } };
      const { canvas } = factory.create(Math.ceil(viewport.width), Math.ceil(viewport.height));
      await page.render({ canvas: canvas as never, viewport }).promise;
      const context = canvas.getContext('2d');
      const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
      return {
        width: canvas.width,
        height: canvas.height,
        pixels: data,
        at(left, top) {
          const x = Math.floor((left / 25.4) * 72);
          const y = Math.floor((top / 25.4) * 72);
          const i = (y * canvas.width + x) * 4;
          return [data[i] ?? 0, data[i + 1] ?? 0, data[i + 2] ?? 0];
        },
      };
    },
  };
}

interface OutlineEntry {
  readonly title: string;
  readonly items: readonly OutlineEntry[];
}

const titles = (entries: readonly OutlineEntry[], indent = '', before = ''): string[] =>
  entries.flatMap(({ title, items }) => [
    `${before}${title}`,
    ...titles(items, indent, `${before}${indent}`),
  ]);
