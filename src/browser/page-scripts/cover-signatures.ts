import type { unclobberedDocument } from './unclobbered-document.ts';

export interface CoverOptions {
  /** The scheme of the addresses that stand for the fields in the printed PDF. */
  readonly scheme: string;
  readonly maxFields: number;
  readonly maxCharacters: number;
}

/**
 * Lays a link over each element with `data-pdfapi-signature`, because Chromium writes the place of a link into the PDF, and
 * its place in the structure. Returns the names, cut where they are too long. An element is used once. The link is in a
 * shadow root, where no style of the document changes it.
 */
export function coverSignatures(
  getDocument: typeof unclobberedDocument,
  { scheme, maxFields, maxCharacters }: CoverOptions,
): string[] {
  const document = getDocument();
  // Children of a form may have the names of its methods.
  const found = document.querySelectorAll('[data-pdfapi-signature]:not(form, object, embed)');
  const names: string[] = [];
  const elements: HTMLElement[] = [];
  for (const element of found) {
    if (!(element instanceof HTMLElement)) continue;
    names.push((element.dataset.pdfapiSignature ?? '').trim().slice(0, maxCharacters + 1));
    elements.push(element);
    if (names.length > maxFields) return names;
  }
  for (const [index, element] of elements.entries()) {
    const name = names[index] ?? '';
    // An address has no lone surrogates.
    const label = (element.getAttribute('aria-label') ?? '').slice(0, maxCharacters).toWellFormed();
    const hasContent =
      (element.textContent ?? '').trim() !== '' ||
      element.querySelector('img, svg, canvas, picture') !== null;
    const field = JSON.stringify({ name: name.toWellFormed(), label, hasContent });
    const style = getComputedStyle(element);
    if (style.position === 'static') element.style.setProperty('position', 'relative', 'important');
    // A field has one place, on one page.
    element.style.setProperty('break-inside', 'avoid', 'important');
    const sides = ['top', 'right', 'bottom', 'left'] as const;
    const inset = sides.map((side) => `-${style.getPropertyValue(`border-${side}-width`)}`).join(' ');
    const cover = document.createElement('span');
    cover.setAttribute('style', `all:initial!important;position:absolute!important;inset:${inset}!important`);
    const link = document.createElement('a');
    // None of these characters is escaped again in the PDF.
    const address = encodeURIComponent(field).replace(
      /[!'()*]/g,
      (sign) => `%${sign.charCodeAt(0).toString(16)}`,
    );
    link.href = scheme + address;
    link.setAttribute('style', 'position:absolute;inset:0');
    link.setAttribute('aria-label', label || name);
    cover.attachShadow({ mode: 'closed' }).append(link);
    element.append(cover);
    element.removeAttribute('data-pdfapi-signature');
  }
  return names;
}
