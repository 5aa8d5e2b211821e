/** Finds the rows that all parts need, because the columns would have other widths without them, and reads what rows count. */
import { Counters } from './counters.ts';
import { CannotDivide, type LongDocument } from './long-document.ts';
import { lastRows, partHtml, type RowSpan, topRows, withNeighbour } from './part-html.ts';
import type { PartPrinter } from './part-printer.ts';
import { endOfPart, type PartSize } from './part-size.ts';

export interface MeasuringOptions extends PartSize {
  readonly printer: PartPrinter;
  /** Pages of the browser that lay rows out at the same time, before they are printed. Default: 2. */
  readonly pagesAtOnce?: number | undefined;
}

/** Rows that are laid out together to be measured. */
const measuredRows = 4_000;

interface MeasuredRows {
  /** The rows without which the columns of the table would have other widths. */
  readonly wide: readonly RowSpan[];
  readonly counters: Counters | undefined;
}

/** Lays out all rows, some thousand at a time. Throws `CannotDivide`, and the errors of the printer. */
export async function findWideRows(table: LongDocument, options: MeasuringOptions): Promise<MeasuredRows> {
  const { printer, pagesAtOnce = 2 } = options;
  const wide: RowSpan[] = [];
  const counters = table.hasCounters ? new Counters() : undefined;
  // The items of a list and the blocks of a text are as wide as what they are in.
  if (table.kind !== 'table' && !counters) return { wide, counters };
  const top = topRows(table);
  const end = lastRows(table);
  // With counters, one at a time: the effects of all rows before have to be known.
  const atOnce = counters ? 1 : pagesAtOnce;
  for (let from = top; from < end; ) {
    const spans: RowSpan[] = [];
    while (spans.length < atOnce && from < end) {
      const to = Math.min(end, endOfPart(table, from, { ...options, maxRows: measuredRows }));
      spans.push([from, to]);
      from = to;
    }
    const measuring = spans.map((span) => measureRows(table, span, { wide, counters, printer }));
    // A page is not left behind by the failure of another one.
    await Promise.allSettled(measuring);
    for (const found of await Promise.all(measuring)) wide.push(...found);
    if (wide.length > maxWideRows) throw new CannotDivide('the widths of its columns depend on many rows');
  }
  return { wide, counters };
}

/** Returns rows that make columns wider than those of `wide` do, and adds what the rows do to `counters`. */
async function measureRows(
  table: LongDocument,
  [from, to]: RowSpan,
  { wide, counters, printer }: MeasuredRows & Pick<MeasuringOptions, 'printer'>,
): Promise<RowSpan[]> {
  const { html, lead, rows, counters: before } = partHtml(table, [from, to], wide, counters);
  const starts: number[] = [];
  for (let row = from; row < to; row++) if (table.isFree[row]) starts.push(row - from + lead);
  const measured = await printer.measure(html, {
    rows,
    lead,
    starts,
    end: lead + to - from,
    hasCounters: table.hasCounters,
    counters: before,
  });
  if (measured.reason) throw new CannotDivide(measured.reason);
  if (measured.counters) counters?.add(table, from, measured.counters);
  return measured.wider.map((unit) => withNeighbour(table, from + (starts[unit] ?? 0) - lead));
}

const maxWideRows = 200;
