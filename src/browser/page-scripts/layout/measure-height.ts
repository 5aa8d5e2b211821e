import type { unclobberedDocument } from '../unclobbered-document.ts';

export interface MeasureHeightOptions {
  /** The width of a page without its margins, in CSS pixels. The window is narrower by less than one. */
  readonly width: number;
  readonly maxElements: number;
}

/** Lengths are in CSS pixels. */
export interface MeasuredHeight {
  /** The height of all that the document shows, including overflowing contents and the margin of its last element. */
  readonly height: number;
  /** Larger than that of the page if something does not fit. */
  readonly width: number;
  /** Forced breaks between contents, which have been taken out. */
  readonly breaks: number;
}

/**
 * Measures how high a page without forced breaks has to be for the whole document. The styles must be those of a print, and
 * the window as wide as the page.
 */
export function measureHeight(
  getDocument: typeof unclobberedDocument,
  { width, maxElements }: MeasureHeightOptions,
): MeasuredHeight {
  const document = getDocument();
  const root = document.documentElement as HTMLElement | null;
  if (!root) return { height: 0, width: 0, breaks: 0 };
  const styleOf = (element: Element): CSSStyleDeclaration | undefined =>
    element instanceof HTMLElement ? Reflect.get(HTMLElement.prototype, 'style', element) : undefined;
  const takeOutBreaks = (): number => {
    const elements = [...document.querySelectorAll('body, body *')].slice(0, maxElements);
    const isContent = (element: Element): boolean =>
      (/^(?:img|svg|canvas|video|hr|iframe|object|embed|input|textarea|select)$/.test(element.localName) ||
        [...(Node.prototype.hasChildNodes.call(element) ? element.childNodes : [])].some(
          (node) => node instanceof Text && /\S/.test(node.data),
        )) &&
      element.checkVisibility();
    const first = elements.find(isContent);
    const last = elements.findLast(isContent);
    const forced = /^(?:page|left|right|recto|verso)$/;
    let breaks = 0;
    for (const element of elements) {
      const { breakBefore, breakAfter, page } = getComputedStyle(element) as CSSStyleDeclaration & {
        page: string;
      };
      const isBefore = forced.test(breakBefore);
      const isAfter = forced.test(breakAfter);
      const style = styleOf(element);
      if (page !== 'auto') style?.setProperty('page', 'auto', 'important');
      if (isBefore) style?.setProperty('break-before', 'auto', 'important');
      if (isAfter) style?.setProperty('break-after', 'auto', 'important');
      const follows = (other: Element | undefined) =>
        other !== undefined &&
        (element.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0 &&
        !element.contains(other);
      const precedes = (other: Element | undefined) =>
        other !== undefined &&
        (element.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_PRECEDING) !== 0;
      if (isBefore && precedes(first)) breaks++;
      if (isAfter && follows(last)) breaks++;
    }
    return breaks;
  };
  const breaks = takeOutBreaks();
  // A window has whole pixels, and a page has not, so lines could break elsewhere.
  const fills = Math.abs(root.getBoundingClientRect().width - root.clientWidth) < 0.01;
  const exact = new CSSStyleSheet();
  exact.replaceSync(`:root{box-sizing:border-box!important;width:${width}px!important}`);
  const adopted = [...document.adoptedStyleSheets];
  if (fills) document.adoptedStyleSheets = [...adopted, exact];
  const { bottom } = root.getBoundingClientRect();
  const ownHeight = Math.ceil(bottom + scrollY - 0.01);
  // In documents without a doctype, it is the body that has what overflows. Rounded to whole pixels.
  const { scrollHeight, scrollWidth } = document.scrollingElement ?? root;
  document.adoptedStyleSheets = adopted;
  const overflows = scrollHeight > Math.max(ownHeight, innerHeight);
  return { height: overflows ? scrollHeight + 1 : ownHeight, width: scrollWidth, breaks };
}
