/**
 * Below the Designer's pages: the pages of `base.pdf`, and where the margins are. Both are styles over its own
 * elements, so that no template that it gives back has anything of them.
 */
import type { PageSetting } from '../page-setting.ts';
import { isSameFile } from './files.ts';
import { readPdf } from './read-pdf.ts';

export interface Backdrop {
  /** `pdf` are the bytes of `base.pdf`, or undefined where there is none. */
  show(page: PageSetting, pdf: Uint8Array | undefined): Promise<void>;
  place(page: PageSetting): void;
}

/** CSS pixels of a millimetre, as pdfme counts them. */
const zoom = 3.7795275591;

/** How much finer than it is shown at 100 %, and pixels of a picture at most. */
const fineness = 2;
const mostPixels = 8_000_000;

/** Further pages are not drawn; the last one is shown in their place. */
const mostPages = 20;

/** A page of the Designer: its background is a picture of one pixel, which nothing else has. */
const paper = '.pdfme-designer-canvas div[style*="AAAAEAAAABCAYAAAAfFcSJ"]';

export function startBackdrop(): Backdrop {
  const sheet = new CSSStyleSheet();
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  let pictures: readonly string[] = [];
  let shown: Uint8Array | undefined;
  let latest: PageSetting;

  function style({ padding }: PageSetting) {
    const inset = padding.map((length) => `${length * zoom}px`).join(' ');
    const margins = `${paper}::before { content: ""; position: absolute; inset: ${inset};
      outline: 1px dashed rgb(11 92 173 / 0.35); pointer-events: none }`;
    const backs = pictures.map((url, index) => {
      // The last one goes on below all further pages.
      const place = index === pictures.length - 1 ? `n + ${index + 1}` : index + 1;
      return `${paper}:nth-child(${place}) { background: #fff url("${url}") center / contain no-repeat !important }`;
    });
    sheet.replaceSync([margins, ...backs].join('\n'));
  }

  function place(page: PageSetting) {
    latest = page;
    style(page);
  }

  async function show(page: PageSetting, pdf: Uint8Array | undefined) {
    place(page);
    if (isSameFile(pdf, shown)) return;
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
const noPages = (): readonly string[] => [];

const drawPages = (bytes: Uint8Array): Promise<readonly string[]> =>
  readPdf(bytes, async (pdf) => {
    const urls: string[] = [];
    for (let number = 1; number <= Math.min(pdf.numPages, mostPages); number++) {
      const page = await pdf.getPage(number);
      const { width, height } = page.getViewport({ scale: 1 });
      const scale = Math.min((96 / 72) * fineness, Math.sqrt(mostPixels / (width * height)));
      const viewport = page.getViewport({ scale });
      const canvas = document.createElement('canvas');
      canvas.width = Math.ceil(viewport.width);
      canvas.height = Math.ceil(viewport.height);
      await page.render({ canvas, viewport }).promise;
      const blob = await new Promise<Blob | null>((resolve) => {
        canvas.toBlob(resolve);
      });
      if (blob) urls.push(URL.createObjectURL(blob));
    }
    return urls;
  });
