/** Which value of a named string or running element a page shows (css-gcpm 3, 1.1.2 and 1.2.2). */
import type { PagedPlace } from '../paged-facts.ts';

export const valueKeywords = ['first', 'start', 'last', 'first-except'] as const;

export type ValueKeyword = (typeof valueKeywords)[number];

/** A value that an element assigns to a name. */
type Assignment<Value> = PagedPlace & { readonly name: string; readonly value: Value };

interface PageValues<Value> {
  readonly first: Value;
  readonly firstAtTop: boolean;
  last: Value;
}

export class NamedValues<Value> {
  /** By name and page. */
  readonly #assigned = new Map<string, Map<number, PageValues<Value>>>();
  /** By name: the pages with an assignment, in order. */
  readonly #pages = new Map<string, number[]>();

  /** `assignments` are in document order. */
  constructor(assignments: Iterable<Assignment<Value>>) {
    for (const { name, value, page, atTop } of assignments) {
      const byPage = this.#assigned.get(name) ?? new Map<number, PageValues<Value>>();
      this.#assigned.set(name, byPage);
      const values = byPage.get(page);
      if (values) values.last = value;
      else byPage.set(page, { first: value, firstAtTop: atTop, last: value });
    }
    for (const [name, byPage] of this.#assigned) {
      this.#pages.set(
        name,
        [...byPage.keys()].sort((a, b) => a - b),
      );
    }
  }

  /**
   * The value on a page (an index from 0), undefined if there is none: before the first assignment, and with
   * `first-except` on pages that assign one.
   *
   * @example
   * new NamedValues([{ name: 'chapter', value: 'One', page: 0, atTop: true }]).on(3, 'chapter', 'first'); // 'One'
   */
  on(page: number, name: string, keyword: ValueKeyword): Value | undefined {
    const here = this.#assigned.get(name)?.get(page);
    if (!here) return this.#before(page, name);
    switch (keyword) {
      case 'first':
        return here.first;
      case 'last':
        return here.last;
      case 'start':
        return here.firstAtTop ? here.first : this.#before(page, name);
      case 'first-except':
        return undefined;
    }
  }

  /** The value at the end of the page before. */
  #before(page: number, name: string): Value | undefined {
    const pages = this.#pages.get(name) ?? [];
    let low = 0;
    let high = pages.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((pages[middle] ?? 0) < page) low = middle + 1;
      else high = middle;
    }
    const last = pages[low - 1];
    return last === undefined ? undefined : this.#assigned.get(name)?.get(last)?.last;
  }
}
