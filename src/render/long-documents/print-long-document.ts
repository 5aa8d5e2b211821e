/**
 * Prints a document with a long table, list or text in parts. Chromium takes more time and memory for each row the more pages
 * there are, so each print gets some thousand rows, and all of them together are the pages of the whole.
 *
 * A part begins where a page of the part before it begins. That page and those after it are printed twice, and must have the
 * same rows at the same places both times.
 */
import type { PrintedDocument } from '#browser/browser';
import { type PrintedPlace, readPrintedDestinations } from '#pdf/document/printed-destinations';
import { readPrintedScale } from '#pdf/document/printed-scale';
import type { PartToJoin } from '#pdf/joining/start-joining';
import type { Deadline } from '#runtime/deadline';
import type { Counters } from './counters.ts';
import { findWideRows, type MeasuringOptions } from './find-wide-rows.ts';
import { findTargets } from './link-targets.ts';
import {
  CannotDivide,
  countRows,
  type LongDocument,
  printingSteps,
  type RowUnit,
  unitOf,
} from './long-document.ts';
import { partHtml, type RowSpan } from './part-html.ts';
import { endOfPart } from './part-size.ts';

/** A part, with the places of its table. */
export interface PrintedPart {
  readonly printed: PrintedDocument;
  /** See `PartToJoin`. */
  readonly pages: readonly [from: number, to: number];
  readonly head: number;
  readonly foot: number;
  readonly marks: ReadonlySet<string>;
  readonly span: PartToJoin['span'];
}

export interface LongDocumentOptions extends MeasuringOptions {
  readonly deadline: Deadline;
  /** Gets the parts in their order. */
  onPart(part: PrintedPart): Promise<void>;
  readonly onProgress: OnProgress;
}

/** Called when rows are printed. */
export type OnProgress = (done: number, of: number, unit: RowUnit) => void;

/** Points. Chromium writes places with five digits. */
const tolerance = 0.02;

/** Pages of a part that are tried as the first one of the next part. */
const maxTries = 4;

/** A part as printed, with the place of each row. */
interface Print {
  readonly printed: PrintedDocument;
  readonly range: RowSpan;
  readonly places: readonly (PrintedPlace | undefined)[];
  readonly pages: number;
  readonly head: number;
  readonly foot: number;
  readonly marks: ReadonlySet<string>;
  readonly span: PartToJoin['span'];
  readonly widths: readonly number[];
  /** See `MarkedRows`. */
  readonly ordinals: readonly number[] | undefined;
  /** See `readPrintedScale`. */
  readonly scale: number | undefined;
}

/** Throws `CannotDivide` if the parts would not be the pages of the whole, and the errors of the printer. */
export async function printLongDocument(table: LongDocument, options: LongDocumentOptions): Promise<void> {
  const { deadline, onPart, onProgress } = options;
  const rows = countRows(table);
  const unit = unitOf(table);
  if (endOfPart(table, 0, options) === rows) {
    throw new CannotDivide(`one part has room for all of its ${unit}`);
  }
  const { wide, counters } = await findWideRows(table, options);
  const targets = findTargets(table.html);
  const print = (range: RowSpan, ordinal?: number) =>
    printPart(table, range, { wide, counters, targets, ordinal, options });
  let current = await print([0, endOfPart(table, 0, options)]);
  /** Where the pages of the current part begin. */
  let from = 0;
  let finishing = Promise.resolve();
  /** A part is completed while the next one is printed. */
  const finish = async (part: PrintedPart) => {
    await finishing;
    finishing = onPart(part);
    // A failure is that of the next `finish`.
    finishing.catch(() => {});
  };
  while (current.range[1] < rows) {
    const cuts = findCuts(table, current).slice(0, maxTries);
    let next: Print | undefined;
    let cut: Cut | undefined;
    for (cut of cuts) {
      deadline.check(printingSteps[unit], { kind: 'printing' });
      const ordinal = current.ordinals?.[cut.row - current.range[0]];
      next = await print([cut.row, endOfPart(table, cut.row, options)], ordinal);
      // Anything wider than the page in one part would shrink all pages of the whole, wherever that is cut.
      if (next.scale === undefined || next.scale !== current.scale) {
        throw new CannotDivide(`something in one of its ${unit} is wider than the page`);
      }
      if (isContinuation(current, next, cut)) break;
      next = undefined;
    }
    if (!next || !cut) throw new CannotDivide(`its pages do not end between two ${unit}`);
    if (next.widths.some((width, i) => width !== current.widths[i])) {
      throw new CannotDivide('the widths of its columns depend on all rows');
    }
    await finish({ ...current, pages: [from, cut.page] });
    onProgress(cut.row, rows, unit);
    from = next.places[0]?.page ?? 0;
    current = next;
  }
  await finish({ ...current, pages: [from, current.pages] });
  await finishing;
  onProgress(rows, rows, unit);
}

