/** A list of a template's data that is read row by row. */
import type { CellTypes, Row } from './row.ts';

interface OpenSource {
  readonly rows: AsyncIterable<Row>;
  /** What to do about cells that the template refuses, where something can be done. */
  readonly advise?: ((cells: readonly unknown[]) => string | undefined) | undefined;
}

export interface RowSource {
  /** The name of the source in errors. */
  readonly file: string;
  /** `types` are those of the cells of CSV. Throws `file_unreadable`. */
  open(types?: CellTypes): Promise<OpenSource>;
}

/** By the name of the variable that is the list. */
export type RowSources = Readonly<Record<string, RowSource>>;
