/** The result of a check for PDF/A and PDF/UA, as the pages of `pdfapi dev` and `/studio` show it. */

import type { ConformanceFinding, ConformanceReport } from '#conformance';
import { levelName } from '#contract/documents';

export interface CheckView {
  /** The standards that the PDF claims and that are not checked, such as `PDF/A-4`. Left out if there are none. */
  readonly notChecked?: readonly string[];
  readonly levels: readonly {
    /** `PDF/A-3a`, for example. */
    readonly name: string;
    readonly isClaimed: boolean;
    readonly findings: readonly {
      /** Clause and test, as veraPDF numbers them. */
      readonly rule: string;
      readonly message: string;
      /** The page, how often, or nothing. */
      readonly place: string;
      readonly remedy: string;
    }[];
  }[];
}

/** More of one level help no reader. */
const maxFindings = 50;

/** The levels in the sequence in which they were checked. One without findings is held. */
export function toCheckView({ checked, claimed, unsupported, findings }: ConformanceReport): CheckView {
  return {
    ...(unsupported.length > 0 ? { notChecked: unsupported.map(levelName) } : {}),
    levels: checked.map((level) => ({
      name: levelName(level),
      isClaimed: claimed.includes(level),
      findings: findings
        .filter((finding) => finding.level === level)
        .slice(0, maxFindings)
        .map(toFinding),
    })),
  };
}

function toFinding({ clause, test, message, page, count = 1, remedy = '' }: ConformanceFinding) {
  const places = [...(page === undefined ? [] : [`page ${page}`]), ...(count > 1 ? [`${count} times`] : [])];
  return { rule: `${clause}-${test}`, message, place: places.join(', '), remedy };
}
