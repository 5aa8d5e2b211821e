import type { unclobberedDocument } from '#browser/page-scripts/unclobbered-document';
import type { PagedState } from '../find-paged-styles.ts';
import type { showBetween } from '../show-between.ts';
import type { FlowBand, FootnoteAreaBox, MeasuredFlow } from './measured-flow.ts';

export interface FlowOptions {
  /** CSS pixels: the width of a page's content. */
  readonly width: number;
  /** Declarations of the areas, of which the first one is that of most pages. */
  readonly areas: readonly string[];
  /** The texts of the calls and markers, by note. */
  readonly texts: readonly { readonly call: string; readonly marker: string }[];
}

/** Lays the document out in the width of a page, and finds where pages may end. */
export function measureFlow(
  parts: { readonly getDocument: typeof unclobberedDocument; readonly showBetween: typeof showBetween },
  { width, areas, texts }: FlowOptions,
): MeasuredFlow {
  const document = parts.getDocument();
  const { footnotes: state, sides = [], blanks = [] } = (globalThis as PagedState).pdfapiPaged ?? {};
  const { body, documentElement: html } = document;
  if (!state || !body) return { bands: [], anchors: [], floats: [], notes: [], areas: [], sides: [] };
  const [own, priority] = [html.style.getPropertyValue('width'), html.style.getPropertyPriority('width')];
  html.style.setProperty('width', `${width}px`, 'important');
  html.removeAttribute('data-pdfapi-hides-footnotes');
  // Blank pages come and go, and are no part of the flow.
  const showBlanks = (display: string) => {
    for (const blank of blanks)
      if (blank instanceof HTMLElement) blank.style.setProperty('display', display, 'important');
  };
  showBlanks('none');
  const origin = html.getBoundingClientRect().top;
  const range = document.createRange();
  const isAvoided = (value: string) => /^avoid/.test(value);
  const px = (length: string): number => Number.parseFloat(length) || 0;

  const boxes = areas.map((text): FootnoteAreaBox => {
    const box = document.createElement('pdfapi-area');
    box.style.cssText = text;
    state.root.append(box);
    const style = getComputedStyle(box);
    const sides = (side: string, ...kinds: string[]) =>
      kinds.reduce((sum, kind) => sum + px(style.getPropertyValue(kind.replace('*', side))), 0);
    const all = ['margin-*', 'border-*-width', 'padding-*'];
    const [above, below] = [sides('top', ...all), sides('bottom', ...all)];
    const [left, right] = [sides('left', ...all), sides('right', ...all)];
    const { maxHeight } = style;
    const most = /px$/.test(maxHeight) ? px(maxHeight) : undefined;
    // A line that ends at the very end of a page may be moved to the next one.
    const result = {
      above,
      below: Math.max(below, 1),
      left,
      right,
      maxHeight: most,
    };
    box.remove();
    return result;
  });
  for (const [i, { label }] of state.notes.entries()) label(texts[i] ?? { call: '', marker: '' });
  const [area] = boxes;
  for (const { note } of state.notes) {
    note.style.setProperty('width', `${width - (area?.left ?? 0) - (area?.right ?? 0)}px`, 'important');
  }
  const isShown = (link: HTMLElement): boolean => {
    const { width, height } = link.getBoundingClientRect();
    return width > 0 && height > 0 && getComputedStyle(link).visibility === 'visible';
  };
  // A link that shows nothing does not tell where it is: its place is the target of the other one.
  const plain = new Set(state.notes.filter(({ call, marker }) => !isShown(call) || !isShown(marker)));
  for (const { note, place, call, marker } of plain) {
    // Only the link of its marker makes a `Note` of its tag.
    if (!isShown(marker)) note.removeAttribute('role');
    call.setAttribute('href', `#${marker.id}`);
    marker.setAttribute('href', `#${place.id}`);
  }
  const minLines = 4;
  const maxRest = 3;
  const noteSizes = state.notes.map(({ note }) => {
    const style = getComputedStyle(note);
    const { top, height } = note.getBoundingClientRect();
    const margins = px(style.marginTop) + px(style.marginBottom);
    const isShort = height < minLines * 0.9 * px(style.fontSize) || isAvoided(style.breakInside);
    if (isShort) return { height: height + margins, lines: [] };
    const lines = linesOf(note, top - px(style.marginTop));
    // Letters are not in the middle of their line: the last one ends where the note does.
    const rest = height + margins - (lines.at(-1) ?? 0);
    return {
      height: height + margins,
      lines: lines.map((end) => end + Math.min(Math.max(rest, 0), maxRest)),
    };
  });

  /** The line that letters are in the middle of. `lineHeight`: 0 for a normal one. */
  function lineOf({ top, bottom }: DOMRect, lineHeight: number) {
    const middle = (top + bottom) / 2;
    const half = (lineHeight || bottom - top) / 2;
    return { top: middle - half, middle, bottom: middle + half };
  }

  /** Where the lines of an element end, below a place. */
  function linesOf(element: Element, from: number): number[] {
    const ends: number[] = [];
    let middle = Number.NEGATIVE_INFINITY;
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (!/\S/.test(node.nodeValue ?? '') || !node.parentElement) continue;
      const lineHeight = px(getComputedStyle(node.parentElement).lineHeight);
      range.selectNodeContents(node);
      for (const rect of range.getClientRects()) {
        const line = lineOf(rect, lineHeight);
        const end = line.bottom - from;
        if (line.middle > middle + (line.bottom - line.middle)) ends.push(end);
        else if (ends.length > 0) ends[ends.length - 1] = Math.max(ends.at(-1) ?? 0, end);
        middle = Math.max(middle, line.middle);
      }
    }
    return ends;
  }

  interface Place {
    readonly block: Element;
    /** Its top. What is raised in its first line is higher. */
    readonly top: number;
    readonly lineHeight: number;
    /** Whether it is within what establishes a formatting context of its own, and whether one other than a table. */
    readonly isInner: boolean;
    readonly isIsolated: boolean;
    /** What no page ends in, because its contents are beside each other. */
    readonly unit: HTMLElement | undefined;
    readonly pageName: string;
    readonly orphans: number;
    readonly widows: number;
  }
  interface Found {
    readonly top: number;
    readonly bottom: number;
    readonly place: Place;
    /** The element, if it is one that stays on a page as a whole. */
    readonly whole: HTMLElement | undefined;
    readonly isRow: boolean;
  }
  const found: Found[] = [];
  const forced: number[] = [];
  const avoided: number[] = [];
  const floats: number[] = [];
  const heads = new Map<Element, number>();
  const isForced = (value: string) => /^(?:page|always|left|right|recto|verso)$/.test(value);
  const add = (rect: DOMRect, place: Place, whole?: HTMLElement, isRow = false): void => {
    if (rect.height <= 0) return;
    found.push({ top: rect.top - origin, bottom: rect.bottom - origin, place, whole, isRow });
  };
  const visitText = (text: Text, place: Place): void => {
    if (!/\S/.test(text.data)) return;
    range.selectNodeContents(text);
    for (const rect of range.getClientRects()) {
      if (rect.height <= 0) continue;
      const line = lineOf(rect, place.lineHeight);
      found.push({
        top: Math.max(line.top - origin, place.top),
        bottom: line.bottom - origin,
        place,
        whole: undefined,
        isRow: false,
      });
    }
  };
  const monolithic =
    /^(?:img|svg|canvas|video|audio|iframe|object|embed|input|select|textarea|button|meter|progress|hr|math)$/;
  const noteElements = new Set<Element>(state.notes.map(({ note }) => note));
  // Fields of a form hide its properties, if they have their names.
  const { get: childNodesOf } = Object.getOwnPropertyDescriptor(Node.prototype, 'childNodes') ?? {};
  const boxOf = (element: Element): DOMRect => Element.prototype.getBoundingClientRect.call(element);
  const visit = (element: Element, parent: Place): void => {
    if (noteElements.has(element)) return;
    const style = getComputedStyle(element);
    const { display, position, float } = style;
    if (display === 'none' || /absolute|fixed/.test(position)) return;
    const isInline = /^(?:inline$|contents|ruby)/.test(display);
    const isBlock = !/^(?:inline|contents|ruby)/.test(display);
    const hasColumns = style.columnCount !== 'auto' || style.columnWidth !== 'auto';
    const startsContext =
      isBlock &&
      element !== body &&
      (/flow-root|flex|grid|table/.test(display) ||
        float !== 'none' ||
        hasColumns ||
        !/^(?:visible|clip)$/.test(style.overflowY));
    const isUnit = isBlock && (hasColumns || /flex|grid/.test(display));
    const { page = 'auto' } = style as CSSStyleDeclaration & { page?: string };
    const rect = isBlock ? boxOf(element) : undefined;
    const place: Place = {
      block: isBlock ? element : parent.block,
      top: rect ? rect.top - origin : parent.top,
      // What is raised has a line height of its own, but is in a line of its block.
      lineHeight: isBlock ? px(style.lineHeight) : Math.max(parent.lineHeight, px(style.lineHeight)),
      isInner: parent.isInner || startsContext,
      isIsolated: parent.isIsolated || (startsContext && !/table/.test(display)),
      unit: parent.unit ?? (isUnit ? (element as HTMLElement) : undefined),
      pageName: page === 'auto' ? parent.pageName : page,
      orphans: px(style.orphans) || 2,
      widows: px(style.widows) || 2,
    };
    const isRow = display === 'table-row';
    if (/^(?:left|right|inline)/.test(float) && !parent.isInner) floats.push(boxOf(element).top - origin);
    if (rect) {
      const [top, bottom] = [rect.top - origin, rect.bottom - origin];
      if (!parent.isInner || isRow) {
        if (isForced(style.breakBefore)) forced.push(top);
        if (isForced(style.breakAfter)) forced.push(bottom);
      }
      if (isAvoided(style.breakBefore)) avoided.push(top);
      if (isAvoided(style.breakAfter)) avoided.push(bottom);
    }
    if (display === 'table-header-group' && element.parentElement && rect)
      heads.set(element.parentElement, rect.height);
    const isWhole = isBlock && rect !== undefined && (isRow || isAvoided(style.breakInside));
    if (isWhole || monolithic.test(element.localName) || !(isInline || isBlock)) {
      add(rect ?? boxOf(element), place, element as HTMLElement, isRow);
      return;
    }
    const children: NodeListOf<ChildNode> = childNodesOf?.call(element) ?? element.childNodes;
    for (const child of children) {
      if (child instanceof Element) visit(child, place);
      else if (child instanceof Text) visitText(child, place);
    }
  };
  visit(body, {
    block: body,
    top: Number.NEGATIVE_INFINITY,
    lineHeight: 0,
    isInner: false,
    isIsolated: false,
    unit: undefined,
    pageName: getComputedStyle(html).getPropertyValue('page') || 'auto',
    orphans: 2,
    widows: 2,
  });

  // Lines of columns and cells that are beside each other stay together, and those beside a float.
  found.sort((a, b) => a.top - b.top || a.bottom - b.bottom);
  interface Joined {
    top: number;
    bottom: number;
    place: Place;
    whole: HTMLElement | undefined;
    isRow: boolean;
  }
  const joined: Joined[] = [];
  for (const each of found) {
    const last = joined.at(-1);
    const overlap = last ? last.bottom - each.top : 0;
    if (last && overlap > 0.5 * Math.min(each.bottom - each.top, last.bottom - last.top)) {
      last.bottom = Math.max(last.bottom, each.bottom);
      last.isRow ||= each.isRow;
      last.whole ??= each.whole;
      if (each.place.isIsolated) last.place = { ...last.place, isIsolated: true };
      continue;
    }
    joined.push({ ...each });
  }
  // What is raised reaches into the line above, and a line with nothing else is where it would be without that.
  for (const [i, band] of joined.entries()) {
    const above = joined[i - 1];
    if (!above || band.whole || above.whole || above.place.block !== band.place.block) continue;
    if (band.top >= above.bottom) continue;
    band.top = above.bottom;
    band.bottom = Math.max(band.bottom, band.top + band.place.lineHeight);
  }
  const lineNumbers: number[] = [];
  for (const [i, { place }] of joined.entries())
    lineNumbers.push(joined[i - 1]?.place.block === place.block ? (lineNumbers[i - 1] ?? 0) + 1 : 0);
  const linesAfter: number[] = [];
  for (let i = joined.length - 1; i >= 0; i--)
    linesAfter[i] = joined[i + 1]?.place.block === joined[i]?.place.block ? (linesAfter[i + 1] ?? 0) + 1 : 1;
  forced.sort((a, b) => a - b);
  avoided.sort((a, b) => a - b);
  /** How many of the first items hold, of a list in which none holds behind one that does not. */
  const countFirst = <Item>(items: readonly Item[], holds: (item: Item) => boolean): number => {
    let [low, high] = [0, items.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (holds(items[middle] as Item)) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  /** Whether one of the sorted places is between two others. */
  const within = (places: readonly number[], from: number, to: number): boolean => {
    const next = places[countFirst(places, (place) => place < from)];
    return next !== undefined && next <= to;
  };
  const startOf = ({ top, place, whole }: Joined, previous: number) => {
    let start = top;
    let margin = 0;
    for (let at: Element | null = whole ?? place.block; at && at !== body; at = at.parentElement) {
      const own = boxOf(at).top - origin;
      if (own < previous - 0.5) break;
      start = Math.min(start, own);
      margin = Math.max(margin, px(getComputedStyle(at).marginTop));
    }
    return { start, startAfterBreak: start - margin };
  };
  const tableOf = ({ whole, place }: Joined): Element | null => (whole ?? place.block).closest('table');
  /** The head and the caption of a table are not alone on a page. */
  const isHeadOf = (head: Joined, row: Joined): boolean => {
    const table = tableOf(row);
    const element = head.whole ?? head.place.block;
    return table !== null && tableOf(head) === table && element.closest('thead, caption') !== null;
  };
  const bands = joined.map((band, i): FlowBand => {
    const before = joined[i - 1];
    const { place, whole, isRow } = band;
    const line = lineNumbers[i] ?? 0;
    const head = isRow ? (heads.get(whole?.closest('table') ?? body) ?? 0) : 0;
    const isSplit = line > 0 && !isRow && whole === undefined;
    const isForcedHere =
      before !== undefined &&
      (within(forced, before.bottom - 0.5, band.top + 0.5) || before.place.pageName !== place.pageName);
    const previous = before?.bottom ?? Number.NEGATIVE_INFINITY;
    const { start, startAfterBreak } =
      line > 0 && !isRow ? { start: band.top, startAfterBreak: band.top } : startOf(band, previous);
    const isWithin =
      before !== undefined &&
      ((place.unit !== undefined && place.unit === before.place.unit) || isHeadOf(before, band));
    const isKept =
      isWithin ||
      (before !== undefined && within(avoided, before.bottom - 0.5, band.top + 0.5)) ||
      (isSplit && (line < place.orphans || (linesAfter[i] ?? 0) < place.widows || place.isInner));
    const startsTable = tableOf(band) !== null && (!before || tableOf(before) !== tableOf(band));
    let breaker = -1;
    // What stays with the text before may still have no room with its notes.
    if (!isWithin && !isSplit) {
      const row = isRow && whole ? whole.closest('tr') : undefined;
      // A break before the first row is one before the table.
      const first = startsTable ? (whole ?? place.block).closest('table') : undefined;
      const element = place.unit ?? first ?? row ?? whole ?? place.block;
      if (element instanceof HTMLElement && element !== body) breaker = state.breakers.push(element) - 1;
    }
    // A box without lines does not flow around anything either.
    const needsBreaker = place.isInner || (whole !== undefined && !monolithic.test(whole.localName));
    const hundredths = (length: number) => Math.round(length * 100) / 100;
    const [own, broken] = [(isForcedHere ? startAfterBreak : start) - head, startAfterBreak - head];
    return {
      top: hundredths(band.top),
      bottom: hundredths(band.bottom),
      ...(own === band.top ? {} : { start: hundredths(own) }),
      ...(broken === band.top ? {} : { startAfterBreak: hundredths(broken) }),
      ...(isForcedHere ? { before: 'forced' } : isKept ? { before: 'never' } : {}),
      ...(breaker < 0 ? {} : { breaker }),
      ...(needsBreaker ? { needsBreaker } : {}),
      ...(place.isIsolated ? { isIsolated: true } : {}),
    };
  });
  const notes = state.notes.map((elements, i) => {
    const { place, call, marker, note } = elements;
    const rect = place.getBoundingClientRect();
    const link = plain.has(elements) ? rect : call.getBoundingClientRect();
    const noteTop = note.getBoundingClientRect().top - px(getComputedStyle(note).marginTop);
    const middle = (rect.top + rect.bottom) / 2 - origin;
    const above = countFirst(bands, (band) => band.top <= middle);
    const size = noteSizes[i] ?? { height: 0, lines: [] };
    const band = rect.height > 0 && bands.length > 0 ? Math.max(above - 1, 0) : -1;
    return {
      ...size,
      band,
      blockBand: band - (lineNumbers[band] ?? 0),
      top: rect.top - origin,
      callTop: link.top - origin,
      markerTop: marker.getBoundingClientRect().top - noteTop,
    };
  });
  // A raised call may push the bottom of a band below that of its line.
  const firstBelow = (y: number): number => countFirst(bands, ({ top, bottom }) => (top + bottom) / 2 < y);
  const sideBands = sides.map((node) => {
    range.selectNode(node);
    // The range of an element has what is raised in it, too, such as calls in its first line.
    const { top } = node instanceof Element ? boxOf(node) : range.getBoundingClientRect();
    return firstBelow(top - origin);
  });
  const maxAnchors = 5_000;
  const children = [...body.children].filter((child) => {
    const { display, position, float } = getComputedStyle(child);
    return /^(?:block|list-item|flow-root)$/.test(display) && position === 'static' && float === 'none';
  });
  state.anchors.splice(0, state.anchors.length, ...children.slice(1, maxAnchors));
  const probes = new Map(
    [undefined, ...state.anchors].map((anchor) => [anchor, document.createElement('pdfapi-room')]),
  );
  parts.showBetween(state.root, body, new Map([...probes].map(([anchor, probe]) => [anchor, [probe]])));
  const anchors = [...probes.values()].map((probe) => {
    const top = probe.getBoundingClientRect().top - origin;
    return { top, band: firstBelow(top) };
  });
  parts.showBetween(state.root, body, new Map());
  showBlanks('block');
  html.style.setProperty('width', own, priority);
  return { bands, anchors, floats, notes, areas: boxes, sides: sideBands };
}
