/** Rows as a caller gives them in the data of a template, and as a template sees them. */
import type { Runtime } from './runtime.ts';
import { Sequence, type SequenceItem } from './values/sequence.ts';
import type { Value } from './values/value.ts';

export interface ListedRow {
  readonly value: Value;
  /** Characters of the row as JSON: an estimate of its memory and of the time that reading it takes. */
  readonly size: number;
  readonly line?: number | undefined;
}

export interface RowListOptions {
  /** The name of the source in errors. */
  readonly file: string;
  readonly count: number;
  /** Reads from the first row; called for each iteration. */
  readonly read: () => Iterable<ListedRow>;
}

/**
 * A list of the data whose items are read when the template needs them. It can be a value at the top of the data.
 *
 * @example
 * const rows = new RowList({ file: 'rows.ndjson', count: 100_000, read: () => readRows(file) });
 * compile('{% for row in rows %}{{ row.name }}{% endfor %}').render({ rows });
 */
export class RowList {
  readonly #options: RowListOptions;

  constructor(options: RowListOptions) {
    this.#options = options;
  }

  /** Returns the sequence of one render. */
  toSequence(runtime: Runtime): Sequence {
    const { count, file, read } = this.#options;
    function* items(): Generator<SequenceItem> {
      let index = 0;
      for (const { value, size, line } of read()) {
        // Parsing sixteen characters takes about as long as a step.
        runtime.tick(10 + (size >> 4));
        const place = { file, number: index + 1, line };
        yield { key: index++, value, size, place };
      }
    }
    return new Sequence(runtime, items, { size: count, isList: true });
  }
}
