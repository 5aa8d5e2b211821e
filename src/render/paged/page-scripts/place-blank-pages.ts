import type { unclobberedDocument } from '#browser/page-scripts/unclobbered-document';
import type { PagedState } from './find-paged-styles.ts';
import type { showBetween } from './show-between.ts';

export interface BlankPage {
  /** The index of what it comes before: see `ResolvedPaged.sides`. */
  readonly side: number;
  /** A value of CSS `page`. */
  readonly page: string;
}

/**
 * Puts empty pages into the document, in place of those that it has from an earlier call. They are in shadow trees: see
 * `showBetween`. `css`: page rules for them, and for others that only pdfapi can choose.
 */
export function placeBlankPages(
  parts: { readonly getDocument: typeof unclobberedDocument; readonly showBetween: typeof showBetween },
  blanks: readonly BlankPage[],
  css: string,
): void {
  const document = parts.getDocument();
  const state = (globalThis as PagedState).pdfapiPaged;
  if (!state) return;
  const { sides, hosts } = state;
  const make = ({ page }: BlankPage): Element => {
    const element = document.createElement('pdfapi-blank');
    const { style } = element;
    const set = (property: string, value: string) => style.setProperty(property, value, 'important');
    set('all', 'initial');
    set('display', 'block');
    // A block without a height may be taken for a part of the page before it.
    set('height', '1px');
    set('break-before', 'page');
    set('break-after', 'page');
    set('page', page);
    element.setAttribute('aria-hidden', 'true');
    return element;
  };
  const open = (parent: Element): ShadowRoot | undefined => {
    const known = hosts.get(parent);
    if (known || parent.shadowRoot) return known;
    try {
      const root = Element.prototype.attachShadow.call(parent, { mode: 'open', slotAssignment: 'manual' });
      hosts.set(parent, root);
      return root;
    } catch {
      // Only some elements can have one.
      return undefined;
    }
  };
  for (const element of state.blanks.splice(0)) element.remove();
  const parents = Map.groupBy<Element | null | undefined, BlankPage>(
    blanks,
    ({ side }) => sides[side]?.parentElement,
  );
  for (const parent of new Set([...hosts.keys(), ...parents.keys()])) {
    if (!parent) continue;
    const wanted = new Map(
      (parents.get(parent) ?? []).map((blank) => [sides[blank.side], make(blank)] as const),
    );
    state.blanks.push(...wanted.values());
    const root = open(parent);
    if (!root) {
      for (const [node, element] of wanted) parent.insertBefore(element, node ?? null);
      continue;
    }
    parts.showBetween(root, parent, new Map([...wanted].map(([node, element]) => [node, [element]])));
  }
  if (css === '') return;
  state.blankSheet ??= new CSSStyleSheet();
  state.blankSheet.replaceSync(css);
  if (!document.adoptedStyleSheets.includes(state.blankSheet))
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, state.blankSheet];
}
