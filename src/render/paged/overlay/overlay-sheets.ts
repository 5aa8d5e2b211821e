/** The pages that are printed for an overlay: what several pages of the document have in common is printed once. */
import type { OverlaySheet } from '#pdf';
import type { OverlayBox, OverlayPage } from './overlay-document.ts';

export interface OverlaySheets {
  readonly sheets: readonly OverlayPage[];
  /** The sheets on each page of the document. */
  readonly places: readonly (readonly OverlaySheet[])[];
}

/** Header, footer and other boxes of a page are sheets of their own, because each is an artifact of its own. */
export function overlaySheets(pages: readonly OverlayPage[]): OverlaySheets {
  const sheets: OverlayPage[] = [];
  const known = new Map<string, number>();
  const places = pages.map(({ width, height, boxes }) => {
    const byKind = Map.groupBy<OverlayBox['kind'], OverlayBox>(boxes, ({ kind }) => kind);
    return [...byKind].map(([kind, own]): OverlaySheet => {
      const key = JSON.stringify([width, height, own]);
      const index = known.get(key) ?? sheets.push({ width, height, boxes: own }) - 1;
      known.set(key, index);
      return { index, kind };
    });
  });
  return { sheets, places };
}
