import type { unclobberedDocument } from '../unclobbered-document.ts';
import type { PagedState } from './find-paged-styles.ts';

export interface FillOptions {
  /** Values of `content`; with a leader, those before and after it. */
  readonly fills: readonly {
    /** An index of `findPagedStyles`. */
    readonly element: number;
    readonly pseudo: string;
    readonly content: string;
    readonly leader?: { readonly pattern: string; readonly after: string } | undefined;
  }[];
  /** CSS pixels: the length of the longest line. */
  readonly maxWidth: number;
  readonly maxRepeats: number;
}

/**
 * Shows generated content. Without a leader it is that of the pseudo-element itself. A leader takes elements of its
 * own, because only boxes can fill a line: a float without a width is at the end of the line, an invisible copy keeps
 * room for the text after the leader, and a box between the two holds dots and text. The sheet of pdfapi places them.
 */
export function fillReferences(
  getDocument: typeof unclobberedDocument,
  { fills, maxWidth, maxRepeats }: FillOptions,
): void {
  const document = getDocument();
  const state = (globalThis as PagedState).pdfapiPaged;
  if (!state) return;
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
  const build = (element: Element, pseudo: string, index: number): HTMLElement => {
    const root = document.createElement('span');
    root.setAttribute('data-pdfapi-leader', '');
    const own = getComputedStyle(element);
    const wanted = getComputedStyle(element, pseudo);
    for (const property of copied) {
      const value = wanted.getPropertyValue(property);
      if (value !== own.getPropertyValue(property)) root.style.setProperty(property, value, 'important');
    }
    root.style.setProperty('--pdfapi-from', `--pdfapi-from-${index}`);
    root.style.setProperty('--pdfapi-edge', `--pdfapi-edge-${index}`);
    append(root, 'before');
    append(root, 'edge');
    append(root, 'room');
    const box = append(root, 'box');
    const dots = append(box, 'dots');
    dots.setAttribute('aria-hidden', 'true');
    append(dots, 'pattern');
    append(box, 'after');
    if (pseudo === '::before') element.prepend(root);
    else element.append(root);
    return root;
  };
  const units = new Map<string, number>();
  const leaders: { readonly root: HTMLElement; readonly pattern: string; readonly key: string }[] = [];
  for (const [index, { element: at, pseudo, content, leader }] of fills.entries()) {
    const element = state.elements[at] as HTMLElement | undefined;
    if (!element) continue;
    if (!leader) {
      const name = pseudo.slice(2);
      element.setAttribute(`data-pdfapi-${name}`, '');
      element.style.setProperty(`--pdfapi-${name}`, content);
      continue;
    }
    let root = state.shown.get(index);
    if (!root) {
      root = build(element, pseudo, index);
      state.shown.set(index, root);
    }
    const { pattern, after } = leader;
    // A blank at the end of a line would have no width.
    const least = quote(`\u2060${pattern.replace(/ /g, '\u00a0').repeat(2)}`);
    root.style.setProperty('--pdfapi-leader-before', content || '""');
    root.style.setProperty('--pdfapi-leader-room', `${least} ${after}`);
    root.style.setProperty('--pdfapi-leader-after', after || '""');
    const { fontFamily, fontSize, fontWeight, fontStyle, letterSpacing } = getComputedStyle(root);
    leaders.push({
      root,
      pattern,
      key: [pattern, fontFamily, fontSize, fontWeight, fontStyle, letterSpacing].join('\n'),
    });
  }
  const sample = 20;
  const fresh = leaders.filter(({ key }) => !units.has(key) && units.set(key, 0));
  for (const { root, pattern } of fresh)
    root.style.setProperty('--pdfapi-leader-dots', quote(pattern.repeat(sample)));
  for (const { root, key } of fresh) {
    const width = root.querySelector('[data-pdfapi-part=pattern]')?.getBoundingClientRect().width ?? 0;
    units.set(key, width / sample);
  }
  for (const { root, pattern, key } of leaders) {
    const unit = units.get(key) || 4;
    root.style.setProperty('--pdfapi-unit', `${unit}px`);
    const repeats = Math.min(Math.ceil(maxWidth / unit) + 1, maxRepeats);
    root.style.setProperty('--pdfapi-leader-dots', quote(pattern.repeat(repeats)));
  }
}
