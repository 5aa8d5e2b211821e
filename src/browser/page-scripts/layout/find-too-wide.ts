import type { nameElement } from './name-element.ts';

export interface TooWideOptions {
  /** The width of a page without its margins, in CSS pixels. The window is as wide. */
  readonly width: number;
  /** The scale at which the document is printed, if it is known. */
  readonly scale: number | undefined;
  /** A document that is printed at a larger scale counts as one that is not shrunk. */
  readonly minShrunkScale: number;
  readonly maxElements: number;
  readonly maxFound: number;
  readonly maxNameCharacters: number;
}

export interface TooWide {
  /** The scale at which the document is printed: 1 if it is not shrunk. */
  readonly scale: number;
  /** The outermost ones, the widest first and one of each name. */
  readonly elements: readonly WideElement[];
}

/** An element that is wider than the page. Lengths are in CSS pixels. */
export interface WideElement {
  readonly name: string;
  /** The width of the part beyond the page. */
  readonly excess: number;
  /** The width of the part that the page does not show. */
  readonly cut: number;
  /** For a table: the most cells in a row, and how many of these are cut, in whole or in part. */
  readonly columns: number;
  readonly cutColumns: number;
}

/**
 * Finds the elements that are wider than the page. The window must be as wide as the page, and the styles those of a
 * print.
 */
export function findTooWide(
  document: Document,
  getName: typeof nameElement,
  { width, scale: printedScale, minShrunkScale, maxElements, maxFound, maxNameCharacters }: TooWideOptions,
): TooWide {
  const { getBoundingClientRect } = Element.prototype;
  const parentOf = (node: Node): Element | null => Reflect.get(Node.prototype, 'parentElement', node);
  const root = document.documentElement;
  const body = document.body as HTMLElement | null;
  const isReversed = getComputedStyle(body ?? root).direction === 'rtl';
  // Chromium shrinks a document until it is as wide as its pages, to two thirds at most, and cuts what is wider still. Where
  // lines begin at the right, it only cuts.
  const smallest = 2 / 3;
  const estimated = Math.max(smallest, Math.min(1, width / root.scrollWidth));
  const isWide = root.scrollWidth > width / minShrunkScale;
  const scale = isReversed || !isWide ? 1 : (printedScale ?? estimated);
  if (!isReversed && scale >= minShrunkScale) return { scale: 1, elements: [] };
  /** How far from the start of its line the page shows contents. */
  const shown = isReversed || scale < smallest + 0.005 ? width / scale : Number.POSITIVE_INFINITY;
  /** How far a box reaches beyond the width, towards the end of lines. */
  const beyond = ({ left, right }: { readonly left: number; readonly right: number }): number =>
    isReversed ? -(left + scrollX) : right + scrollX - width;
  const isViewport = (element: Element): boolean => element === root || element === body;
  /** Whether the contents of a box cannot make the page wider. */
  const confines = (element: Element): boolean => {
    const { position, overflowX } = getComputedStyle(element);
    return position === 'fixed' || (overflowX !== 'visible' && !isViewport(element));
  };
  const isConfined = (element: Element): boolean => {
    if (getComputedStyle(element).position === 'fixed') return true;
    for (let each = parentOf(element); each; each = parentOf(each)) if (confines(each)) return true;
    return false;
  };
  const tolerance = 2;
  const found = new Map<Element, number>();
  const isWithin = (element: Element): boolean => {
    for (let each: Element | null = element; each; each = parentOf(each)) if (found.has(each)) return true;
    return false;
  };
  const elements = [...document.querySelectorAll('body, body *')].slice(0, maxElements);
  for (const element of elements) {
    const box = getBoundingClientRect.call(element);
    const excess = beyond(box);
    if (excess <= tolerance || box.width === 0 || isWithin(element) || isConfined(element)) continue;
    found.set(element, excess);
  }
  if (found.size === 0) {
    // A word that cannot break lies beyond the box of its paragraph, which is the innermost one that it makes scroll.
    for (const element of elements) {
      if (element.scrollWidth <= element.clientWidth || confines(element)) continue;
      const { left, right } = getBoundingClientRect.call(element);
      const excess = beyond({ left: right - element.scrollWidth, right: left + element.scrollWidth });
      if (excess <= tolerance || isConfined(element)) continue;
      const parent = parentOf(element);
      if (parent) found.delete(parent);
      found.set(element, excess);
    }
  }
  const countColumns = (element: Element): Pick<WideElement, 'columns' | 'cutColumns'> => {
    const rows = element instanceof HTMLTableElement ? [...element.rows].slice(0, 100) : [];
    const [widest] = rows.sort((a, b) => b.cells.length - a.cells.length);
    const cells = [...(widest?.cells ?? [])];
    const cut = cells.filter((cell) => beyond(cell.getBoundingClientRect()) + width > shown + tolerance);
    return { columns: cells.length, cutColumns: cut.length };
  };
  const named = new Map<string, WideElement>();
  for (const [element, excess] of [...found].sort(([, a], [, b]) => b - a)) {
    if (named.size >= maxFound) break;
    const name = getName(element, maxNameCharacters);
    if (named.has(name)) continue;
    const cut = Math.max(0, excess + width - shown);
    named.set(name, { name, excess, cut: cut > tolerance ? cut : 0, ...countColumns(element) });
  }
  return { scale, elements: [...named.values()] };
}
