/** One row of a batch as it was read, in any format. */
import type { Failure } from '#contract/errors';
import type { Json, JsonObject } from '#contract/json';

export type Row = RowPlace & (RowData | { readonly failure: Failure });

interface RowPlace {
  /** The name of its file, if the rows are from several. */
  readonly file?: string | undefined;
  /** From 1; headers and empty lines do not count. */
  readonly number: number;
  /** Where it begins in its file, from 1; 0 if it does not come from a text. */
  readonly line: number;
  /** As it was written, without the end of its line. */
  readonly raw: string;
}

interface RowData {
  readonly data: JsonObject;
  /** Data for the template if it is more precise than `data`: long numbers and the key order, as written. */
  readonly exact?: JsonObject;
}

/**
 * Gets what makes rows doubtful without making them unreadable, as the error that it is where nothing doubtful is wanted.
 * May throw it.
 */
export type OnRowWarning = (warning: Failure) => void;

/** Characters per row: the maximum that a request to the API can hold. */
export const maxRowCharacters = 10 * 1024 * 1024;

/** The type of a value that a cell may hold. */
export type CellType = 'array' | 'boolean' | 'null' | 'number' | 'object' | 'string';

export function typeOfValue(value: Json): CellType {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : (typeof value as CellType);
}

/** The types that the template allows at a path of the data; undefined where it says nothing of them. */
export type CellTypes = (path: readonly string[]) => ReadonlySet<CellType> | undefined;

export const commonTypes = (
  some: ReadonlySet<CellType>,
  others: ReadonlySet<CellType>,
): ReadonlySet<CellType> => new Set([...some].filter((type) => others.has(type)));
