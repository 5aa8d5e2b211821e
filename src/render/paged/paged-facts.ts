/** Facts about the printed pages: which strings, running elements and page numbers apply where. */
import type { SelectedPage } from './margin-boxes/page-style.ts';

export interface PagedFacts {
  readonly pageCount: number;
  /** The value of `counter(page)` on each page, after `counter-reset`, `-set` and `-increment` of it. */
  readonly pageNumbers: readonly number[];
  /** The values of other counters that margin boxes show, by name: for each page, that at its first line. */
  readonly counters: ReadonlyMap<string, readonly number[]>;
  /** What page selectors ask for. */
  readonly pages: readonly SelectedPage[];
  /** The assignments of `string-set` in document order. */
  readonly strings: readonly (PagedPlace & { readonly name: string; readonly value: string })[];
  /** The elements with `position: running()` in document order, with their HTML. */
  readonly running: readonly (PagedPlace & { readonly name: string; readonly html: string })[];
}

export interface PagedPlace {
  /** The index of the page, from 0. */
  readonly page: number;
  /** Whether the element starts the page: nothing of the flow is above it. */
  readonly atTop: boolean;
}
