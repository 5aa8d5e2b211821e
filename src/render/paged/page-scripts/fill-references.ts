import type { unclobberedDocument } from '#browser/page-scripts/unclobbered-document';
import type { LeaderElement, PagedState } from './find-paged-styles.ts';
import type { showSkipped } from './show-skipped.ts';
import type { skipLayout } from './skip-layout.ts';

export interface FillParts {
  readonly unclobberedDocument: typeof unclobberedDocument;
  readonly skipLayout: typeof skipLayout;
  readonly showSkipped: typeof showSkipped;
}

export interface FillOptions {
  /** Values of `content`; with a leader, those before and after it. */
  readonly fills: readonly {
    /** An index of `findPagedStyles`. */
    readonly element: number;
    readonly pseudo: string;
    readonly content: string;
    readonly leader?: { readonly pattern: string; readonly after: string } | undefined;
  }[];
  /** CSS pixels: the width of a page's content. Undefined before the first print, in which leaders are empty. */
  readonly contentWidth?: number | undefined;
  readonly maxRepeats: number;
  /** Whether the next print only shows what is on which page. */
  readonly isDraft: boolean;
  /**
   * Set if what is not measured may remain without a layout for the window, because no script can find out: see
   * `windowRules`.
   */
  readonly windowMark: string | undefined;
}

/**
 * Shows generated content. Without a leader it is that of the pseudo-element itself. A leader takes elements of its
 * own, because only boxes have an end of the line: a float without a size is there and holds the text after the leader,
 * for which an invisible copy keeps room in the line. The pattern is repeated as often as the layout of the page, in
 * the width of its content, has room for; it takes no room itself, so that no line can break elsewhere because of it.
 * Where elements of the document follow in the line, they keep their place in it, and the leader takes the room that the
 * line has left.
 */
