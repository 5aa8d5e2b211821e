/** The comparison with approved documents as the page of `pdfapi dev` shows it. */
import type { CaseResult } from '../../test/case-result.ts';

export interface GoldenState {
  readonly isOn: boolean;
  readonly isComparing: boolean;
  /** The names of the cases that have an approved document. */
  readonly approved: readonly string[];
  /** Empty while it is off. */
  readonly cases: readonly GoldenCase[];
}

export interface GoldenCase {
  readonly name: string;
  readonly result: CaseResult['result'];
  /** How many of the pages that both documents have differ. */
  readonly differingPages: number;
  /** A line for each difference, or the error. */
  readonly reasons: readonly string[];
  /** The pages that differ, at `/golden/<id>-before.png`, `-after.png` and `-difference.png`. */
  readonly pictures: readonly { readonly page: number; readonly id: string }[];
}
