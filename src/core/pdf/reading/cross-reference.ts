/**
 * Where each object of a file is: its cross-reference sections, newest first. Sections are looked up in place,
 * row by row, because a change of the metadata needs three rows of a table that may have a million.
 */
import type { ReadingBudget } from './reading-budget.ts';

export type CrossReferenceEntry =
  | { readonly kind: 'free' }
  /** At a byte of the file. */
  | { readonly kind: 'plain'; readonly offset: number; readonly generation: number }
  /** Inside the object stream of that number. */
  | { readonly kind: 'packed'; readonly stream: number };

/** Rows for consecutive object numbers. */
export interface RowRange {
  readonly firstObject: number;
  readonly count: number;
  /** Of the first row; what it counts (bytes or rows) is the section's business. */
  readonly position: number;
}

export interface CrossReferenceSection {
  readonly ranges: readonly RowRange[];
  readonly rowLength: number;
  /** Throws `malformed` when there is no row at the position. */
  entryAt(position: number): CrossReferenceEntry;
}

/** From here on one index over everything is cheaper than asking range after range. */
const mostRangesToSearch = 64;

const free: CrossReferenceEntry = { kind: 'free' };

export class CrossReference {
  readonly #sections: CrossReferenceSection[] = [];
  readonly #budget: ReadingBudget;
  #ranges = 0;
  #index: Map<number, CrossReferenceEntry> | undefined;

  constructor(budget: ReadingBudget) {
    this.#budget = budget;
  }

  /** Above every object number that a section has a row for. */
  get end(): number {
    let end = 0;
    for (const { ranges } of this.#sections) {
      for (const { firstObject, count } of ranges) end = Math.max(end, firstObject + count);
    }
    return end;
  }

  /** Adds a section that is older than all before. */
  add(section: CrossReferenceSection): void {
    this.#sections.push(section);
    this.#ranges += section.ranges.length;
    this.#index = undefined;
  }

  /** Free when the file does not know the number. Throws `malformed` or `too_large`. */
  find(number: number): CrossReferenceEntry {
    if (this.#ranges > mostRangesToSearch) {
      this.#index ??= this.#buildIndex();
      return this.#index.get(number) ?? free;
    }
    for (const section of this.#sections) {
      for (const range of section.ranges) {
        const row = number - range.firstObject;
        if (row >= 0 && row < range.count) return section.entryAt(range.position + row * section.rowLength);
      }
    }
    return free;
  }

  #buildIndex(): Map<number, CrossReferenceEntry> {
    const index = new Map<number, CrossReferenceEntry>();
    for (const section of this.#sections) {
      for (const range of section.ranges) {
        // Hostile sections can overlap and so count the same bytes as rows again and again.
        this.#budget.scanned(range.count * 20);
        for (let row = 0; row < range.count; row++) {
          const number = range.firstObject + row;
          if (index.has(number)) continue;
          index.set(number, section.entryAt(range.position + row * section.rowLength));
        }
      }
    }
    return index;
  }
}