export function fillReferences(
  parts: FillParts,
  { fills, contentWidth, maxRepeats, isDraft, windowMark }: FillOptions,
): void {
  const document = parts.unclobberedDocument();
  const state = (globalThis as PagedState).pdfapiPaged;
  if (!state) return;
  // A sheet that comes and goes would have the styles of all elements computed again.
  document.documentElement.toggleAttribute('data-pdfapi-draft', isDraft);
  /** How a pseudo-element differs from its element matters to the elements that replace it. */
  const copied = [
    ...[
      'color',
      'opacity',
      'font-family',
      'font-size',
      'font-style',
      'font-weight',
      'font-stretch',
      'line-height',
    ],
    ...[
      'font-variant-numeric',
      'font-variant-caps',
      'font-feature-settings',
      'letter-spacing',
      'word-spacing',
    ],
    ...['text-transform', 'vertical-align'],
  ];
  const quote = (text: string): string => `"${text.replace(/["\\]/g, '\\$&').replace(/[\n\r\f]/g, '\\a ')}"`;
  const append = (parent: HTMLElement, part: string): HTMLElement => {
    const child = document.createElement('span');
    child.setAttribute('data-pdfapi-part', part);
    parent.append(child);
    return child;
  };
  /** Nothing is added to the document yet: each style that is read after a change would lay it out again. */
  const lineOf = (element: Element): Element => {
    let line = element;
    while (/^(?:inline|contents)/.test(getComputedStyle(line).display) && line.parentElement) {
      line = line.parentElement;
    }
    return line;
  };
  /** Whether the line goes on behind the place of a pseudo-element. */
  const isFollowed = (element: Element, pseudo: string, line: Element): boolean => {
    const maxSteps = 200;
    if (
      line === element &&
      !/^(?:block|flow-root|list-item|table-cell|table-caption|inline-block)/.test(
        getComputedStyle(line).display,
      )
    )
      return false;
    const isGenerated = (at: Element, name: string): boolean =>
      !/^(?:none|normal)$/.test(getComputedStyle(at, name).content);
    if (pseudo === '::before' && isGenerated(element, '::after')) return true;
    const walker = document.createTreeWalker(line);
    walker.currentNode = element;
    let next = pseudo === '::before' ? walker.nextNode() : behind(walker);
    for (let step = 0; next && step < maxSteps; step++) {
      let isPassed = false;
      if (next instanceof Element) {
        const { display, position, float } = getComputedStyle(next);
        if (next.localName === 'br') return false;
        isPassed = display === 'none' || /absolute|fixed/.test(position) || float !== 'none';
        if (!isPassed && !/^(?:inline|contents|ruby)/.test(display)) return false;
        const isShown =
          /^inline-/.test(display) || /^(?:img|svg|canvas|video|input|object)$/.test(next.localName);
        if (!isPassed && (isShown || isGenerated(next, '::before') || isGenerated(next, '::after')))
          return true;
      } else if (next.nodeType === Node.TEXT_NODE && /\S/.test(next.nodeValue ?? '')) return true;
      next = isPassed ? behind(walker) : walker.nextNode();
    }
    return false;
  };
  const behind = (walker: TreeWalker): Node | null => {
    for (;;) {
      const next = walker.nextSibling();
      if (next || !walker.parentNode()) return next;
    }
  };
  const build = (element: Element, pseudo: string, pattern: string): LeaderElement => {
    const root = document.createElement('span');
    const line = lineOf(element);
    const isInner = isFollowed(element, pseudo, line);
    root.setAttribute('data-pdfapi-leader', isInner ? 'inner' : '');
    const own = getComputedStyle(element);
    const wanted = getComputedStyle(element, pseudo);
    const values = copied.map((property) => wanted.getPropertyValue(property));
    for (const [i, property] of copied.entries()) {
      const value = values[i] ?? '';
      if (value !== own.getPropertyValue(property)) root.style.setProperty(property, value, 'important');
    }
    for (const property of ['counter-reset', 'counter-increment', 'counter-set']) {
      const value = wanted.getPropertyValue(property);
      if (value !== 'none') root.style.setProperty(property, value, 'important');
    }
    const before = append(root, 'before');
    const dots = append(root, 'dots');
    dots.setAttribute('aria-hidden', 'true');
    const box = append(append(root, 'edge'), 'box');
    const style = getComputedStyle(line);
    for (const property of ['font-family', 'font-size', 'font-weight', 'font-style', 'line-height']) {
      box.style.setProperty(property, style.getPropertyValue(property), 'important');
    }
    const after = append(box, 'after');
    for (const property of copied) {
      if (property !== 'opacity')
        after.style.setProperty(property, wanted.getPropertyValue(property), 'important');
    }
    const room = append(root, 'room');
    const size = wanted.getPropertyValue('font-size');
    const font = ['font-style', 'font-weight'].map((property) => wanted.getPropertyValue(property)).join(' ');
    return {
      root,
      parts: { before, dots, after, room },
      line,
      isInner,
      pattern,
      look: [pattern, ...values].join('\n'),
      font: `${font} ${size} ${wanted.getPropertyValue('font-family')}`,
      letterSpacing: wanted.letterSpacing === 'normal' ? '0px' : wanted.letterSpacing,
    };
  };
  /** Set where it is used, because all that inherits a value would be styled again. */
  const set = ({ style }: HTMLElement, name: string, value: string): void => {
    if (style.getPropertyValue(`--pdfapi-leader-${name}`) !== value)
      style.setProperty(`--pdfapi-leader-${name}`, value);
  };
  const leaders: LeaderElement[] = [];
  const added: (() => void)[] = [];
  for (const [index, { element: at, pseudo, leader }] of fills.entries()) {
    const element = state.elements[at];
    if (!element || !leader) continue;
    const known = state.shown.get(index);
    const built = known ?? build(element, pseudo, leader.pattern);
    leaders.push(built);
    if (known) continue;
    state.shown.set(index, built);
    const { line, isInner } = built;
    added.push(() => {
      if (isInner || !line.hasAttribute('data-pdfapi-line'))
        line.setAttribute('data-pdfapi-line', isInner ? 'inner' : '');
      if (pseudo === '::before') element.prepend(built.root);
      else element.append(built.root);
    });
  }
  for (const add of added) add();
  for (const [index, { element: at, pseudo, content, leader }] of fills.entries()) {
    const element = state.elements[at] as HTMLElement | undefined;
    const shown = state.shown.get(index);
    if (leader && shown) {
      // A blank at the end of a line would have no width.
      const least = quote(`\u2060${leader.pattern.replace(/ /g, '\u00a0').repeat(2)}`);
      set(shown.parts.before, 'before', content || '""');
      set(shown.parts.room, 'room', `${least} ${leader.after}`);
      set(shown.parts.after, 'after', leader.after || '""');
      // Measured again below.
      set(shown.parts.dots, 'width', '');
    } else if (element) {
      const name = pseudo.slice(2);
      element.setAttribute(`data-pdfapi-${name}`, '');
      element.style.setProperty(`--pdfapi-${name}`, content);
    }
  }
  // Measured beside the document, which would be laid out for a screen otherwise.
  const canvas = document.createElement('canvas').getContext('2d');
  const sample = 20;
  const unitOf = ({ pattern, look, font, letterSpacing }: LeaderElement): number => {
    const known = state.units.get(look);
    if (known !== undefined || !canvas) return known ?? 0;
    canvas.font = font;
    canvas.letterSpacing = letterSpacing;
    const unit = canvas.measureText(pattern.repeat(sample)).width / sample;
    state.units.set(look, unit);
    return unit;
  };
  const isMeasured = contentWidth !== undefined && leaders.length > 0;
  if (windowMark !== undefined || isMeasured) parts.skipLayout(document, windowMark, leaders.at(-1)?.root);
  if (!isMeasured) return;
  const html = document.documentElement;
  const [width, priority] = [html.style.getPropertyValue('width'), html.style.getPropertyPriority('width')];
  html.style.setProperty('width', `${contentWidth}px`, 'important');
  html.setAttribute('data-pdfapi-measured', '');
  const partOf = (root: HTMLElement, name: string) =>
    root.querySelector(`[data-pdfapi-part=${name}]`)?.getBoundingClientRect() ?? new DOMRect();
  /** The boxes of what follows in the line that a leader is in. */
  const boxesBehind = (root: HTMLElement, line: Element, { top, bottom }: DOMRect): DOMRect[] => {
    const range = document.createRange();
    range.setStartAfter(root);
    range.setEnd(line, line.childNodes.length);
    const boxes = [...range.getClientRects()];
    for (let at = root.parentElement; at && at !== line; at = at.parentElement)
      boxes.push(...at.getClientRects());
    const middle = (top + bottom) / 2;
    return boxes.filter((box) => box.width > 0 && box.top < middle && box.bottom > middle);
  };
  const gaps = leaders.map(({ root, line, isInner }) => {
    const [edge, room, after] = [partOf(root, 'edge'), partOf(root, 'room'), partOf(root, 'after')];
    const isLeftward = edge.left < room.left;
    if (isInner) {
      const boxes = [room, ...boxesBehind(root, line, room)];
      const free = isLeftward
        ? Math.min(...boxes.map((box) => box.left)) - edge.left
        : edge.right - Math.max(...boxes.map((box) => box.right));
      // A line that is filled to the last fraction of a pixel might break.
      return room.width - after.width + free - 0.25;
    }
    return (isLeftward ? room.right - edge.left : edge.right - room.left) - after.width;
  });
  html.style.setProperty('width', width, priority);
  html.removeAttribute('data-pdfapi-measured');
  if (windowMark === undefined) parts.showSkipped(parts.unclobberedDocument);
  for (const [i, leader] of leaders.entries()) {
    const unit = unitOf(leader) || 4;
    const gap = Math.max(gaps[i] ?? 0, 0);
    const repeats = Math.min(Math.floor(gap / unit), maxRepeats);
    const { dots, after, room } = leader.parts;
    set(dots, 'dots', quote(leader.pattern.repeat(repeats)));
    // The pattern ends where the text after it begins.
    set(dots, 'gap', `${gap - repeats * unit}px`);
    if (!leader.isInner) continue;
    set(dots, 'width', `${gap}px`);
    set(room, 'room', after.style.getPropertyValue('--pdfapi-leader-after'));
  }
}
