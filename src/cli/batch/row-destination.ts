/** Where the PDFs of a batch go: each into a file of its own, or all into one. */
import type { RenderedFacts, RowToRender } from './row-renderer.ts';

export interface RowDestination {
  /** Rows that may be finished before a slow one that stands before them. */
  readonly ahead: number;
  /** Renders the row, unless it is done. Is called in the order of the rows, and does not wait for earlier ones. */
  make(row: RowToMake, cancel: AbortSignal): Promise<MadeRow>;
  /** Is called in the order of the rows, one after the other. */
  take(made: MadeRow): void;
  /** After the last row. What it gives is told at the end. */
  finish(): Promise<FinishedBatch | undefined>;
}

export interface RowToMake extends Omit<RowToRender, 'idempotencyKey'> {
  readonly number: number;
  /** All that the row itself says, as text. */
  readonly content: string;
}

export interface MadeRow {
  /** Undefined where the row has no file of its own. */
  readonly path?: string;
  /** Undefined for a row that was done by an earlier run. */
  readonly rendered?: RenderedFacts & { readonly bytes: number };
  /** Of a row that is to be merged; what is in a file is let go of. */
  readonly pdf?: Uint8Array;
}

export interface FinishedBatch {
  /** As it was named, or `-`. */
  readonly path: string;
  readonly pages: number;
  readonly bytes: number;
}
