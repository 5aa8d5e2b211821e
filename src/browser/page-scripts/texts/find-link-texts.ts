import type { unclobberedDocument } from '../unclobbered-document.ts';
import type { textWithSpaces } from './text-with-spaces.ts';

export interface LinkTextLimits {
  readonly maxLinks: number;
  readonly maxAddressCharacters: number;
  readonly maxTextCharacters: number;
  /** The most characters of all addresses and texts together. Links after that are left out. */
  readonly maxCharacters: number;
}

/**
 * Returns address and text of each visible link: `#name` for one within the document, and an empty address for one that
 * leads nowhere. The text is the accessible name: a label, the text with those of pictures, or the title.
 */
export function findLinkTexts(
  getDocument: typeof unclobberedDocument,
  readSpaced: typeof textWithSpaces,
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
  const nameOf = (element: Element): string | null => {
    if (element.getAttribute('aria-hidden') === 'true') return '';
    return element.getAttribute('aria-label') ?? element.getAttribute('alt') ?? null;
  };
  const readText = (element: Element): string => {
    const ids = element.getAttribute('aria-labelledby')?.split(/\s+/) ?? [];
    const scope = element.getRootNode() as Document | ShadowRoot;
    const labels = ids.map((id) => clean(scope.querySelector(`#${CSS.escape(id)}`)?.textContent ?? ''));
    const label = clean(labels.join(' ')) || clean(element.getAttribute('aria-label'));
    if (label) return label;
    const text = element.firstElementChild
      ? readSpaced(element, maxTextCharacters, (each) => (each === element ? null : nameOf(each)))
      : element.textContent;
    return clean(text) || clean(element.getAttribute('title')) || readCard(element);
  };
  /** Returns the text of the card that a link without a text is laid over. */
  const readCard = (link: Element): string => {
    if (!(link instanceof HTMLElement) || getComputedStyle(link).position !== 'absolute') return '';
    const card = link.offsetParent;
    return card && card !== document.body ? clean(readSpaced(card, maxTextCharacters, nameOf)) : '';
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
  const clipped = new Map<Element, boolean>();
  const clips = (element: Element): boolean =>
    element instanceof HTMLElement &&
    element !== document.body &&
    element !== document.documentElement &&
    (element.clientHeight === 0 || element.clientWidth === 0) &&
    getComputedStyle(element).overflow !== 'visible' &&
    // Both lengths of inline boxes are zero, but these clip nothing.
    getComputedStyle(element).display !== 'inline';
  /** Whether it is in a box that shows nothing, such as a menu that is folded. */
  const isClipped = (link: Element): boolean => {
    const passed: Element[] = [];
    let result = false;
    for (let each: Element | null = link; each && !result; each = each.parentElement) {
      const known = clipped.get(each);
      result = known ?? clips(each);
      if (known === false) break;
      passed.push(each);
    }
    for (const each of passed) clipped.set(each, result);
    return result;
  };
  const addLink = (link: Element): void => {
    const written = link.getAttribute('href') ?? link.getAttribute('xlink:href');
    if (written === null || written.length > maxAddressCharacters) return;
    if (!link.checkVisibility({ visibilityProperty: !link.firstElementChild })) return;
    if (isOutside(link) || isClipped(link)) return;
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
  };
  const addLinks = (root: Document | ShadowRoot): void => {
    for (const element of root.querySelectorAll('*')) {
      if (found.length >= maxLinks || characters >= maxCharacters) return;
      if (element.localName === 'a' || element.localName === 'area') addLink(element);
      if (element.shadowRoot) addLinks(element.shadowRoot);
    }
  };
  addLinks(document);
  return found;
}
