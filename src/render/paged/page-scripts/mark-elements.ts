/** Gives elements a name in the PDF: Chromium writes the place of every element that a link of the document leads to. */
export interface ElementMarker {
  /** Returns the index of the mark of an element, or of the next element with a place. -1 if there is none. */
  mark(element: Element): number;
  /** Returns the index of the mark of the place where an element ends. */
  end(element: Element): number;
  /** The first element with a place that begins after the end of another one. */
  after(element: Element): Element | undefined;
  /** The first element with a place that begins after a text. */
  following(text: Node): Element | undefined;
  /** Adds the links, and returns the names in the PDF. */
  finish(): ElementMark[];
}

export interface ElementMark {
  /** The name of its destination in the PDF. */
  readonly name: string;
  /** CSS pixels of margins, borders and padding between the top of the page and an element that starts it. */
  readonly lead: number;
  /** The mark of the end of what is before an element in columns, because the page does not start with each of them. */
  readonly before?: number | undefined;
}

export function markElements(document: Document): ElementMarker {
  /** Elements without a place that are passed over before the search is given up. */
  const maxSteps = 500;
  const maxDepth = 20;
  const marks = new Map<Element, number>();
  const ends = new Map<Element, number>();
  const endings: (() => void)[] = [];
  const names: ElementMark[] = [];
  const hasPlace = (element: Element): boolean => element.getClientRects().length > 0;
  /** The next element that is not inside the current one. */
  const behind = (walker: TreeWalker): Node | null => {
    for (;;) {
      const next = walker.nextSibling();
      if (next || !walker.parentNode()) return next;
    }
  };
  const search = (from: Node, skipsContent: boolean): Element | undefined => {
    const walker = document.createTreeWalker(document.documentElement, NodeFilter.SHOW_ELEMENT);
    walker.currentNode = from;
    let passesContent = skipsContent;
    for (let step = 0; step < maxSteps; step++) {
      const next = passesContent ? behind(walker) : walker.nextNode();
      if (!(next instanceof Element)) return undefined;
      if (hasPlace(next)) return next;
      passesContent = getComputedStyle(next).display === 'none';
    }
    return undefined;
  };
  const nameOf = (element: Element): string | undefined => {
    const { id } = element;
    if (id && !id.isWellFormed()) return undefined;
    if (id && document.getElementById(id) === element) return id;
    if (id) return undefined;
    const own = `pdfapi-mark-${names.length}`;
    element.id = own;
    return own;
  };
  const px = (length: string): number => Number.parseFloat(length) || 0;
  /** The margins of what an element begins with are above it. */
  const marginAbove = (element: Element): number => {
    let margin = 0;
    for (let at: Element | null = element, depth = 0; at && depth < maxDepth; depth++) {
      const style = getComputedStyle(at);
      margin = Math.max(margin, px(style.marginTop));
      if (px(style.borderTopWidth) + px(style.paddingTop) > 0) break;
      let first: Node | null = at.firstChild;
      for (let step = 0; first && step < maxSteps && !isInFlow(first); step++) first = first.nextSibling;
      const isBlock: boolean =
        first instanceof Element && !/inline|flex|grid/.test(getComputedStyle(first).display);
      at = isBlock ? (first as Element) : null;
    }
    return margin;
  };
  /** See `ResolvedPaged`. */
  const leadOf = (element: Element): number => {
    let lead = marginAbove(element);
    for (let at: Element = element; ; ) {
      let before = at.previousSibling;
      while (before && !isInFlow(before)) before = before.previousSibling;
      const parent = at.parentElement;
      if (before || !parent) return lead;
      const style = getComputedStyle(parent);
      lead += px(style.marginTop) + px(style.borderTopWidth) + px(style.paddingTop);
      at = parent;
    }
  };
  const inColumns = new Map<Element | null, boolean>([[null, false]]);
  const isInColumns = (element: Element): boolean => {
    const known = inColumns.get(element);
    if (known !== undefined) return known;
    const { columnCount, columnWidth } = getComputedStyle(element);
    const is = columnCount !== 'auto' || columnWidth !== 'auto' || parentIsInColumns(element);
    inColumns.set(element, is);
    return is;
  };
  const parentIsInColumns = ({ parentElement }: Element): boolean =>
    parentElement !== null && isInColumns(parentElement);
  /** The mark of the end of what is before an element in its columns. */
  const beforeInColumns = (element: Element): number | undefined => {
    for (let at = element; parentIsInColumns(at); at = at.parentElement as Element) {
      let before = at.previousSibling;
      while (before && !isInFlow(before)) before = before.previousSibling;
      if (before) return before instanceof Element ? markEnd(before) : undefined;
    }
    return undefined;
  };
  const isInFlow = (node: Node): boolean => {
    if (!(node instanceof Element))
      return node.nodeType === Node.TEXT_NODE && /\S/.test(node.nodeValue ?? '');
    if (!hasPlace(node) || node.hasAttribute('data-pdfapi-running')) return false;
    return !/absolute|fixed/.test(getComputedStyle(node).position) && node.getBoundingClientRect().height > 0;
  };
  const markEnd = (element: Element): number => {
    const known = ends.get(element);
    if (known !== undefined) return known;
    const holdsMarks = /^(?:inline|block|inline-block|list-item|flow-root|table-cell|table-caption)$/;
    let last = element;
    while (!holdsMarks.test(getComputedStyle(last).display) && last.lastElementChild)
      last = last.lastElementChild;
    const marker = document.createElement('span');
    marker.id = `pdfapi-mark-${names.length}`;
    marker.setAttribute('data-pdfapi-end', '');
    // At the end: the next question would have the document laid out again.
    endings.push(() => last.append(marker));
    const index = names.push({ name: marker.id, lead: 0 }) - 1;
    ends.set(element, index);
    return index;
  };
  return {
    mark(element) {
      const known = marks.get(element);
      if (known !== undefined) return known;
      const placed = hasPlace(element)
        ? element
        : search(element, getComputedStyle(element).display === 'none');
      if (!placed) return -1;
      const other = marks.get(placed);
      if (other !== undefined) return other;
      const before = beforeInColumns(placed);
      let name = nameOf(placed);
      if (name === undefined) {
        // Another element has the same id, and styles may depend on it.
        const marker = document.createElement('span');
        name = `pdfapi-mark-${names.length}`;
        marker.id = name;
        marker.style.setProperty('all', 'unset', 'important');
        placed.prepend(marker);
      }
      const index = names.push({ name: encodeURIComponent(name), lead: leadOf(placed), before }) - 1;
      marks.set(placed, index);
      marks.set(element, index);
      return index;
    },
    end: markEnd,
    after: (element) => search(element, true),
    following: (text) => search(text, false),
    finish() {
      for (const add of endings) add();
      // In the head, where no selector of the document looks for siblings.
      const parent = document.head ?? document.documentElement;
      for (const { name } of names) {
        const link = document.createElement('a');
        link.setAttribute('href', `#${name}`);
        parent.append(link);
      }
      return names;
    },
  };
}
