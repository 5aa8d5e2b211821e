/**
 * The positions of a file's objects: its cross-reference sections, newest first. Rows are read in place, because a
 * metadata change needs three rows of a table that may have a million.
 */
import type { ReadingBudget } from './reading-budget.ts';

export type CrossReferenceEntry =
  /** `unknownType`: a row of a type that the format does not define, which counts as free; some readers refuse the file. */
  | { readonly kind: 'free'; readonly unknownType?: number }
  /** At a byte offset of the file. */
  | { readonly kind: 'plain'; readonly offset: number; readonly generation: number }
  /** Inside the object stream with this number, as the object with this index. */
  | { readonly kind: 'packed'; readonly stream: number; readonly index: number };

/** Rows for consecutive object numbers. */
export interface RowRange {
  readonly firstObject: number;
  readonly count: number;
  /** Position of the first row, in the section's own unit (bytes or rows). */
  readonly position: number;
}

export interface CrossReferenceSection {
  readonly ranges: readonly RowRange[];
  readonly rowLength: number;
  /** Throws `malformed` if there is no row at the position. */
  entryAt(position: number): CrossReferenceEntry;
}

/** With more ranges, one index over all rows is cheaper than searching each range. */
const maxRangesToSearch = 64;

const free: CrossReferenceEntry = { kind: 'free' };

/** The table of a hybrid file hides objects from old readers as free; the stream beside it lists them. */
interface AddedSection extends CrossReferenceSection {
  readonly areFreeRowsSkipped: boolean;
}

export class CrossReference {
  readonly #sections: AddedSection[] = [];
  readonly #budget: ReadingBudget;
  #ranges = 0;
  #index: Map<number, CrossReferenceEntry> | undefined;

  constructor(budget: ReadingBudget) {
    this.#budget = budget;
  }

  /** One more than the highest object number in any section. */
  get end(): number {
    let end = 0;
    for (const { ranges } of this.#sections) {
      for (const { firstObject, count } of ranges) end = Math.max(end, firstObject + count);
    }
    return end;
  }

  /** The object numbers that any section has a row for, each once, ascending. `end` may be far beyond the last. */
  get numbers(): number[] {
    const numbers = new Set<number>();
    for (const { ranges } of this.#sections) {
      for (const { firstObject, count } of ranges) {
        for (let number = firstObject; number < firstObject + count; number++) numbers.add(number);
      }
    }
    return [...numbers].sort((a, b) => a - b);
  }

  /** Adds a section that is older than all previous ones. */
  add(section: CrossReferenceSection): void {
    this.#add({ ...section, areFreeRowsSkipped: false });
  }

  /**
   * Adds the table and the stream of one section of a hybrid file. An object that the table lists as in use is where the
   * table says. The stream counts for the others, and what neither lists is free if the table says so: the order of
   * ISO 32000-2, 7.5.8.4. With another order a reader shows other objects than all others do, which a forger can choose.
   */
  addHybrid(table: CrossReferenceSection, stream: CrossReferenceSection): void {
    this.#add({ ...table, areFreeRowsSkipped: true });
    this.add(stream);
    this.add(table);
  }

  #add(section: AddedSection): void {
    this.#sections.push(section);
    this.#ranges += section.ranges.length;
    this.#index = undefined;
  }

  /** Free if the number is unknown to the file. Throws `malformed` or `too_large`. */
  find(number: number): CrossReferenceEntry {
    if (this.#ranges > maxRangesToSearch) {
      this.#index ??= this.#buildIndex();
      return this.#index.get(number) ?? free;
    }
    for (const section of this.#sections) {
      for (const range of section.ranges) {
        const row = number - range.firstObject;
        if (row < 0 || row >= range.count) continue;
        const entry = section.entryAt(range.position + row * section.rowLength);
        if (entry.kind !== 'free' || !section.areFreeRowsSkipped) return entry;
      }
    }
    return free;
  }

  #buildIndex(): Map<number, CrossReferenceEntry> {
    const index = new Map<number, CrossReferenceEntry>();
    for (const section of this.#sections) {
      for (const range of section.ranges) {
        // Hostile sections can overlap and so count the same bytes as rows repeatedly.
        this.#budget.scanned(range.count * 20);
        for (let row = 0; row < range.count; row++) {
          const number = range.firstObject + row;
          if (index.has(number)) continue;
          const entry = section.entryAt(range.position + row * section.rowLength);
          if (entry.kind !== 'free' || !section.areFreeRowsSkipped) index.set(number, entry);
        }
      }
    }
    return index;
  }
}
