/** Notices of output that its template did not mean: undefined variables, text in place of numbers. */
import { TwigFault, type TwigPlace } from '../errors.ts';
import type { Source } from '../source.ts';
import type { RowPlace } from './values/sequence.ts';

/** A notice, with the first place that gave rise to it. */
export interface TwigNotice {
  readonly place: TwigPlace;
  /** The detail that the error of a strict render has. */
  readonly detail: string;
  /** How often it was noticed. */
  readonly count: number;
}

/** Notices of a document. `more`: how many others there are that are not explained. */
export interface TwigNotices {
  readonly explained: readonly TwigNotice[];
  readonly more: number;
}

/** To explain a name means to compare it with many others. */
const maxExplained = 20;

/** Places in a template, each with its own count. */
const maxPlaces = 10_000;

interface Counted {
  readonly place: TwigPlace;
  readonly detail: string;
  count: number;
}

interface Seen {
  readonly source: Source;
  readonly at: number;
  readonly row: RowPlace | null;
}

/**
 * Collects the notices of one document. What is noticed again costs no more than finding its place in a map, so that a
 * template may read a million undefined variables.
 */
export class NoticeCollector {
  readonly #byPlace = new Map<object | string, Counted | null>();
  readonly #byLabel = new Map<string, Counted | null>();

  /**
   * Counts what was noticed at `node`. What has the same label is one notice; `label` and `explain` are called for the
   * first at each node.
   */
  add(node: object | string, label: () => string, { source, at, row }: Seen, explain: () => string): void {
    const known = this.#byPlace.get(node);
    if (known) known.count++;
    if (known !== undefined || this.#byPlace.size >= maxPlaces) return;
    const name = label();
    let counted = this.#byLabel.get(name);
    if (counted) counted.count++;
    else if (counted === undefined) {
      const isExplained = this.#byLabel.size < maxExplained;
      counted = isExplained
        ? { place: source.place(at), detail: explain() + describeRow(row), count: 1 }
        : null;
      this.#byLabel.set(name, counted);
    }
    this.#byPlace.set(node, counted);
  }

  /** Returns undefined if nothing was noticed. */
  get found(): TwigNotices | undefined {
    if (this.#byLabel.size === 0) return undefined;
    const explained = [...this.#byLabel.values()].flatMap((each) => (each ? [{ ...each }] : []));
    return { explained, more: this.#byLabel.size - explained.length };
  }
}

/** A strict render ends with the first notice. */
export const strictNotices: Pick<NoticeCollector, 'add'> = {
  add(_node, _label, _seen, explain) {
    throw new TwigFault(explain());
  },
};

/** Names a row: ` In row 16 (rows.csv:17).` */
export function describeRow(row: RowPlace | null): string {
  if (row === null) return '';
  const { file, number, line } = row;
  return line === undefined ? ` In row ${number} of ${file}.` : ` In row ${number} (${file}:${line}).`;
}
