/** One row of a batch as it was read, whichever format it came in. */
import type { Failure } from '../../contract/errors.ts';
import type { JsonObject } from '../../contract/json.ts';

export type Row = RowPlace & (RowData | { readonly failure: Failure });

interface RowPlace {
  /** From 1; headers and empty lines do not count. */
  readonly number: number;
  /** Where it begins in its file, from 1. */
  readonly line: number;
  /** As it was written, without the end of its line. */
  readonly raw: string;
}

interface RowData {
  readonly data: JsonObject;
  /** To fill a template with, where it says more than `data`: long numbers and the order of keys, as written. */
  readonly exact?: JsonObject;
}

/** Characters of one row: as much as a request to the API can hold. */
export const longestRow = 10 * 1024 * 1024;
