import type { unclobberedDocument } from '../unclobbered-document.ts';
import type { LeaderElement, PagedState } from './find-paged-styles.ts';

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
  /** Nothing is added to the document yet: each style that is read after a change would lay it out again. */
  const build = (element: Element, pseudo: string, index: number): LeaderElement => {
    const root = document.createElement('span');
    root.setAttribute('data-pdfapi-leader', '');
    const own = getComputedStyle(element);
    const wanted = getComputedStyle(element, pseudo);
    const values = copied.map((property) => wanted.getPropertyValue(property));
    for (const [i, property] of copied.entries()) {
      const value = values[i] ?? '';
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
    const { pattern = '' } = fills[index]?.leader ?? {};
    const size = wanted.getPropertyValue('font-size');
    const font = ['font-style', 'font-weight'].map((property) => wanted.getPropertyValue(property)).join(' ');
    return {
      root,
      pattern,
      look: [pattern, ...values].join('\n'),
      font: `${font} ${size} ${wanted.getPropertyValue('font-family')}`,
      letterSpacing: wanted.letterSpacing === 'normal' ? '0px' : wanted.letterSpacing,
    };
  };
  const leaders: LeaderElement[] = [];
  const added: (() => void)[] = [];
  for (const [index, { element: at, pseudo, leader }] of fills.entries()) {
    const element = state.elements[at];
    if (!element || !leader) continue;
    const known = state.shown.get(index);
    const built = known ?? build(element, pseudo, index);
    leaders.push(built);
    if (known) continue;
    state.shown.set(index, built);
    added.push(() => (pseudo === '::before' ? element.prepend(built.root) : element.append(built.root)));
  }
  for (const add of added) add();
  for (const [index, { element: at, pseudo, content, leader }] of fills.entries()) {
    const element = state.elements[at] as HTMLElement | undefined;
    const root = state.shown.get(index)?.root;
    if (leader && root) {
      // A blank at the end of a line would have no width.
      const least = quote(`\u2060${leader.pattern.replace(/ /g, '\u00a0').repeat(2)}`);
      root.style.setProperty('--pdfapi-leader-before', content || '""');
      root.style.setProperty('--pdfapi-leader-room', `${least} ${leader.after}`);
      root.style.setProperty('--pdfapi-leader-after', leader.after || '""');
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
  for (const leader of leaders) {
    const { root, pattern } = leader;
    const unit = unitOf(leader) || 4;
    root.style.setProperty('--pdfapi-unit', `${unit}px`);
    const repeats = Math.min(Math.ceil(maxWidth / unit) + 1, maxRepeats);
    root.style.setProperty('--pdfapi-leader-dots', quote(pattern.repeat(repeats)));
  }
}
