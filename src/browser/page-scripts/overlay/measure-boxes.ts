import type { ContentHeight } from '../../overlay/page-fields.ts';
import type { unclobberedDocument } from '../unclobbered-document.ts';

/** Returns the heights of what the boxes contain, in CSS pixels. */
export function measureBoxes(unclobbered: typeof unclobberedDocument, boxes: string): ContentHeight[] {
  const document = unclobbered();
  const heights: ContentHeight[] = [];
  const isClear = (colour: string): boolean => /^transparent$|[,/] *0(?:\.0*)?%?\)$/.test(colour);
  const isSeen = (element: Element, style: CSSStyleDeclaration): boolean =>
    /^(?:img|svg|canvas|video|hr|object|embed|iframe|input)$/i.test(element.localName) ||
    !isClear(style.backgroundColor) ||
    style.backgroundImage !== 'none' ||
    (style.borderBottomStyle !== 'none' && parseFloat(style.borderBottomWidth) > 0);
  const bottomOf = (node: Node): number => {
    if (node.nodeType === Node.TEXT_NODE) {
      if (!node.nodeValue?.trim()) return 0;
      const range = document.createRange();
      range.selectNodeContents(node);
      return range.getBoundingClientRect().bottom;
    }
    if (!(node instanceof Element)) return 0;
    const style = getComputedStyle(node);
    return style.visibility !== 'hidden' && isSeen(node, style) ? node.getBoundingClientRect().bottom : 0;
  };
  /** How far down the content is seen. What is placed absolutely is meant to be where it is. */
  const seenBottom = (content: Element): number => {
    const waiting: Node[] = [...content.childNodes];
    let bottom = 0;
    for (let node = waiting.pop(); node; node = waiting.pop()) {
      if (node instanceof Element && /^(?:absolute|fixed)$/.test(getComputedStyle(node).position)) continue;
      bottom = Math.max(bottom, bottomOf(node));
      if (!(node instanceof SVGElement)) waiting.push(...node.childNodes);
    }
    return bottom;
  };
  for (const box of document.querySelectorAll(boxes)) {
    const content = box.firstElementChild;
    const { top = 0, height: full = 0 } = content?.getBoundingClientRect() ?? {};
    const isHigher = content && full > box.getBoundingClientRect().height;
    heights.push({ full, seen: isHigher ? Math.max(0, seenBottom(content) - top) : full });
  }
  return heights;
}
