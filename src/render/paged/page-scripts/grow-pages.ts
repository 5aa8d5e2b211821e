import type { unclobberedDocument } from '#browser/page-scripts/unclobbered-document';
import type { PagedState } from './find-paged-styles.ts';
import type { listPageRules } from './list-page-rules.ts';

interface GrowOptions {
  /** Millimetres that are added to the margins. */
  readonly edges: Readonly<Record<'top' | 'right' | 'bottom' | 'left', number>>;
  /** Values of `size` → the larger ones. Undefined: nothing changes yet. */
  readonly sizes: Readonly<Record<string, string>> | undefined;
}

/**
 * Makes all pages larger, in the `@page` rules themselves, so that each still applies where it did: in Chromium, a later sheet
 * wins over a more special selector, and an earlier one with important declarations. Rules that an earlier call has seen to
 * stay as they are. Returns the values of `size` in the others, and undefined if there are none.
 */
export function growPages(
  parts: { readonly getDocument: typeof unclobberedDocument; readonly listPageRules: typeof listPageRules },
  { edges, sizes }: GrowOptions,
): string[] | undefined {
  const document = parts.getDocument();
  const state = (globalThis as PagedState).pdfapiPaged;
  const sides = ['top', 'right', 'bottom', 'left'] as const;
  const rules = parts.listPageRules(document).filter((rule) => !state?.grown.has(rule));
  if (rules.length === 0) return undefined;
  const all = rules.map(({ style }) => style.getPropertyValue('size')).filter((size) => size !== '');
  if (!sizes) return [...new Set(all)];
  for (const rule of rules) state?.grown.add(rule);
  /** That of the root element, or else of the body: it reaches into the bleed of pages that have no margins. */
  const [own = '', inner = ''] = [document.documentElement, document.body].map((element) =>
    element ? getComputedStyle(element).backgroundColor : '',
  );
  const background = /^(?:transparent|rgba\(.*, 0\)|)$/.test(own) ? inner : own;
  const paintsPages = rules.some(({ style }) => style.cssText.includes('background'));
  for (const { style } of rules) {
    const size = sizes[style.getPropertyValue('size')];
    if (size !== undefined) style.setProperty('size', size, style.getPropertyPriority('size'));
    const margins = sides.map((side) => style.getPropertyValue(`margin-${side}`));
    for (const [i, side] of sides.entries()) {
      const name = `margin-${side}`;
      const margin = margins[i] ?? '';
      if (margin === '') continue;
      const across =
        side === 'left' || side === 'right' ? edges.left + edges.right : edges.top + edges.bottom;
      // A share of the page would be one of the sheet.
      const absolute = (margin === 'auto' ? '0mm' : margin).replace(
        /(?<![\d.])(\d+(?:\.\d*)?|\.\d+)%/g,
        (share, number) => `(${share} - ${(Number(number) / 100) * across}mm)`,
      );
      style.setProperty(name, `calc(${absolute} + ${edges[side]}mm)`, style.getPropertyPriority(name));
    }
    if (paintsPages || margins.includes('')) continue;
    const isBare = margins.every((margin) => Number.parseFloat(margin) === 0);
    style.setProperty('background-color', isBare ? background || 'transparent' : 'transparent');
  }
  return [];
}

/** How what reaches out of the body may do so without the whole document being shrunk for it. */
export function markBled(getDocument: typeof unclobberedDocument, way: 'clip' | 'contain' | undefined): void {
  const { documentElement } = getDocument();
  if (way === undefined) documentElement.removeAttribute('data-pdfapi-bled');
  else documentElement.setAttribute('data-pdfapi-bled', way);
}
