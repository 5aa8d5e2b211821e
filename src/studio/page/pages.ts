/**
 * The pages of the PDF, each a picture with its text over it, and outlines around the fields of its form. A new document replaces the pictures one by one where
 * they stand, so that nothing flickers and what is looked at stays in its place.
 */
import {
  type PageViewport,
  type PDFDocumentLoadingTask,
  type PDFDocumentProxy,
  type PDFPageProxy,
  TextLayer,
} from 'pdfjs-dist';
import { loadPdf, type PdfSource } from './read-pdf.ts';

export interface Pages {
  show(id: string, source: PdfSource): Promise<void>;
  /** Before another document that is none of this one's versions. */
  clear(): void;
}

interface ZoomButtons {
  readonly smaller: HTMLElement;
  readonly fit: HTMLElement;
  readonly larger: HTMLElement;
}

/** In points. */
interface Size {
  readonly width: number;
  readonly height: number;
}

interface ShownDocument {
  readonly id: string;
  readonly pdf: PDFDocumentProxy;
  readonly task: PDFDocumentLoadingTask;
  /** The size of the first page. */
  readonly size: Size;
}

interface Sheet {
  readonly box: HTMLElement;
  readonly number: number;
  size: Size;
  /** Keys of the drawing that is shown and of the one in progress: document, scale and pixels. */
  drawn?: string | undefined;
  drawing?: string | undefined;
}

/** CSS pixels of a point: 96 to the inch against 72. */
const pixels = 96 / 72;
const zooms = [0.25, 0.33, 0.5, 0.67, 0.8, 1, 1.25, 1.5, 2, 3, 4];
/** Browsers draw nothing at all on a canvas that is much larger. */
const mostPixels = 16_000_000;

