/** Chooses, repeats, reorders and turns the pages of a finished file. */
import { rewriteFile } from '../copying/rewrite-file.ts';
import { getAllPages, getPages } from '../document/page-tree.ts';
import { pageView } from '../document/page-view.ts';
import { PdfError } from '../pdf-error.ts';
import { PdfReader } from '../reading/reader.ts';
import { mendPages } from '../repair/mend-pages.ts';
import { assertStaticForm } from '../repair/static-form.ts';
import { type ClaimedStandards, claimedStandards } from '../standards/claimed-standards.ts';
import { withoutLabel } from '../standards/without-label.ts';
import { dropUnusedResources, resourcesOfOtherPages } from './drop-unused-resources.ts';
import { keepPages } from './keep-pages.ts';
import { repeatPages } from './repeat-pages.ts';

export interface Arrangement {
  /** Indexes from 0 on, in the new order; a page may be there several times. Default: all pages, as they are. */
  readonly pages?: readonly number[] | undefined;
  /** Turns of the arranged pages. */
  readonly turns?: readonly PageTurn[] | undefined;
}

export interface ArrangedPages {
  readonly pdf: Uint8Array;
  readonly pages: number;
  /** The standards that the whole file claimed to conform to. The arranged one claims none. */
  readonly claimed: ClaimedStandards;
  /** For each arranged page the index that it had. */
  readonly indexes: readonly number[];
}

/**
 * Returns a file with the pages as arranged, and everything that belongs to them: tags, links, bookmarks, fields, page
 * labels, attachments, properties. `plan` gets the number of pages, and what it throws ends the work.
 *
 * Throws `PdfError`: `unsupported` for an XFA form, whose own pages would contradict those of the file.
 *
 * @example
 * arrangePages(pdf, () => ({ pages: [2, 0, 0], turns: [{ degrees: 90, isRelative: true, pages: [0] }] }));
 */
export function arrangePages(pdf: Uint8Array, plan: (count: number) => Arrangement): ArrangedPages {
  const file = new PdfReader(pdf);
  assertStaticForm(file);
  // A repair takes it out, and says so.
  if (file.dict(file.catalog, 'AcroForm')?.has('XFA')) {
    throw new PdfError('unsupported', 'The PDF is an XFA form.');
  }
  mendPages(file);
  const count = getAllPages(file).length;
  const { pages, turns = [] } = plan(count);
  const indexes = pages ?? Array.from({ length: count }, (_, index) => index);
  const claimed = claimedStandards(file);
  const properties = withoutLabel(file);
  if (pages) {
    const others = resourcesOfOtherPages(file, pages);
    keepPages(file, repeatPages(file, pages));
    dropUnusedResources(file, others);
  }
  turnPages(file, turns);
  return {
    pdf: rewriteFile(file, { compact: false, properties }),
    pages: indexes.length,
    claimed,
    indexes,
  };
}

/** Turns pages as viewers show them. What is drawn on them stays as it is. */
interface PageTurn {
  /** Clockwise, a multiple of 90. */
  readonly degrees: number;
  /** Whether it is added to how the page is turned already. */
  readonly isRelative: boolean;
  /** Indexes of the pages. Default: all. */
  readonly pages?: readonly number[] | undefined;
}

/** Changes the file in memory; a later turn of the same page comes after an earlier one. Throws `malformed`. */
function turnPages(file: PdfReader, turns: readonly PageTurn[]): void {
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
