/** A list of a template's data that is read row by row. */
import type { CellTypes, Row } from './row.ts';

export interface RowSource {
  /** The name of the source in errors. */
  readonly file: string;
  /** `types` are those of the cells of CSV. Throws `file_unreadable`. */
  open(types?: CellTypes): Promise<{ readonly rows: AsyncIterable<Row> }>;
}

/** By the name of the variable that is the list. */
export type RowSources = Readonly<Record<string, RowSource>>;
