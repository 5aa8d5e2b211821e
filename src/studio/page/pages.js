/**
 * The pages of the PDF, each a picture with its text over it. A new document replaces the pictures one by one where
 * they stand, so that nothing flickers and what is looked at stays in its place.
 */
import { GlobalWorkerOptions, getDocument, TextLayer } from './pdfjs/pdf.mjs';

GlobalWorkerOptions.workerSrc = new URL('./pdfjs/pdf.worker.mjs', import.meta.url).href;

/** CSS pixels of a point: 96 to the inch against 72. */
const pixels = 96 / 72;
const zooms = [0.25, 0.33, 0.5, 0.67, 0.8, 1, 1.25, 1.5, 2, 3, 4];
/** Browsers draw nothing at all on a canvas that is much larger. */
const mostPixels = 16_000_000;

export function startPages(container, { smaller, fit, larger }) {
  let wanted;
  let shown;
  /** Null: as wide as there is room. */
  let zoom = null;
  const near = new Set();

  // A screen above and below, so that scrolling finds pages drawn.
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        if (isIntersecting) {
          near.add(target);
          draw(target);
        } else {
          near.delete(target);
          target.replaceChildren();
          target.drawn = undefined;
        }
      }
    },
    { root: container, rootMargin: '100% 0px' },
  );

  /** `source` is where pdf.js finds the document: an address or bytes. */
  async function show(id, source) {
    if (id === wanted) return;
    wanted = id;
    const task = getDocument({ ...source, disableRange: true, disableStream: true });
    let next;
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
    layOut();
    await Promise.all([...near].map(draw));
    if (shown !== next) return;
    container.dataset.document = id;
    before?.task.destroy();
  }

  function layOut() {
    const { pdf, size } = shown;
    while (container.childElementCount > pdf.numPages) {
      observer.unobserve(container.lastElementChild);
      near.delete(container.lastElementChild);
      container.lastElementChild.remove();
    }
    for (const page of container.children) place(page, page.size ?? size);
    while (container.childElementCount < pdf.numPages) {
      const page = document.createElement('div');
      page.className = 'page';
      page.number = container.childElementCount + 1;
      container.append(page);
      place(page, size);
      observer.observe(page);
    }
    for (const page of container.children) {
      page.role = 'group';
      page.ariaLabel = `Page ${page.number} of ${pdf.numPages}`;
    }
  }

  function place(page, size) {
    page.size = size;
    const scale = scaleFor(size);
    page.style.width = `${size.width * scale}px`;
    page.style.height = `${size.height * scale}px`;
  }

  /** CSS pixels of a point. */
  function scaleFor({ width }) {
    if (zoom !== null) return zoom * pixels;
    const { paddingLeft, paddingRight } = getComputedStyle(container);
    const room = container.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
    return Math.max(0.05, room / width);
  }

  async function draw(page) {
    if (!shown) return;
    const { id, pdf } = shown;
    const key = `${id} ${scaleFor(page.size)} ${devicePixelRatio}`;
    if (page.drawn === key || page.drawing === key) return;
    page.drawing = key;
    try {
      const source = await pdf.getPage(page.number);
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
      text.style.setProperty('--total-scale-factor', scale);
      const layer = new TextLayer({
        textContentSource: source.streamTextContent(),
        container: text,
        viewport: source.getViewport({ scale }),
      });
      await layer.render();
      if (page.drawing !== key) return;
      place(page, size);
      page.replaceChildren(canvas, text);
      page.drawn = key;
    } catch (error) {
      // The document was replaced while it was drawn.
      if (shown?.id === id) console.error(error);
    } finally {
      if (page.drawing === key) page.drawing = undefined;
    }
  }

  let timer;
  /** Places the pages at once, and draws them when the size has settled. */
  function resize() {
    if (!shown) return;
    const place = container.scrollTop / container.scrollHeight;
    layOut();
    container.scrollTop = place * container.scrollHeight;
    fit.textContent = zoom === null ? 'Fit' : `${Math.round(zoom * 100)} %`;
    clearTimeout(timer);
    timer = setTimeout(() => [...near].forEach(draw), 150);
  }

  function step(direction) {
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
  new ResizeObserver(([{ contentRect }]) => {
    if (zoom !== null || contentRect.width === width) return;
    width = contentRect.width;
    resize();
  }).observe(container);
  /** Before another document that is none of this one's versions. */
  function clear() {
    wanted = undefined;
    shown?.task.destroy();
    shown = undefined;
    near.clear();
    for (const page of container.children) observer.unobserve(page);
    container.replaceChildren();
  }

  return { show, clear };
}

/** In points. */
function getSize(page) {
  const { width, height } = page.getViewport({ scale: 1 });
  return { width, height };
}
