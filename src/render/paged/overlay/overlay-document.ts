/**
 * A document that is laid over the pages of another one: HTML boxes at fixed places, such as headers and footers.
 * It is printed once by the browser, with scripts off, and is then laid over page by page.
 */

/** A box of HTML. Lengths are millimetres from the page's upper left corner. */
export interface OverlayBox {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** Content of the box. What does not fit is cut off at the edges of the page. */
  readonly html: string;
  /** Further CSS declarations of the box. */
  readonly style?: string | undefined;
  /** Which artifact of the page it is. Default: pagination of no named kind. */
  readonly kind?: OverlayKind | undefined;
  /** The numbers that elements of the classes `pageNumber` and `totalPages` in it show. */
  readonly page?: { readonly number: number; readonly count: number } | undefined;
}

export type OverlayKind = 'header' | 'footer';

/** One page of the document with the boxes over it. Lengths are millimetres, as it is seen: after its rotation. */
export interface OverlayPage {
  readonly width: number;
  readonly height: number;
  readonly boxes: readonly OverlayBox[];
}

/** The class of each box, whose first child holds its content. */
export const overlayBoxClass = 'pdfapi-box';

/** The attributes of a box from which fields are filled in, by their classes. */
export const fieldAttributes = {
  pageNumber: 'data-pdfapi-number',
  totalPages: 'data-pdfapi-count',
} as const;

/** Whether HTML may have such fields. If it has none, the box is the same on all pages. */
export const hasPageFields = (html: string): boolean => /\b(?:pageNumber|totalPages)\b/.test(html);

/**
 * A page of the overlay is higher than its content by this much, in millimetres: rounding must not give it a second page.
 * The layer aligns upper left corners.
 */
const spareHeight = 1;

/** The margin boxes of css-page 3, which `@page` rules of the document's styles may fill. */
const marginBoxes = ['top', 'bottom']
  .flatMap((side) => ['left-corner', 'left', 'center', 'right', 'right-corner'].map((at) => `${side}-${at}`))
  .concat(['left', 'right'].flatMap((side) => ['top', 'middle', 'bottom'].map((at) => `${side}-${at}`)));

/**
 * Makes one document with a page for each, to be printed with scripts off. `styles` is CSS for the content of all boxes;
 * `head` is HTML for the head, which comes before it.
 *
 * @example
 * overlayDocument([{ width: 210, height: 297, boxes: [{ x: 0, y: 0, width: 210, height: 20, html: 'Acme' }] }], undefined);
 */
export function overlayDocument(
  pages: readonly OverlayPage[],
  styles: string | undefined,
  head = '',
): string {
  const sizes = new Map<string, string>();
  const bodies = pages.map((page) => {
    const size = `${millimetres(page.width)} ${millimetres(page.height + spareHeight)}`;
    const name = sizes.get(size) ?? `pdfapi-size-${sizes.size}`;
    sizes.set(size, name);
    const box = `page:${name};width:${millimetres(page.width)};height:${millimetres(page.height)}`;
    return `<div class="pdfapi-page" style="${box}">${page.boxes.map(boxHtml).join('')}</div>`;
  });
  const none = marginBoxes.map((box) => `@${box}{content:none!important}`).join('');
  const rules = [...sizes].map(([size, name]) => `@page ${name}{size:${size}!important;${pageReset}${none}}`);
  const sheet = styles ? `<style>${styles.replaceAll(/<\/style/gi, '<\\/style')}</style>` : '';
  return `<!doctype html><html><head><meta charset="utf-8">${head}${sheet}<style>${reset}${rules.join('')}</style></head><body>${bodies.join('')}</body></html>`;
}

function boxHtml({ x, y, width, height, html, style = '', page }: OverlayBox): string {
  const place = `left:${millimetres(x)};top:${millimetres(y)};width:${millimetres(width)};height:${millimetres(height)}`;
  const fields = page
    ? ` ${fieldAttributes.pageNumber}="${page.number}" ${fieldAttributes.totalPages}="${page.count}"`
    : '';
  return `<div class="${overlayBoxClass}"${fields} style="${place};${attributeText(style)}"><div>${html}</div></div>`;
}

/** The document has printed its own page backgrounds and borders. */
const pageReset =
  'margin:0!important;padding:0!important;border:0!important;outline:0!important;box-shadow:none!important;background:none!important;';

const millimetres = (length: number): string => `${Number(length.toFixed(3))}mm`;

const attributeText = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');

/**
 * Prevents page-wide rules of the styles from moving the boxes or covering the document. The content is centred in the
 * height of its box, like that of CSS margin boxes; content that is higher starts at the top.
 */
const reset = `
html, body { margin: 0 !important; padding: 0 !important; background: none !important; border: 0 !important; width: auto !important; max-width: none !important; min-height: 0 !important; column-count: auto !important; transform: none !important; display: block !important; float: none !important; position: static !important }
.pdfapi-page { position: relative; overflow: clip; contain: size layout; break-after: page; break-inside: avoid }
.pdfapi-page:last-child { break-after: auto }
.${overlayBoxClass} { position: absolute; box-sizing: border-box; display: flex; flex-direction: column; justify-content: safe center; font-size: 9pt; -webkit-print-color-adjust: exact; print-color-adjust: exact }
.${overlayBoxClass} > div { width: 100%; display: flow-root; flex: none }
`;
