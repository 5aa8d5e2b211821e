/** Headers and footers as boxes over the pages of a document. */
import type { PageMargins } from '#contract/page';
import type { PageToFill, PageVariables } from '#template/fill/fill';
import { isPlainText } from '#template/fill/without-twig';
import { choosePart, type HeaderFooterPlan, overlayKinds } from '../plan-header-footer.ts';
import { assertShallow } from './assert-shallow.ts';
import { hasPageFields, type OverlayBox, type OverlayKind, type OverlayPage } from './overlay-document.ts';

/** Fills parts of a plan, in their order. Throws what a `Fill` throws. */
export type FillPages = (pages: readonly PageToFill[]) => Promise<readonly string[]>;

export interface PageSpace {
  /** In millimetres, of each page. */
  readonly sizes: readonly { readonly width: number; readonly height: number }[];
  /** In millimetres, of all pages. */
  readonly margins: PageMargins;
}

/** A header or footer on a page. */
export interface PlacedPart extends PageToFill {
  readonly kind: OverlayKind;
}

/** Chooses the header and the footer of each page. */
export function chooseParts(plan: HeaderFooterPlan, pages: readonly PageVariables[]): PlacedPart[][] {
  return pages.map((page) =>
    overlayKinds.flatMap((kind) => {
      const part = choosePart(kind, plan.variants[kind], page);
      return part === undefined ? [] : [{ kind, part, page }];
    }),
  );
}

/** Returns the boxes of each page. Throws what `fill` throws. */
export async function headerFooterPages(
  plan: HeaderFooterPlan,
  wanted: readonly (readonly PlacedPart[])[],
  { sizes, margins }: PageSpace,
  fill: FillPages,
): Promise<OverlayPage[]> {
  const html = await fillParts(plan, wanted.flat(), fill);
  return wanted.map((parts, i) => {
    const { width, height } = sizes[i] ?? { width: 0, height: 0 };
    const boxes = parts.flatMap(({ kind, part, page }): OverlayBox[] => {
      const content = html(part, page);
      return content.trim() === '' ? [] : [toBox(kind, content, { page, margins, width, height })];
    });
    return { width, height, boxes };
  });
}

interface BoxPlace {
  readonly page: PageVariables;
  readonly margins: PageMargins;
  readonly width: number;
  readonly height: number;
}

/** A box is as wide as the page, so that a background reaches its edges, and its text begins at the margin. */
function toBox(kind: OverlayKind, html: string, { page, margins, width, height }: BoxPlace): OverlayBox {
  const own = kind === 'header' ? margins.top : margins.bottom;
  return {
    x: 0,
    y: kind === 'header' ? 0 : height - own,
    width,
    height: own,
    html,
    style: `padding:0 ${margins.right}mm 0 ${margins.left}mm`,
    kind,
    page: hasPageFields(html) ? { number: page.number, count: page.count } : undefined,
  };
}

/**
 * Fills what reads `page` for each page, the rest once, and what has no Twig not at all. One job fills them all. Throws
 * `page_failed` for elements that are nested too deeply.
 */
async function fillParts(
  { parts, perPage }: HeaderFooterPlan,
  wanted: readonly PageToFill[],
  fill: FillPages,
): Promise<(part: string, page: PageVariables) => string> {
  const places = new Map<string, number>();
  const jobs: PageToFill[] = [];
  const keyOf = (part: string, page: PageVariables) => (perPage.has(part) ? `${part}/${page.number}` : part);
  for (const each of wanted) {
    const key = keyOf(each.part, each.page);
    if (isPlainText(parts[each.part] ?? '') || places.has(key)) continue;
    places.set(key, jobs.push(each) - 1);
  }
  const filled = jobs.length === 0 ? [] : await fill(jobs.map(({ part, page }) => ({ part, page })));
  for (const part of new Set(wanted.map((each) => each.part))) assertShallow(part, parts[part] ?? '');
  for (const [i, html] of filled.entries()) assertShallow(jobs[i]?.part ?? '', html);
  return (part, page) => {
    const place = places.get(keyOf(part, page));
    return (place === undefined ? parts[part] : filled[place]) ?? '';
  };
}
