import type { nameElement } from './name-element.ts';

export interface CutOptions {
  readonly maxElements: number;
  /** Texts and pictures of one box that are looked at. */
  readonly maxContents: number;
  readonly maxCut: number;
  readonly maxNameCharacters: number;
}

/** A box that does not show all that it holds. Lengths are in CSS pixels, 0 for a direction in which nothing is cut. */
export interface CutBox {
  readonly name: string;
  readonly height: number;
  readonly width: number;
  /** Its `overflow`. Undefined for a frame. */
  readonly overflow: string | undefined;
}

/**
 * Finds boxes outside of which texts or pictures lie that scrolling would show, one of each name. What is cut on purpose
 * is left out: an ellipsis, clamped lines, texts for screen readers, fields of forms.
 */
export function findCutContent(
  document: Document,
  getName: typeof nameElement,
  { maxElements, maxContents, maxCut, maxNameCharacters }: CutOptions,
): CutBox[] {
  const tolerance = 8;
  const smallest = 3;
  const root = document.documentElement;
  const isShown = (element: Element | null): boolean =>
    element?.checkVisibility({ opacityProperty: true, visibilityProperty: true }) ?? false;
  const boxes = new Map<string, CutBox>();
  const cutElements: Element[] = [];
  const add = (element: Element, box: Omit<CutBox, 'name'>): void => {
    const name = getName(element, maxNameCharacters);
    cutElements.push(element);
    if (!boxes.has(name)) boxes.set(name, { name, ...box });
  };
  /** Whether a text is for the most part outside of the box, or a picture all of it. */
  const losesContent = (element: Element, inHeight: boolean, inWidth: boolean): boolean => {
    const outer = element.getBoundingClientRect();
    const left = outer.left + element.clientLeft;
    const top = outer.top + element.clientTop;
    const [right, bottom] = [left + element.clientWidth, top + element.clientHeight];
    const isOutside = (box: DOMRect, share: number): boolean => {
      if (box.width < 1 || box.height < 1) return false;
      const [x, y] = [box.width * share, box.height * share];
      const isBeside = box.right - x <= left || box.left + x >= right;
      const isAbove = box.bottom - y <= top || box.top + y >= bottom;
      return (inWidth && isBeside) || (inHeight && isAbove);
    };
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    for (let node = walker.nextNode(), i = 0; node && i < maxContents; node = walker.nextNode()) {
      if (node instanceof Text) {
        if (!/\S/.test(node.data)) continue;
        i++;
        range.selectNodeContents(node);
        if (![...range.getClientRects()].some((box) => isOutside(box, 0.5))) continue;
        if (isShown(node.parentElement)) return true;
      } else if (node instanceof Element && /^(?:img|svg|canvas|video)$/.test(node.localName)) {
        i++;
        if (isOutside(node.getBoundingClientRect(), 0) && isShown(node)) return true;
      }
    }
    return false;
  };
  const checkBox = (element: Element): void => {
    const { scrollHeight, clientHeight, scrollWidth, clientWidth } = element;
    const height = scrollHeight - clientHeight;
    const width = scrollWidth - clientWidth;
    if ((height <= tolerance && width <= tolerance) || clientHeight < smallest || clientWidth < smallest)
      return;
    if (/^(?:textarea|input|select|marquee)$/.test(element.localName)) return;
    const style = getComputedStyle(element);
    const isClamped = style.getPropertyValue('-webkit-line-clamp') !== 'none';
    const inHeight = height > tolerance && style.overflowY !== 'visible' && !isClamped;
    const inWidth = width > tolerance && style.overflowX !== 'visible' && style.textOverflow === 'clip';
    if (!inHeight && !inWidth) return;
    if (style.clipPath !== 'none' || style.clip !== 'auto' || style.textIndent !== '0px') return;
    if (!isShown(element) || cutElements.some((each) => each.contains(element))) return;
    const isHigher = inHeight && losesContent(element, true, false);
    const isWider = inWidth && losesContent(element, false, true);
    if (!isHigher && !isWider) return;
    const overflow = isHigher ? style.overflowY : style.overflowX;
    add(element, { height: isHigher ? height : 0, width: isWider ? width : 0, overflow });
  };
  const checkFrame = (frame: HTMLIFrameElement): void => {
    const inner = frame.contentDocument?.documentElement;
    const text = frame.contentDocument?.body?.textContent;
    if (!inner || !text?.trim() || frame.clientHeight < smallest) return;
    const height = inner.scrollHeight - frame.clientHeight;
    if (height > tolerance && isShown(frame)) add(frame, { height, width: 0, overflow: undefined });
  };
  // Without one of its own on the root, that of the body is that of the window, which printing leaves out.
  const isWindow = (element: Element) =>
    element === document.body && getComputedStyle(root).overflow === 'visible';
  for (const element of [...document.querySelectorAll('body, body *')].slice(0, maxElements)) {
    if (boxes.size >= maxCut) break;
    if (element instanceof HTMLIFrameElement) checkFrame(element);
    else if (!isWindow(element)) checkBox(element);
  }
  return [...boxes.values()];
}
