import type { nameElement } from './name-element.ts';

export interface FixedOptions {
  /** The size of a page without its margins, in CSS pixels: the window is as large. */
  readonly width: number;
  readonly height: number;
  readonly pages: number;
  readonly maxElements: number;
  /** Texts that are looked at. */
  readonly maxContents: number;
  readonly maxFound: number;
  readonly maxNameCharacters: number;
}

/** A box with `position: fixed` in the wrong place. */
export interface FixedBox {
  readonly name: string;
  /** The margin in which it lies. Undefined for one within the page. */
  readonly margin: 'top' | 'bottom' | undefined;
  readonly covered: CoveredText | undefined;
}

interface CoveredText {
  /** Its start. */
  readonly text: string;
  /** Whether it is on the first page, or on a later one. */
  readonly isFirstPage: boolean;
}

/**
 * Finds boxes with text and `position: fixed` that are printed over other text: those in a margin, where each lies on the page
 * before or after its own, and those over the text of a page. Watermarks are left out: what is transparent, turned or behind the
 * text.
 */
export function findFixed(
  document: Document,
  getName: typeof nameElement,
  { width, height, pages, maxElements, maxContents, maxFound, maxNameCharacters }: FixedOptions,
): FixedBox[] {
  const { getBoundingClientRect } = Element.prototype;
  const parentOf = (node: Node): Element | null => Reflect.get(Node.prototype, 'parentElement', node);
  const smallest = 4;
  const alphaOf = (color: string): number => {
    const [, alpha] = /^rgba\([^)]*,\s*([\d.]+)\)$/.exec(color) ?? [];
    return alpha === undefined ? 1 : Number(alpha);
  };
  const isShown = (element: Element | null): boolean =>
    element?.checkVisibility({ opacityProperty: true, visibilityProperty: true }) ?? false;
  /** Whether it is behind the text, or can be read through. */
  const isFaint = (element: Element): boolean => {
    for (let each: Element | null = element; each; each = parentOf(each)) {
      const { opacity, zIndex, transform } = getComputedStyle(each);
      const [, b = '0'] = /^matrix\([^,]+,\s*([^,]+)/.exec(transform) ?? [];
      if (Number(opacity) < 0.6 || Number(zIndex) < 0 || Math.abs(Number(b)) > 0.01) return true;
    }
    return alphaOf(getComputedStyle(element).color) < 0.6;
  };
  const crosses = (a: DOMRect, b: DOMRect): boolean =>
    Math.min(a.right, b.right) - Math.max(a.left, b.left) > smallest &&
    Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > smallest;
  const range = document.createRange();
  const linesOf = (node: Node): DOMRect[] => {
    range.selectNodeContents(node);
    return [...range.getClientRects()].filter((box) => box.width > smallest && box.height > smallest);
  };
  const textsOf = (root: Node): Text[] => {
    const texts: Text[] = [];
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node && texts.length < maxContents; node = walker.nextNode()) {
      if (node instanceof Text && /\S/.test(node.data) && isShown(node.parentElement)) texts.push(node);
    }
    return texts;
  };
  const all = [...document.querySelectorAll('body *')].slice(0, maxElements);
  const fixed = all.filter(
    (element) => element instanceof HTMLElement && getComputedStyle(element).position === 'fixed',
  );
  const isFixed = (node: Node): boolean => fixed.some((each) => each.contains(node));
  /** Whether a text comes before the first forced break. What comes after it is not on the first page. */
  const forced = /^(?:page|left|right|recto|verso)$/;
  const breaking = all.find((element) => {
    const { breakBefore, breakAfter, page } = getComputedStyle(element) as CSSStyleDeclaration & {
      page: string;
    };
    return forced.test(breakBefore) || forced.test(breakAfter) || page !== 'auto';
  });
  const isBeforeBreak = (node: Node): boolean => {
    if (!breaking) return true;
    if (breaking.contains(node)) return forced.test(getComputedStyle(breaking).breakAfter);
    return (breaking.compareDocumentPosition(node) & Node.DOCUMENT_POSITION_PRECEDING) !== 0;
  };
  /** Whether something above the text repeats on each of its pages and leaves room for the box. */
  const hasRoom = (text: Text, box: DOMRect): boolean => {
    const isAbove = box.top + box.bottom < height;
    const room = (isAbove ? box.bottom : height - box.top) - smallest;
    for (let each = parentOf(text); each; each = parentOf(each)) {
      const style = getComputedStyle(each);
      const padding = isAbove ? style.paddingTop : style.paddingBottom;
      if (style.getPropertyValue('box-decoration-break') === 'clone' && Number.parseFloat(padding) >= room)
        return true;
      if (!(each instanceof HTMLTableElement)) continue;
      const repeated = isAbove ? each.tHead : each.tFoot;
      if (repeated && getBoundingClientRect.call(repeated).height >= room) return true;
    }
    return false;
  };
  let flowing: { readonly text: Text; readonly lines: readonly DOMRect[] }[] | undefined;
  const findCovered = (element: Element, box: DOMRect, texts: readonly Text[]): CoveredText | undefined => {
    const isOpaque = alphaOf(getComputedStyle(element).backgroundColor) > 0.6;
    const boxes = isOpaque ? [box] : texts.flatMap(linesOf);
    const isCovered = (line: DOMRect) => boxes.some((each) => crosses(each, line));
    flowing ??= textsOf(document.body)
      .filter((text) => !isFixed(text) && isBeforeBreak(text))
      .map((text) => ({ text, lines: linesOf(text) }));
    const toCovered = (text: Text, isFirstPage: boolean): CoveredText => {
      return { text: text.data.replace(/\s+/g, ' ').trim().slice(0, 30), isFirstPage };
    };
    const first = flowing.find(({ lines }) => lines.some((line) => line.top < height && isCovered(line)));
    if (first) return toCovered(first.text, true);
    // Without forced breaks, a later page goes on where the one before it ends, and nothing keeps its first line down.
    if (breaking || pages < 2) return undefined;
    const onItsPage = (line: DOMRect): DOMRect =>
      new DOMRect(
        line.x,
        line.y - Math.floor((line.top + line.bottom) / 2 / height) * height,
        line.width,
        line.height,
      );
    const later = flowing.find(
      ({ text, lines }) =>
        lines.some((line) => line.top >= height && isCovered(onItsPage(line))) && !hasRoom(text, box),
    );
    return later && toCovered(later.text, false);
  };
  const found = new Map<string, FixedBox>();
  for (const element of fixed) {
    if (found.size >= maxFound) break;
    const box = getBoundingClientRect.call(element);
    const isBeside = box.right <= 0 || box.left >= width || box.bottom < -height || box.top > 2 * height;
    if (isBeside || box.width < smallest || box.height < smallest || !isShown(element)) continue;
    const texts = textsOf(element);
    if (texts.length === 0 || isFaint(element)) continue;
    const middle = (box.top + box.bottom) / 2;
    const margin = middle < 0 ? 'top' : middle > height ? 'bottom' : undefined;
    const covered = margin ? undefined : findCovered(element, box, texts);
    if (covered === undefined && (margin === undefined || pages < 2)) continue;
    const name = getName(element, maxNameCharacters);
    if (!found.has(name)) found.set(name, { name, margin, covered });
  }
  return [...found.values()];
}
