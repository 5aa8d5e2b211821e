import type { LowContrast } from '#template/lint/low-contrast';
import type { unclobberedDocument } from './unclobbered-document.ts';

export interface ContrastLimits {
  /** Elements whose styles are read. Reading 20,000 takes about 100 ms. */
  readonly maxElements: number;
  /** Steps from the texts to the elements around them. */
  readonly maxSteps: number;
  readonly maxResults: number;
  readonly maxCharacters: number;
}

/**
 * Returns texts whose contrast is below that of WCAG AA, the lowest first. A text over an image, a gradient or anything
 * else whose colour is not known is left out, as is one that readers do not depend on: hidden or disabled.
 */
export function findLowContrast(
  getDocument: typeof unclobberedDocument,
  { maxElements, maxSteps, maxResults, maxCharacters }: ContrastLimits,
): LowContrast[] {
  /** Red, green and blue from 0 to 255, multiplied by alpha; alpha from 0 to 1. */
  type Colour = readonly [number, number, number, number];
  interface Layer {
    readonly colour: Colour;
    readonly opacity: number;
    readonly hasImage: boolean;
    /** A filter or a blend mode changes all colours inside. */
    readonly hasEffect: boolean;
  }
  const document = getDocument();
  // Called on the prototypes: `<input name="parentElement">` would otherwise shadow that of its form.
  const { getAttribute, getBoundingClientRect, checkVisibility, closest } = Element.prototype;
  const { contains } = Node.prototype;
  const parentOf = (node: Node): Element | null => Reflect.get(Node.prototype, 'parentElement', node);
  const tagOf = (element: Element): string =>
    Reflect.get(Element.prototype, 'localName', element).toLowerCase();
  const colours = new Map<string, Colour>();
  const layers = new Map<Element, Layer>();

  const readColour = (css: string): Colour => {
    const [, red = '', green = '', blue = '', alpha = '1'] =
      /^rgba?\((\d+), (\d+), (\d+)(?:, ([\d.]+))?\)$/.exec(css) ?? [];
    if (red !== '') return multiply([Number(red), Number(green), Number(blue), 1], Number(alpha));
    // Such as `oklch(…)`: drawn, and read as a pixel.
    const canvas = document.createElement('canvas');
    canvas.width = 1;
    canvas.height = 1;
    const context = canvas.getContext('2d', { willReadFrequently: true });
    if (!context) return [0, 0, 0, 0];
    context.fillStyle = css;
    context.fillRect(0, 0, 1, 1);
    const [r = 0, g = 0, b = 0, a = 0] = context.getImageData(0, 0, 1, 1).data;
    return multiply([r, g, b, 1], a / 255);
  };
  const getColour = (css: string): Colour => {
    const known = colours.get(css) ?? readColour(css);
    colours.set(css, known);
    return known;
  };
  const multiply = ([r, g, b, a]: Colour, share: number): Colour => [
    r * share,
    g * share,
    b * share,
    a * share,
  ];
  const over = (top: Colour, below: Colour): Colour => {
    const [r, g, b, a] = multiply(below, 1 - top[3]);
    return [top[0] + r, top[1] + g, top[2] + b, top[3] + a];
  };
  const paints = (style: CSSStyleDeclaration): boolean =>
    style.backgroundImage !== 'none' || getColour(style.backgroundColor)[3] > 0;
  const isPositioned = (style: CSSStyleDeclaration): boolean => /absolute|fixed|sticky/.test(style.position);
  const readLayer = (element: Element): Layer => {
    const style = getComputedStyle(element);
    const hasPseudoBackground = ['::before', '::after'].some((name) => {
      const pseudo = getComputedStyle(element, name);
      return pseudo.content !== 'none' && isPositioned(pseudo) && paints(pseudo);
    });
    return {
      colour: getColour(style.backgroundColor),
      opacity: Number(style.opacity),
      hasImage: style.backgroundImage !== 'none' || hasPseudoBackground,
      hasEffect: style.filter !== 'none' || style.mixBlendMode !== 'normal' || style.maskImage !== 'none',
    };
  };
  const getLayer = (element: Element): Layer => {
    const known = layers.get(element) ?? readLayer(element);
    layers.set(element, known);
    return known;
  };

  /** Elements that may lie under a text without being around it. */
  const painters: { readonly element: Element; readonly rect: DOMRect }[] = [];
  const elements = [...document.querySelectorAll('body *')].slice(0, maxElements);
  for (const element of elements) {
    const isReplaced = /^(?:img|svg|canvas|video|object|embed|iframe)$/.test(tagOf(element));
    const style = isReplaced ? undefined : getComputedStyle(element);
    if (style && !(isPositioned(style) && paints(style))) continue;
    const rect = getBoundingClientRect.call(element);
    if (rect.width > 0 && rect.height > 0) painters.push({ element, rect });
  }

  let steps = 0;
  /** Returns the colours of text in `parent` and of what is behind it; undefined if they are not known. */
  const measure = (parent: Element, css: string): readonly [Colour, Colour] | undefined => {
    let text = getColour(css);
    let background: Colour = [0, 0, 0, 0];
    for (let element: Element | null = parent; element; element = parentOf(element)) {
      steps++;
      const { colour, opacity, hasImage, hasEffect } = getLayer(element);
      if (hasEffect || (hasImage && background[3] < 1)) return undefined;
      text = multiply(over(text, colour), opacity);
      background = multiply(over(background, colour), opacity);
    }
    const white: Colour = [255, 255, 255, 1];
    return [over(text, white), over(background, white)];
  };
  const luminance = ([red, green, blue]: Colour): number => {
    const linear = (value: number) =>
      value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4;
    return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
  };
  const toHex = ([red, green, blue]: Colour): string =>
    `#${[red, green, blue].map((value) => Math.round(value).toString(16).padStart(2, '0')).join('')}`;
  const isOverPainter = (parent: Element, { left, right, top, bottom }: DOMRect): boolean =>
    painters.some(({ element, rect }) => {
      steps++;
      const overlaps = rect.left < right && rect.right > left && rect.top < bottom && rect.bottom > top;
      return overlaps && !contains.call(element, parent) && !contains.call(parent, element);
    });

  const found = new Map<string, { -readonly [Key in keyof LowContrast]: LowContrast[Key] }>();
  const seen = new Set<Element>();
  const range = document.createRange();
  const texts = document.createTreeWalker(
    document.documentElement ?? globalThis.document,
    NodeFilter.SHOW_TEXT,
  );
  for (let node = texts.nextNode() as Text | null; node; node = texts.nextNode() as Text | null) {
    const parent = parentOf(node);
    const text = node.data.trim();
    if (!parent || !text || seen.has(parent)) continue;
    if (steps > maxSteps || seen.size >= maxElements) break;
    seen.add(parent);
    if (!(parent instanceof HTMLElement) || /^(?:option|optgroup)$/.test(tagOf(parent))) continue;
    if (!checkVisibility.call(parent, { visibilityProperty: true, opacityProperty: true })) continue;
    if (closest.call(parent, ':disabled, [aria-disabled="true"], [aria-hidden="true"], [inert]')) continue;
    range.selectNodeContents(node);
    const rect = range.getBoundingClientRect();
    const around = getBoundingClientRect.call(parent);
    // Text for screen readers only is often one pixel large.
    if (Math.min(rect.width, rect.height, around.width, around.height) <= 1) continue;
    const style = getComputedStyle(parent);
    const size = Number.parseFloat(style.fontSize);
    if (size === 0 || style.textShadow !== 'none') continue;
    const css = style.webkitTextFillColor || style.color;
    if (getColour(css)[3] === 0) continue;
    const measured = measure(parent, css);
    if (!measured || isOverPainter(parent, rect)) continue;
    const [light = 0, dark = 0] = measured.map(luminance).sort((a, b) => b - a);
    const ratio = (light + 0.05) / (dark + 0.05);
    // 18 points, or 14 in bold.
    const isLarge = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
    const required = isLarge ? 3 : 4.5;
    if (ratio >= required) continue;
    const [color, background] = [toHex(measured[0]), toHex(measured[1])];
    // Text in the colour of its background is meant for programs, such as the anchors of electronic signatures.
    if (color === background) continue;
    const tag = tagOf(parent);
    const id = getAttribute.call(parent, 'id') ?? '';
    const classes = getAttribute.call(parent, 'class') ?? '';
    const key = [tag, classes, color, background].join('\n');
    const same = found.get(key);
    if (same) {
      same.count++;
      continue;
    }
    found.set(key, {
      text: text.slice(0, maxCharacters).replace(/\s+/g, ' '),
      tag,
      id: id.slice(0, maxCharacters),
      classes: classes.slice(0, maxCharacters),
      color,
      background,
      ratio,
      required,
      count: 1,
    });
  }
  return [...found.values()].sort((a, b) => a.ratio - b.ratio).slice(0, maxResults);
}