interface Cut {
  /** The first row of the next part. */
  readonly row: number;
  /** The page of this part that begins with it. */
  readonly page: number;
}

/**
 * The pages that may be the first of the next part, the last one first: complete ones that begin with a row. Where the row
 * before goes on at the top of a page, the first row is lower than on other pages.
 */
function findCuts(table: LongDocument, { range: [start], places }: Print): Cut[] {
  const last = places.at(-1)?.page ?? 0;
  let page = places[0]?.page ?? 0;
  // The first row of a further part begins a page.
  let top = start > 0 ? (places[0]?.y ?? Number.POSITIVE_INFINITY) : Number.POSITIVE_INFINITY;
  const cuts: (Cut & { readonly y: number })[] = [];
  for (const [i, place] of places.entries()) {
    if (!place || place.page === page) continue;
    page = place.page;
    top = Math.min(top, place.y);
    if (page < last && table.isFree[start + i]) cuts.push({ row: start + i, page, y: place.y });
  }
  return cuts.filter(({ y }) => y <= top + tolerance).reverse();
}

/** Whether the page that begins with the cut is the same in both parts. */
function isContinuation(current: Print, next: Print, { row, page }: Cut): boolean {
  const start = row - current.range[0];
  const own = next.places[0]?.page;
  if (own === undefined) return false;
  for (let i = 0; i < next.places.length; i++) {
    const before = current.places[start + i];
    const after = next.places[i];
    // A row that is not shown.
    if (!before && !after) continue;
    if (before?.page !== page) return after?.page !== own;
    const isSame =
      after?.page === own &&
      Math.abs(after.y - before.y) <= tolerance &&
      Math.abs(after.x - before.x) <= tolerance;
    if (!isSame) return false;
  }
  return true;
}

interface PartTools {
  readonly wide: readonly RowSpan[];
  readonly counters: Counters | undefined;
  readonly targets: ReturnType<typeof findTargets>;
  /** See `MarkOptions`. */
  readonly ordinal: number | undefined;
  readonly options: LongDocumentOptions;
}

async function printPart(
  table: LongDocument,
  range: RowSpan,
  { wide, counters, targets, ordinal, options: { printer } }: PartTools,
): Promise<Print> {
  const [from, to] = range;
  const { html, lead, rows, counters: before } = partHtml(table, range, wide, counters);
  const { linked, elsewhere } = targets.of(html);
  const { printed, marked } = await printer.print(html, {
    rows,
    lead,
    count: to - from,
    breaks: from > 0,
    linked,
    elsewhere,
    ordinal,
    counters: before,
  });
  if (marked.reason) throw new CannotDivide(marked.reason);
  const scale = readPrintedScale(printed.pdf)?.scale;
  const destinations = await readPrintedDestinations(printed.pdf);
  const { pages } = destinations;
  const places = marked.names.map((name) => destinations.places.get(name));
  return {
    printed,
    range,
    places,
    pages: pages.length,
    head: marked.headRows,
    foot: marked.footRows,
    marks: new Set(marked.names.filter((name) => !targets.names.has(name))),
    widths: marked.widths,
    ordinals: marked.ordinals,
    span: spanOf(table, places),
    scale,
  };
}

/** The pages of the first and of the last row that are shown. Undefined for a table, which is found by its tag. */
function spanOf({ kind }: LongDocument, places: Print['places']): PartToJoin['span'] {
  const shown = places.filter((place) => place !== undefined);
  return kind === 'table' ? undefined : [shown[0]?.page ?? 0, shown.at(-1)?.page ?? 0];
}
