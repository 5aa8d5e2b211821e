/**
 * Below the Designer's pages: the pages of `base.pdf`, and where the margins are. Both are styles over its own
 * elements, so that no template that it gives back has anything of them.
 */

/** CSS pixels of a millimetre, as pdfme counts them. */
const zoom = 3.7795275591;

/** How much finer than it is shown at 100 %, and pixels of a picture at most. */
const fineness = 2;
const mostPixels = 8_000_000;

/** Further pages are not drawn; the last one is shown in their place. */
const mostPages = 20;

/** A page of the Designer: its background is a picture of one pixel, which nothing else has. */
const paper = '.pdfme-designer-canvas div[style*="AAAAEAAAABCAYAAAAfFcSJ"]';

export function startBackdrop() {
  const sheet = new CSSStyleSheet();
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  let pictures = [];
  let shown;
  let latest;

  function style({ padding }) {
    const [top, right, bottom, left] = padding.map((length) => `${length * zoom}px`);
    const margins = `${paper}::before { content: ""; position: absolute; inset: ${top} ${right} ${bottom} ${left};
      outline: 1px dashed rgb(11 92 173 / 0.35); pointer-events: none }`;
    const backs = pictures.map((url, index) => {
      // The last one goes on below all further pages.
      const place = index === pictures.length - 1 ? `n + ${index + 1}` : index + 1;
      return `${paper}:nth-child(${place}) { background: #fff url("${url}") center / contain no-repeat !important }`;
    });
    sheet.replaceSync([margins, ...backs].join('\n'));
  }

  function place(page) {
    latest = page;
    style(page);
  }

  /** `pdf` are the bytes of `base.pdf`, or undefined where there is none. */
  async function show(page, pdf) {
    place(page);
    if (sameBytes(pdf, shown)) return;
    shown = pdf;
    const drawn = pdf === undefined ? [] : await drawPages(pdf).catch(noPages);
    if (shown !== pdf) return;
    for (const url of pictures) URL.revokeObjectURL(url);
    pictures = drawn;
    style(latest);
  }

  return { show, place };
}

/** The preview reports what is wrong with the file. */
const noPages = () => [];

const sameBytes = (a, b) =>
  a === b ||
  (a !== undefined &&
    b !== undefined &&
    a.length === b.length &&
    a.every((byte, index) => byte === b[index]));

async function drawPages(bytes) {
  const { getDocument, GlobalWorkerOptions } = await import('./pdfjs/pdf.mjs');
  GlobalWorkerOptions.workerSrc = new URL('./pdfjs/pdf.worker.mjs', import.meta.url).href;
  // It takes the memory of what it is given with it.
  const task = getDocument({ data: bytes.slice() });
  try {
    const pdf = await task.promise;
    const urls = [];
    for (let number = 1; number <= Math.min(pdf.numPages, mostPages); number++) {
      const page = await pdf.getPage(number);
      const { width, height } = page.getViewport({ scale: 1 });
      const scale = Math.min((96 / 72) * fineness, Math.sqrt(mostPixels / (width * height)));
      const viewport = page.getViewport({ scale });
      const canvas = document.createElement('canvas');
      canvas.width = Math.ceil(viewport.width);
      canvas.height = Math.ceil(viewport.height);
      await page.render({ canvas, viewport }).promise;
      const blob = await new Promise((resolve) => {
        canvas.toBlob(resolve);
      });
      if (blob) urls.push(URL.createObjectURL(blob));
    }
    return urls;
  } finally {
    task.destroy();
  }
}
