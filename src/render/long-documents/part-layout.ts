/**
 * Arguments and results of the page scripts of this folder. A file of its own keeps browsers out of the types of the
 * library.
 */

export interface MarkOptions {
  /** Rows of all sections of the table. */
  readonly rows: number;
  /** Rows before those of the part. */
  readonly lead: number;
  /** Rows of the part. */
  readonly count: number;
  /** Whether the part begins on a page of its own. */
  readonly breaks: boolean;
  /** Names that links of the document lead to. */
  readonly linked: readonly string[];
  /** The linked names whose elements are in other parts. */
  readonly elsewhere: readonly string[];
  /** The number of the first item of a part, if the items of a list have numbers: see `MarkedRows`. */
  readonly ordinal: number | undefined;
  /** See `addCounters`. */
  readonly counters: readonly CountersBefore[];
}

export interface MarkedRows {
  /** Why the table cannot be printed in parts. */
  readonly reason?: string | undefined;
  /** The name of each row in the PDF, and whether the document leads to it itself. */
  readonly names: readonly string[];
  readonly headRows: number;
  readonly footRows: number;
  /** In CSS pixels, of the cells of the first row. They are those of all parts. */
  readonly widths: readonly number[];
  /** For each item of a list or block of a text, the number that a list item gets there. Undefined for a table. */
  readonly ordinals?: readonly number[] | undefined;
}

export interface MeasureOptions {
  /** Rows of all sections of the table. */
  readonly rows: number;
  /** Rows that share no cells with those before them, each with the rows up to the next one, and up to `end`. */
  readonly starts: readonly number[];
  readonly end: number;
  /** Whether cells have other numbers while rows before them are hidden, so that the widths cannot be compared exactly. */
  readonly hasCounters: boolean;
  /** Rows before those that are measured. */
  readonly lead: number;
  /** See `addCounters`. */
  readonly counters: readonly CountersBefore[];
}

export interface MeasuredColumns {
  /** Why the table cannot be printed in parts: a clause. */
  readonly reason?: string | undefined;
  /** Indexes of `starts`: the rows that make columns wider than the rows before them do. */
  readonly wider: readonly number[];
  /** Undefined if the rows do not count. */
  readonly counters?: ReadCounters | undefined;
}

/** The total effect on a counter before an element: it was made, and then changed. */
export interface CounterEffect {
  readonly name: string;
  readonly reset?: number | undefined;
  readonly increment: number;
  readonly set?: number | undefined;
}

export interface CountersBefore {
  /** The index of a row or of a section of the table with most rows. */
  readonly index: number;
  readonly isSection: boolean;
  readonly effects: readonly CounterEffect[];
}

/** A change that an element makes to a counter. */
export interface CounterChange {
  readonly name: string;
  readonly kind: 'reset' | 'increment' | 'set';
  readonly value: number;
  /** Whether a counter of this name is there before the first row, in the section or around it. */
  readonly isOuter: boolean;
}

export interface ReadCounters {
  /** Why the table cannot be printed in parts: a clause. */
  readonly reason?: string | undefined;
  /** Distinct changes, as the rows and sections refer to them by index. */
  readonly changes: readonly (readonly CounterChange[])[];
  /** For each row: its changes, and those of its section itself. */
  readonly rows: readonly number[];
  readonly sections: readonly number[];
}
