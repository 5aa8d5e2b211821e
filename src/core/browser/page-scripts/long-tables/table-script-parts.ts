import type { unclobberedDocument } from '../unclobbered-document.ts';
import type { findLargestTable } from './find-largest-table.ts';
import type { readCounterValues } from './read-counter-values.ts';

/** The functions that the page scripts of this folder are given. */
export interface TableScriptParts {
  readonly unclobberedDocument: typeof unclobberedDocument;
  readonly findLargestTable: typeof findLargestTable;
  readonly readCounterValues: typeof readCounterValues;
}
