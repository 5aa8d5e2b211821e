import type { unclobberedDocument } from '../unclobbered-document.ts';

export interface LinkTextLimits {
  readonly maxLinks: number;
  readonly maxAddressCharacters: number;
  readonly maxTextCharacters: number;
  /** Of all addresses and texts. Links behind that are left out. */
  readonly maxCharacters: number;
}

/**
 * Returns address and text of each visible link: `#name` for one within the document, and an empty address for one that
 * leads nowhere. The text is the accessible name: a label, the text with those of pictures, or the title.
 */
export function findLinkTexts(
  getDocument: typeof unclobberedDocument,
  { maxLinks, maxAddressCharacters, maxTextCharacters, maxCharacters }: LinkTextLimits,
): (readonly [address: string, text: string])[] {
  const document = getDocument();
  const found: (readonly [address: string, text: string])[] = [];
  const own = document.baseURI.split('#', 1)[0];
  let characters = 0;
  const clean = (text: string | null): string =>
    (text ?? '')
      .slice(0, 10 * maxTextCharacters)
      .replace(/\s+/g, ' ')
      .trim();
  const readText = (element: Element): string => {
    const ids = element.getAttribute('aria-labelledby')?.split(/\s+/) ?? [];
    const labels = ids.map((id) => clean(document.getElementById(id)?.textContent ?? ''));
    const label = clean(labels.join(' ')) || clean(element.getAttribute('aria-label'));
    if (label) return label;
    const hidden = element.querySelector('[aria-hidden=true], img, [aria-label], title, style, script');
    return clean(hidden ? readNodes(element) : element.textContent) || clean(element.getAttribute('title'));
  };
  const readNodes = (parent: Element): string => {
    const waiting: Node[] = [parent];
    let text = '';
    for (let node = waiting.pop(); node && text.length < maxTextCharacters; node = waiting.pop()) {
      if (!(node instanceof Element)) {
        if (node.nodeType === Node.TEXT_NODE) text += node.nodeValue ?? '';
        continue;
      }
      const label = node.getAttribute('aria-label') ?? node.getAttribute('alt');
      if (label) text += ` ${label} `;
      else if (node.getAttribute('aria-hidden') !== 'true' && !/^(style|script)$/i.test(node.localName)) {
        waiting.push(...[...node.childNodes].reverse());
      }
    }
    return text;
  };
  const isOnPage = ({ right, bottom }: DOMRect): boolean => right > 0 && bottom + scrollY > 0;
  /** Chromium makes no link of what is left of the page or above it. Without a box, a later pass may give it one. */
  const isOutside = (link: Element): boolean => {
    let hasBox = false;
    for (const element of [link, ...link.querySelectorAll('*')]) {
      for (const box of element.getClientRects()) {
        if (box.width === 0 || box.height === 0) continue;
        if (isOnPage(box)) return false;
        hasBox = true;
      }
    }
    return hasBox;
  };
  for (const link of document.querySelectorAll('a, area')) {
    if (found.length >= maxLinks || characters >= maxCharacters) break;
    const written = link.getAttribute('href') ?? link.getAttribute('xlink:href');
    if (written === null || written.length > maxAddressCharacters || !link.checkVisibility()) continue;
    if (isOutside(link)) continue;
    try {
      const { href } = new URL(written, document.baseURI);
      const [page, name] = href.split('#', 2);
      let address = /^(?:javascript|blob|about):/.test(href) ? '' : href;
      if (page === own && name !== undefined) address = name === '' ? '' : `#${decodeURIComponent(name)}`;
      const text = [...readText(link)].slice(0, maxTextCharacters).join('');
      characters += address.length + text.length;
      found.push([address, text]);
    } catch {
      // It is not an address.
    }
  }
  return found;
}
