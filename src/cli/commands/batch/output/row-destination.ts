/** The destination of a batch's PDFs: one file per row, or one file for all. */
import type { WrittenImage } from '../../../rendering/write-images.ts';
import type { RenderedFacts, RowToRender } from '../render/row-renderer.ts';

export interface RowDestination {
  /** Rows that may be finished ahead of a slow one. */
  readonly ahead: number;
  /** Renders the row unless it is done. Called in the order of the rows, without waiting for earlier ones. */
  make(row: RowToMake, cancel: AbortSignal): Promise<MadeRow>;
  /** Called in the order of the rows, one after the other. */
  take(made: MadeRow): void;
  /** Called after the last row. Its result is reported at the end. */
  finish(): Promise<FinishedBatch | undefined>;
}

export interface RowToMake extends Omit<RowToRender, 'idempotencyKey'> {
  readonly number: number;
  /** The complete content of the row, as text. */
  readonly content: string;
}

export interface MadeRow {
  /** Undefined if the row has no PDF of its own. */
  readonly path?: string;
  /** In place of a file: the address of the PDF on its server, and until when it works. */
  readonly url?: string | undefined;
  readonly expires_at?: string | undefined;
  /** In place of a PDF. Of rows that were done by an earlier run, only their names are known. */
  readonly images?: readonly (WrittenImage | Pick<WrittenImage, 'path' | 'page'>)[];
  /** Undefined for a row that was done by an earlier run. */
  readonly rendered?: RenderedFacts & { readonly bytes: number };
  /** Set for a row that is to be merged; a PDF in a file is released. */
  readonly pdf?: Uint8Array;
}

export interface FinishedBatch {
  /** As given on the command line, or `-`. */
  readonly path: string;
  readonly pages: number;
  readonly bytes: number;
}
