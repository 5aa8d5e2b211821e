/** Turns pages as viewers show them. What is drawn on them stays as it is. */
import { getPages } from '../document/page-tree.ts';
import { pageView } from '../document/page-view.ts';
import type { PdfReader } from '../reading/reader.ts';

export interface PageTurn {
  /** Clockwise, a multiple of 90. */
  readonly degrees: number;
  /** Whether it is added to how the page is turned already. */
  readonly isRelative: boolean;
  /** Indexes of the pages. Default: all. */
  readonly pages?: readonly number[] | undefined;
}

/** Changes the file in memory; a later turn of the same page comes after an earlier one. Throws `malformed`. */
export function turnPages(file: PdfReader, turns: readonly PageTurn[]): void {
  const chosen = turns.map(({ pages }) => pages && new Set(pages));
  for (const [index, page] of [...getPages(file)].entries()) {
    const before = pageView(file, page).rotation;
    let degrees: number = before;
    for (const [i, turn] of turns.entries()) {
      if (chosen[i]?.has(index) === false) continue;
      degrees = (turn.isRelative ? degrees : 0) + turn.degrees;
    }
    const rotation = ((degrees % 360) + 360) % 360;
    if (rotation !== before) page.dict.set('Rotate', rotation);
  }
}
