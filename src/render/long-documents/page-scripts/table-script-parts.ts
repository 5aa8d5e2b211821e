import type { unclobberedDocument } from '#browser/page-scripts/unclobbered-document';
import type { fillPageBefore } from './fill-page-before.ts';
import type { findBoxReason } from './find-box-reason.ts';
import type { findPartRows } from './find-part-rows.ts';
import type { numberItems } from './number-items.ts';
import type { readCounterValues } from './read-counter-values.ts';

/** The functions that the page scripts of this folder are given. */
export interface TableScriptParts {
  readonly unclobberedDocument: typeof unclobberedDocument;
  readonly findBoxReason: typeof findBoxReason;
  readonly fillPageBefore: typeof fillPageBefore;
  readonly findPartRows: typeof findPartRows;
  readonly numberItems: typeof numberItems;
  readonly readCounterValues: typeof readCounterValues;
}