export function startPages(container: HTMLElement, { smaller, fit, larger }: ZoomButtons): Pages {
  let wanted: string | undefined;
  let shown: ShownDocument | undefined;
  /** Null: as wide as there is room. */
  let zoom: number | null = null;
  /** By their boxes, in their order. */
  const sheets = new Map<Element, Sheet>();
  const near = new Set<Sheet>();

  // A screen above and below, so that scrolling finds pages drawn.
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        const sheet = sheets.get(target);
        if (!sheet) continue;
        if (isIntersecting) {
          near.add(sheet);
          draw(sheet);
        } else {
          near.delete(sheet);
          target.replaceChildren();
          sheet.drawn = undefined;
        }
      }
    },
    { root: container, rootMargin: '100% 0px' },
  );

  async function show(id: string, source: PdfSource) {
    if (id === wanted) return;
    wanted = id;
    const task = loadPdf(source);
    let next: ShownDocument | undefined;
    try {
      const pdf = await task.promise;
      const first = await pdf.getPage(1);
      next = { id, pdf, task, size: getSize(first) };
    } catch (error) {
      // A newer one is on its way.
      if (id === wanted) console.error(error);
    }
    if (!next || id !== wanted) return void task.destroy();
    const before = shown;
    shown = next;
    layOut(next);
    await Promise.all([...near].map(draw));
    if (shown !== next) return;
    container.dataset.document = id;
    before?.task.destroy();
  }

  function layOut({ pdf, size }: ShownDocument) {
    for (const sheet of [...sheets.values()].slice(pdf.numPages)) {
      observer.unobserve(sheet.box);
      near.delete(sheet);
      sheets.delete(sheet.box);
      sheet.box.remove();
    }
    for (const sheet of sheets.values()) place(sheet, sheet.size);
    while (sheets.size < pdf.numPages) {
      const sheet: Sheet = { box: document.createElement('div'), number: sheets.size + 1, size };
      sheet.box.className = 'page';
      container.append(sheet.box);
      sheets.set(sheet.box, sheet);
      place(sheet, size);
      observer.observe(sheet.box);
    }
    for (const { box, number } of sheets.values()) {
      box.role = 'group';
      box.ariaLabel = `Page ${number} of ${pdf.numPages}`;
    }
  }

  function place(sheet: Sheet, size: Size) {
    sheet.size = size;
    const scale = scaleFor(size);
    sheet.box.style.width = `${size.width * scale}px`;
    sheet.box.style.height = `${size.height * scale}px`;
  }

  /** CSS pixels of a point. */
  function scaleFor({ width }: Pick<Size, 'width'>): number {
    if (zoom !== null) return zoom * pixels;
    const { paddingLeft, paddingRight } = getComputedStyle(container);
    const room = container.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
    return Math.max(0.05, room / width);
  }

  async function draw(sheet: Sheet) {
    if (!shown) return;
    const { id, pdf } = shown;
    const key = `${id} ${scaleFor(sheet.size)} ${devicePixelRatio}`;
    if (sheet.drawn === key || sheet.drawing === key) return;
    sheet.drawing = key;
    try {
      const source = await pdf.getPage(sheet.number);
      const size = getSize(source);
      const scale = scaleFor(size);
      const fine = Math.min(devicePixelRatio, Math.sqrt(mostPixels / (size.width * size.height)) / scale);
      const canvas = document.createElement('canvas');
      const viewport = source.getViewport({ scale: scale * fine });
      canvas.width = Math.ceil(viewport.width);
      canvas.height = Math.ceil(viewport.height);
      await source.render({ canvas, viewport }).promise;
      const text = document.createElement('div');
      text.className = 'text';
      text.style.setProperty('--total-scale-factor', String(scale));
      const shownAt = source.getViewport({ scale });
      const layer = new TextLayer({
        textContentSource: source.streamTextContent(),
        container: text,
        viewport: shownAt,
      });
      await layer.render();
      const fields = await outlineFields(source, shownAt);
      if (sheet.drawing !== key) return;
      place(sheet, size);
      sheet.box.replaceChildren(canvas, text, ...fields);
      sheet.drawn = key;
    } catch (error) {
      // The document was replaced while it was drawn.
      if (shown?.id === id) console.error(error);
    } finally {
      if (sheet.drawing === key) sheet.drawing = undefined;
    }
  }

  let timer: ReturnType<typeof setTimeout> | undefined;
  /** Places the pages at once, and draws them when the size has settled. */
  function resize() {
    if (!shown) return;
    const place = container.scrollTop / container.scrollHeight;
    layOut(shown);
    container.scrollTop = place * container.scrollHeight;
    fit.textContent = zoom === null ? 'Fit' : `${Math.round(zoom * 100)} %`;
    clearTimeout(timer);
    timer = setTimeout(() => [...near].forEach(draw), 150);
  }

  function step(direction: number) {
    const now = scaleFor(shown?.size ?? { width: 595 }) / pixels;
    const next =
      direction > 0 ? zooms.find((each) => each > now * 1.01) : zooms.findLast((each) => each < now * 0.99);
    zoom = next ?? zoom;
    resize();
  }

  smaller.addEventListener('click', () => step(-1));
  larger.addEventListener('click', () => step(1));
  fit.addEventListener('click', () => {
    zoom = null;
    resize();
  });
  let width = 0;
  new ResizeObserver(([entry]) => {
    if (zoom !== null || !entry || entry.contentRect.width === width) return;
    width = entry.contentRect.width;
    resize();
  }).observe(container);

  function clear() {
    wanted = undefined;
    shown?.task.destroy();
    shown = undefined;
    near.clear();
    sheets.clear();
    observer.disconnect();
    container.replaceChildren();
  }

  return { show, clear };
}

/** What a widget is for pdf.js: see `PDFPageProxy.getAnnotations`. */
interface Widget {
  readonly subtype: string;
  readonly hidden: boolean;
  readonly rect: readonly [number, number, number, number];
  readonly fieldName?: string;
  /** The name for people. */
  readonly alternativeText?: string;
}

/** Returns boxes over the fields of a page, which say what they are called when they are pointed at. */
async function outlineFields(page: PDFPageProxy, viewport: PageViewport): Promise<HTMLElement[]> {
  const annotations: readonly Widget[] = await page.getAnnotations();
  return annotations
    .filter(({ subtype, hidden }) => subtype === 'Widget' && !hidden)
    .map(({ rect: [x1, y1, x2, y2], fieldName = '', alternativeText = '' }) => {
      const box = document.createElement('div');
      box.className = 'field-outline';
      const isNamedAlike = alternativeText === '' || alternativeText === fieldName;
      box.title = isNamedAlike ? fieldName : `${alternativeText} (${fieldName})`;
      const [ax = 0, ay = 0] = viewport.convertToViewportPoint(x1, y1);
      const [bx = 0, by = 0] = viewport.convertToViewportPoint(x2, y2);
      Object.assign(box.style, {
        left: `${Math.min(ax, bx)}px`,
        top: `${Math.min(ay, by)}px`,
        width: `${Math.abs(ax - bx)}px`,
        height: `${Math.abs(ay - by)}px`,
      });
      return box;
    });
}

function getSize(page: PDFPageProxy): Size {
  const { width, height } = page.getViewport({ scale: 1 });
  return { width, height };
}
