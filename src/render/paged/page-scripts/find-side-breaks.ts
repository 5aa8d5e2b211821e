import type { ElementMarker } from './mark-elements.ts';

/** A place in the document where a page has to begin on one side (css-break 3, 3.1). */
export interface SideBreak {
  /** What is first on that page: a page that is empty comes before it. */
  readonly node: Node;
  readonly side: 'left' | 'right';
  /** See `ResolvedPaged`. */
  readonly mark: number;
  /** The name of that element, such as `h1`. */
  readonly element: string;
  /** Whether a block before it can be a page: not among the parts of a table, in columns or beside others in a line. */
  readonly mayFollowBlank: boolean;
}

/**
 * In document order. A break before the first child of an element is one before the element, and a break after the last
 * child one after it. Of two for one place, the later one counts. `selector`: of elements that may have one.
 */
export function findSideBreaks(
  document: Document,
  marker: ElementMarker,
  { selector, isLeftFirst, maxElements }: { selector: string; isLeftFirst: boolean; maxElements: number },
): SideBreak[] {
  const { body, documentElement: root } = document;
  if (!body || selector === '') return [];
  const toSide = (value: string): SideBreak['side'] | undefined => {
    if (value === 'left' || value === 'right') return value;
    if (value !== 'recto' && value !== 'verso') return undefined;
    return (value === 'recto') === isLeftFirst ? 'left' : 'right';
  };
  /** Breaks apply to blocks of the flow only. */
  const isBlock = ({ display, float, position }: CSSStyleDeclaration): boolean =>
    !/^(?:none|contents|inline|ruby)/.test(display) &&
    float === 'none' &&
    !/^(?:absolute|fixed)$/.test(position);
  const isInFlow = (node: Node): boolean => {
    if (!(node instanceof Element))
      return node.nodeType === Node.TEXT_NODE && /\S/.test(node.nodeValue ?? '');
    const { display, float, position } = getComputedStyle(node);
    return display !== 'none' && float === 'none' && !/^(?:absolute|fixed)$/.test(position);
  };
  const sibling = (node: Node, direction: 'previousSibling' | 'nextSibling'): Node | null => {
    let at = node[direction];
    while (at && !isInFlow(at)) at = at[direction];
    return at;
  };
  const isGenerated = (element: Element, pseudo: string): boolean =>
    !/^(?:none|normal)$/.test(getComputedStyle(element, pseudo).content);
  /** The outermost element that begins with this one. */
  const beginOf = (element: Element): Element => {
    let at = element;
    for (let parent = at.parentElement; parent && at !== body; parent = at.parentElement) {
      if (sibling(at, 'previousSibling') || isGenerated(parent, '::before')) return at;
      at = parent;
    }
    return body;
  };
  /** What follows the outermost element that ends with this one. */
  const behind = (element: Element): Node | undefined => {
    let at = element;
    for (let parent = at.parentElement; parent && at !== body && at !== root; parent = at.parentElement) {
      const next = sibling(at, 'nextSibling');
      if (next) return next;
      at = parent;
    }
    return undefined;
  };
  const mayFollowBlank = ({ parentElement }: Node): boolean => {
    for (let at = parentElement; at && at !== root; at = at.parentElement) {
      const style = getComputedStyle(at);
      const isColumn =
        style.display === 'flex' &&
        /^column(?: nowrap)?$/.test(style.flexFlow) &&
        /^(?:normal|0px)$/.test(style.rowGap);
      const isFlow = isColumn || /^(?:block|flow-root|list-item|contents)$/.test(style.display);
      const isPlain = style.float === 'none' && !/^(?:absolute|fixed)$/.test(style.position);
      if (!isFlow || !isPlain || style.columnCount !== 'auto' || style.columnWidth !== 'auto') return false;
    }
    return true;
  };
  let selected: Element[] = [];
  try {
    selected = [...document.querySelectorAll(selector)].slice(0, maxElements);
  } catch {
    selected = [...document.querySelectorAll('*')].slice(0, maxElements);
  }
  const found = new Map<Node, SideBreak['side']>();
  const before: [Element, SideBreak['side']][] = [];
  for (const element of selected) {
    const style = getComputedStyle(element);
    const [sideBefore, sideAfter] = [toSide(style.breakBefore), toSide(style.breakAfter)];
    if (!(sideBefore || sideAfter) || (element !== root && !isBlock(style))) continue;
    // In a closed `<details>`, for one.
    if (!element.checkVisibility()) continue;
    if (sideBefore) before.push([element === root ? body : beginOf(element), sideBefore]);
    const next = sideAfter && behind(element);
    if (next) found.set(next, sideAfter);
  }
  for (const [element, side] of before) found.set(element, side);
  return [...found]
    .sort(([a], [b]) => (a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1))
    .map(([node, side]) => {
      const element = node instanceof Element ? node : marker.following(node);
      const mark = element ? marker.mark(element) : -1;
      return { node, side, mark, element: element?.localName ?? '', mayFollowBlank: mayFollowBlank(node) };
    });
}

/** Whether an element begins a page by itself, by its first child or by what is before it. */
export function hasForcedBreak(element: Element): boolean {
  const isForced = (value: string) => /^(?:page|left|right|recto|verso)$/.test(value);
  for (let at: Element | null = element; at; at = at.firstElementChild)
    if (isForced(getComputedStyle(at).breakBefore)) return true;
  // The first child of a parent begins where its parent does.
  for (let first: Element | null = element; first; first = first.parentElement) {
    if (isForced(getComputedStyle(first).breakBefore)) return true;
    let before = first.previousSibling;
    while (before && !(before instanceof Element) && !isText(before)) before = before.previousSibling;
    if (!before) continue;
    for (let at = before instanceof Element ? before : null; at; at = at.lastElementChild)
      if (isForced(getComputedStyle(at).breakAfter)) return true;
    return false;
  }
  return false;

  function isText(node: Node): boolean {
    return node.nodeType === Node.TEXT_NODE && /\S/.test(node.nodeValue ?? '');
  }
}
